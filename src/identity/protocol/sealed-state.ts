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

/** Throws the protocol's error for a text that is changed, foreign, of another kind, or too old. */
export function openState<T>(secrets: Secrets, kind: string, text: string, now: Date): Sealed<T> {
  let state: Sealed<T>;
  try {
    state = JSON.parse(secrets.open(Buffer.from(text, 'base64'), `challenge:${kind}`).toString());
  } catch {
    throw invalidSession();
  }
  if (state.expires < now.getTime()) throw expiredSession();
  return state;
}

/** Marks a state as used. Throws when it was used before: of several requests at once only one gets through. */
export async function spend(db: Kysely<IdentityTables>, state: Sealed<object>): Promise<void> {
  if (!(await insertSpentChallenge(db, state.nonce, new Date(state.expires)))) throw invalidSession();
}
