// Proof that only the owner of an account has, and a stranger cannot guess: the link in an email. It is checked without being
// counted, and the tries of its holder are counted apart from those of strangers.
import { passwordMarkOf } from '../passwords/password-mark.ts';
import { type ReadState, readState, sealState } from '../protocol/sealed-state.ts';
import type { User } from '../schema.ts';
import type { Service } from '../service.ts';

/** Longer than the hour after which another mail is sent: there is always one whose link is good. */
const SECONDS = 2 * 60 * 60;
const KIND = 'owner proof';

/** `passwordMark`: the password that the account had. A new one ends that the proof sets another; sign-ins it still tells apart. */
type OwnerProof = { userId: string; passwordMark: string };

/** Every mail has one of its own, and none replaces another. */
function makeOwnerProof({ secrets, now }: Service, user: User): string {
  const proof: OwnerProof = { userId: user.user_id, passwordMark: passwordMarkOf(user) };
  const sealed = sealState(secrets, KIND, proof, { now: now(), seconds: SECONDS });
  return Buffer.from(sealed, 'base64').toString('base64url');
}

/** `text` is what stands in the link, or whatever somebody gave for it. */
export function readOwnerProof({ secrets, now }: Service, text: string): ReadState<OwnerProof> {
  return readState<OwnerProof>(secrets, KIND, Buffer.from(text.trim(), 'base64url').toString('base64'), now());
}

/** The page of the shop that sets a new password. Behind the #, so that it is in no log and in no referrer. */
export function resetLink(service: Service, user: User): string {
  const parameters = new URLSearchParams({ email: user.email, code: makeOwnerProof(service, user) });
  return `${service.pool.origin}/account/forgotPassword#${parameters}`;
}
