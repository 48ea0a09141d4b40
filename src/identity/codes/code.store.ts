import { type Kysely, sql, type Transaction } from 'kysely';
import type { CodePurpose, IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;
type Sent = { subject: string; purpose: CodePurpose; now: Date };
type CountedCode = { code_hmac: Buffer; tries: number; wrong: number; expires_at: Date };

/**
 * Puts a new code in the place of the one before. False, and nothing changed, when the subject was sent `sendsAnHour` within the
 * hour.
 */
export async function replaceCode(
  db: Db,
  { subject, purpose, now, hmac, expiresAt }: Sent & { hmac: Buffer; expiresAt: Date },
  sendsAnHour: number,
): Promise<boolean> {
  const isNewHour = sql`code.sending_since < ${now}::timestamptz - interval '1 hour'`;
  const { rows } = await sql`
    insert into identity.code as code (subject, purpose, code_hmac, expires_at, sending_since)
    values (${subject}, ${purpose}, ${hmac}, ${expiresAt}, ${now})
    on conflict (subject, purpose) do update set
      code_hmac = excluded.code_hmac, expires_at = excluded.expires_at, tries = 0,
      sent = case when ${isNewHour} then 1 else code.sent + 1 end,
      sending_since = case when ${isNewHour} then excluded.sending_since else code.sending_since end
    where code.sent < ${sendsAnHour} or ${isNewHour}
    returning subject`.execute(db);
  return rows.length > 0;
}

/** Counts a try, as a wrong one where it can be a right one at all: of a code that has not expired and had fewer than `tries`. */
export async function countTry(
  db: Db,
  { subject, purpose, now }: Sent,
  tries: number,
): Promise<CountedCode | undefined> {
  const isNewDay = sql<boolean>`wrong_since < ${now}::timestamptz - interval '1 day'`;
  const counts = sql<boolean>`tries < ${tries} and expires_at >= ${now}`;
  return db
    .updateTable('identity.code')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      wrong: sql<number>`case when ${isNewDay} then 0 else wrong end + case when ${counts} then 1 else 0 end`,
      wrong_since: sql<Date>`case when ${isNewDay} then ${now}::timestamptz else wrong_since end`,
    }))
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .returning(['code_hmac', 'tries', 'wrong', 'expires_at'])
    .executeTakeFirst();
}

/**
 * The code is spent, and its try was no wrong one. The row stays: how many were sent within the hour still counts. False when the
 * code was spent or replaced since it was counted.
 */
export async function markSpent(
  transaction: Transaction<IdentityTables>,
  { subject, purpose }: Pick<Sent, 'subject' | 'purpose'>,
  counted: CountedCode,
): Promise<boolean> {
  const spent = await transaction
    .updateTable('identity.code')
    .set((eb) => ({ expires_at: new Date(0), wrong: eb('wrong', '-', 1) }))
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .where('code_hmac', '=', counted.code_hmac)
    .where('expires_at', '=', counted.expires_at)
    .returning('subject')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function deleteCodes(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('identity.code').where('subject', '=', subject).execute();
}

/** A row also counts how many were sent within the hour, and how many wrong ones were given within the day: it is deleted when both began before `before`. */
export async function deleteExpiredCodes(db: Db, now: Date, before: Date): Promise<void> {
  await db
    .deleteFrom('identity.code')
    .where('expires_at', '<', now)
    .where('sending_since', '<', before)
    .where('wrong_since', '<', before)
    .execute();
}
