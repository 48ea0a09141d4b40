import type { Kysely } from 'kysely';
import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import { deleteUnconfirmedUsers } from './accounts/user.store.ts';
import { deleteExpiredCodes } from './codes/code.store.ts';
import { deleteUnusedDevices } from './factors/device.store.ts';
import { deleteOldAttempts } from './guard/attempt.store.ts';
import { deleteExpiredAuthorizationCodes } from './hosted-login/authorization-code.store.ts';
import { deleteExpiredChallenges } from './protocol/spent-challenge.store.ts';
import type { IdentityTables } from './schema.ts';
import type { Log } from './service.ts';
import { deleteOldRevocations } from './sessions/revocation.store.ts';
import { deleteEndedSessions } from './sessions/session.store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** An account that nobody confirmed gives its address free again. */
const UNCONFIRMED_DAYS = 30;
const FORGOTTEN_DEVICE_DAYS = 365;
/** Tokens of a revoked sign-in expire within the hour; until then they must be known to be revoked. */
const REVOKED_SESSION_DAYS = 1;
/** As long as a sign-in can last: the staff see those that have ended beside those that go on. */
const ENDED_SESSION_DAYS = 30;
/** Longer than tokens: a shop that was closed when an account ended hears of it when it opens again. */
const REVOKED_ACCOUNT_DAYS = 30;
/** Period that limits look back at: failed proofs, codes sent, wrong codes. */
const COUNTED_DAYS = 1;

/** Deletes what has expired, now and then; answers how to stop, which waits for the run under way. */
export function tidyRegularly(db: Kysely<IdentityTables>, log: Log): () => Promise<void> {
  return runRegularly({
    db,
    ...jobOf('tidy accounts'),
    work: () => tidy(db, new Date()),
    onError: (error) => log.error({ part: 'identity', action: 'tidy', error: (error as Error).stack }),
  });
}

export async function tidy(db: Kysely<IdentityTables>, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteExpiredChallenges(db, now);
  await deleteExpiredAuthorizationCodes(db, now);
  await deleteEndedSessions(db, { expiredBefore: now, revokedBefore: before(ENDED_SESSION_DAYS) });
  await deleteOldRevocations(db, {
    sessionsBefore: before(REVOKED_SESSION_DAYS),
    accountsBefore: before(REVOKED_ACCOUNT_DAYS),
  });
  await deleteOldAttempts(db, before(COUNTED_DAYS));
  await deleteExpiredCodes(db, now, before(COUNTED_DAYS));
  await deleteUnusedDevices(db, before(FORGOTTEN_DEVICE_DAYS));
  await deleteUnconfirmedUsers(db, before(UNCONFIRMED_DAYS));
}
