// What only the owner of an account has, and a stranger cannot guess: the link in a mail. It is checked without being
// counted, and what whoever has it tries is counted apart from what strangers try.
import { codeMismatch, expiredCode } from '../protocol/errors.ts';
import { openState, type Sealed, sealState } from '../protocol/sealed-state.ts';
import type { User } from '../schema.ts';
import type { Service } from '../service.ts';
import { passwordMarkOf } from '../sign-in/open-step.ts';

/** Longer than the hour after which another mail is sent: there is always one whose link is good. */
const SECONDS = 2 * 60 * 60;
const KIND = 'owner proof';

/** `passwordMark`: the password that the account had. A new one ends that the proof sets another; sign-ins it still tells apart. */
export type OwnerProof = { userId: string; passwordMark: string };

/** Every mail has one of its own, and none replaces another. */
function makeOwnerProof({ secrets, now }: Service, user: User): string {
  const proof: OwnerProof = { userId: user.user_id, passwordMark: passwordMarkOf(user) };
  const sealed = sealState(secrets, KIND, proof, { now: now(), seconds: SECONDS });
  return Buffer.from(sealed, 'base64').toString('base64url');
}

/** Throws the protocol's error for a text that is none, or too old. */
export function openOwnerProof({ secrets, now }: Service, text: string): Sealed<OwnerProof> {
  const sealed = Buffer.from(text.trim(), 'base64url').toString('base64');
  try {
    return openState<OwnerProof>(secrets, KIND, sealed, now());
  } catch (error) {
    throw (error as Error).message.endsWith('expired.') ? expiredCode() : codeMismatch();
  }
}

/** The page of the shop that sets a new password. Behind the #, so that it is in no log and in no referrer. */
export function resetLink(service: Service, user: User): string {
  const parameters = new URLSearchParams({ email: user.email, code: makeOwnerProof(service, user) });
  return `${service.pool.origin}/account/forgotPassword#${parameters}`;
}
