import type { Kysely } from 'kysely';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from './protocol.ts';
import { ACCOUNTS_LISTED_DAYS } from './revocations.ts';
import type { IdentityTables } from './schema.ts';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** An account that nobody confirmed gives its address free again. */
const UNCONFIRMED_DAYS = 30;
const FORGOTTEN_DEVICE_DAYS = 365;

/** Deletes what has ended, now and then; answers how to stop, which waits for the run under way. */
export function tidyRegularly(db: Kysely<IdentityTables>, log: Log): () => Promise<void> {
  return runRegularly({
    db,
    name: 'tidy accounts',
    everyMs: EVERY_MS,
    work: () => tidy(db, new Date()),
    onError: (error) => log.error({ part: 'identity', action: 'tidy', error: (error as Error).stack }),
  });
}

export async function tidy(db: Kysely<IdentityTables>, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.deleteFrom('identity.spent_challenge').where('expires_at', '<', now).execute();
  await db.deleteFrom('identity.authorization_code').where('expires_at', '<', now).execute();
  await db.deleteFrom('identity.session').where('expires_at', '<', now).execute();
  // Tokens of a revoked sign-in end by themselves within the hour; until then they must be known to be revoked.
  await db.deleteFrom('identity.session').where('revoked_at', '<', before(1)).execute();
  await db
    .deleteFrom('identity.revocation')
    .where('kind', '=', 'session')
    .where('revoked_at', '<', before(1))
    .execute();
  await db.deleteFrom('identity.revocation').where('revoked_at', '<', before(ACCOUNTS_LISTED_DAYS)).execute();
  await db.deleteFrom('identity.attempt').where('last_at', '<', before(1)).execute();
  // A code's row also counts how many were sent within the hour, and how many wrong ones were given within the day.
  await db
    .deleteFrom('identity.code')
    .where('expires_at', '<', now)
    .where('sending_since', '<', before(1))
    .where('wrong_since', '<', before(1))
    .execute();
  await db.deleteFrom('identity.device').where('last_authenticated_at', '<', before(FORGOTTEN_DEVICE_DAYS)).execute();
  await db
    .deleteFrom('identity.user')
    .where('status', '=', 'UNCONFIRMED')
    .where('created_at', '<', before(UNCONFIRMED_DAYS))
    .execute();
}
