import { asSignedIn } from '#client/session/as-signed-in.ts';
import { type AccountFault, faultOf } from './account-fault.ts';

/** Proves by a password or a code that the owner is at work. Resolves with what went wrong, or nothing. */
export function proveOwner(answer: string): Promise<AccountFault | undefined> {
  return faultOf(() => asSignedIn(({ callService }) => callService('ProveOwner', { Answer: answer })));
}
