import { faultOf } from '#client/session/account-fault.ts';
import { asSignedIn } from '#client/session/as-signed-in.ts';
import type { Accounts } from '#client/session/session.ts';

/** Changes the signed-in user's account; resolves with what went wrong, in words, or with nothing. */
export async function accountAction(change: (accounts: Accounts) => Promise<unknown>): Promise<string | undefined> {
  const fault = await faultOf(() => asSignedIn(change));
  return fault?.message;
}
