import { type AccountFault, faultOf } from '#client/session/account-fault.ts';
import { asSignedIn } from '#client/session/as-signed-in.ts';

/** Replaces the signed-in user's password. Resolves with what went wrong, or nothing. */
export function changePassword(current: string, next: string): Promise<AccountFault | undefined> {
  return faultOf(() => asSignedIn(({ updatePassword }) => updatePassword({ oldPassword: current, newPassword: next })));
}
