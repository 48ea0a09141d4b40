// A sign-in in several steps carries its own state, sealed: an unfinished one costs the database nothing.
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import type { IdentityTables } from '../schema.ts';
import { expiredSession, invalidSession } from './errors.ts';
import { insertSpentChallenge } from './spent-challenge.store.ts';

/** `nonce` marks the state as spent, `expires` is in milliseconds since 1970. */
export type Sealed<T> = T & { nonce: string; expires: number };

/** The state as text (plain base64, as SECRET_BLOCK must be), good for `seconds` and for the same `kind` only. */
export function sealState(
  secrets: Secrets,
  kind: string,
  state: object,
  options: { now: Date; seconds: number },
): string {
  const whole = {
    ...state,
    nonce: randomBytes(12).toString('base64url'),
    expires: options.now.getTime() + options.seconds * 1_000,
  };
  return secrets.seal(JSON.stringify(whole), `challenge:${kind}`).toString('base64');
}

export type ReadState<T> = { ok: true; state: Sealed<T> } | { ok: false; fault: 'invalid' | 'expired' };

/** `invalid`: changed, foreign, or of another kind. */
export function readState<T>(secrets: Secrets, kind: string, text: string, now: Date): ReadState<T> {
  let state: Sealed<T>;
  try {
    state = JSON.parse(secrets.open(Buffer.from(text, 'base64'), `challenge:${kind}`).toString());
  } catch {
    return { ok: false, fault: 'invalid' };
  }
  return state.expires < now.getTime() ? { ok: false, fault: 'expired' } : { ok: true, state };
}

/** The same; throws the protocol's error of a session for a text that is not good. */
export function openState<T>(secrets: Secrets, kind: string, text: string, now: Date): Sealed<T> {
  const read = readState<T>(secrets, kind, text, now);
  if (!read.ok) throw read.fault === 'expired' ? expiredSession() : invalidSession();
  return read.state;
}

/** Marks a state as used. Throws when it was used before: of several requests at once only one gets through. */
export async function spend(db: Kysely<IdentityTables>, state: Sealed<object>): Promise<void> {
  if (!(await insertSpentChallenge(db, state.nonce, new Date(state.expires)))) throw invalidSession();
}
