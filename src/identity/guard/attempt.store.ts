import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

const FREE = 5;
const LONGEST_SECONDS = 15 * 60;
/** Failures that lie further back are forgotten. */
const FORGET_HOURS = 24;

/**
 * Counts an attempt as failed: after five in a row each further one has to wait twice as long, a quarter of an hour at most. Answers
 * the failures in a row with this one, or null, and counts nothing, while further attempts are refused.
 */
export async function countAttempt(db: Db, subject: string, now: Date): Promise<number | null> {
  const isLongAgo = sql`attempt.last_at < ${now}::timestamptz - ${`${FORGET_HOURS} hours`}::interval`;
  const { rows } = await sql<{ failures: number }>`
    insert into identity.attempt as attempt (subject, failures, blocked_until, last_at)
    values (${subject}, 1, ${now}, ${now})
    on conflict (subject) do update set
      failures = case when ${isLongAgo} then 1 else attempt.failures + 1 end,
      blocked_until = ${now}::timestamptz + case
        when attempt.failures + 1 < ${FREE} or ${isLongAgo} then interval '0'
        else make_interval(secs => least(${LONGEST_SECONDS}, power(2, least(attempt.failures + 1 - ${FREE}, 20)))) end,
      last_at = ${now}
    where attempt.blocked_until <= ${now}
    returning failures`.execute(db);
  return rows[0]?.failures ?? null;
}

/** Takes back a try that was counted in advance and did not fail. Earlier failures stay until the whole sign-in succeeds. */
export async function takeBackAttempt(db: Db, subject: string): Promise<void> {
  await sql`update identity.attempt set failures = failures - 1, blocked_until = last_at where subject = ${subject}`.execute(
    db,
  );
}

/** After a whole sign-in or a new password. */
export async function forgetAttempts(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('identity.attempt').where('subject', '=', subject).execute();
}

export async function deleteOldAttempts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('identity.attempt').where('last_at', '<', before).execute();
}
