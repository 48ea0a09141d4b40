// What every operation of the account service works with. Built once by server.ts, handed down as values.
import type { Kysely } from 'kysely';
import type { SendMail } from '#mail/mailer.ts';
import type { KeyedLock } from '#platform/keyed-lock.ts';
import type { Seen } from '#platform/observability/observe-requests.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Limits } from './guard/limits.ts';
import type { Pool } from './pool.ts';
import type { IdentityTables } from './schema.ts';
import type { Tokens } from './tokens/tokens.ts';

export type Service = {
  db: Kysely<IdentityTables>;
  pool: Pool;
  secrets: Secrets;
  /** See `sealDecoy`. */
  decoy: Buffer;
  tokens: Tokens;
  limits: Limits;
  /** Proofs of one account take turns: a right one is not mistaken for a failure by the next. */
  inTurn: KeyedLock;
  sendMail: SendMail;
  /** Why the owner of an account may not delete it now, in a sentence; null: they may. */
  whyStay: (userId: string) => Promise<string | null>;
  now: () => Date;
};

export type Log = Record<'info' | 'warn' | 'error', (line: object) => void>;

/** What the server hands to the routes with each request: the address that asks, and what the log will say of it. */
export type Env = { Bindings: { peer: string; seen: Seen } };

/** What is known of the one who asks. `ownerProof`: what they claim to have as the owner (guard/owner-proof.ts). */
export type Call = { address: string; ownerProof?: string | undefined };
