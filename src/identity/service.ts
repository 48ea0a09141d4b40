// Dependencies of every operation of the account service. Built once by server.ts, handed down as values.
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

/** Values that the server hands to the routes with each request: the requester's address, and facts for the log. */
export type Env = { Bindings: { peer: string; seen: Seen } };

/** Facts about the requester. `ownerProof`: their claimed proof of ownership (guard/owner-proof.ts). */
export type Call = { address: string; ownerProof?: string | undefined };
