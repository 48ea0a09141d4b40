// One-time codes that are sent by mail: six digits, kept as HMACs, good for a few tries and one use.
import { randomInt, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import { codeMismatch, expiredCode, limitExceeded } from './errors.ts';
import type { IdentityTables } from './schema.ts';

/**
 * `sign_in` is asked for by anybody who knows an address, `second_factor` by whoever proved the password: the one must not
 * use up or replace the other.
 */
export type CodePurpose = 'sign_up' | 'reset' | 'sign_in' | 'second_factor';

const minutes: Record<CodePurpose, number> = { sign_up: 24 * 60, reset: 60, sign_in: 10, second_factor: 10 };
const TRIES = 5;
const SENDS_AN_HOUR = 5;
/** Where no count of failed proofs watches over the account: a code that signs in is one of those proofs. */
const wrongADay: Partial<Record<CodePurpose, number>> = { sign_up: 50, reset: 50 };

/**
 * A new code, which replaces the one before. Throws when the subject was sent too many within an hour; a refused request
 * does not count. `subject` may be an imagined one: an unknown address meets the same limits.
 */
export async function makeCode(
  db: Kysely<IdentityTables>,
  secrets: Secrets,
  { subject, purpose, now }: { subject: string; purpose: CodePurpose; now: Date },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expires = new Date(now.getTime() + minutes[purpose] * 60_000);
  const { rows } = await sql`
    insert into identity.code as code (subject, purpose, code_hmac, expires_at, sending_since)
    values (${subject}, ${purpose}, ${hmacs(secrets, subject, purpose, code)[0]}, ${expires}, ${now})
    on conflict (subject, purpose) do update set
      code_hmac = excluded.code_hmac, expires_at = excluded.expires_at, tries = 0,
      sent = case when code.sending_since < ${now}::timestamptz - interval '1 hour' then 1 else code.sent + 1 end,
      sending_since = case when code.sending_since < ${now}::timestamptz - interval '1 hour' then excluded.sending_since else code.sending_since end
    where code.sent < ${SENDS_AN_HOUR} or code.sending_since < ${now}::timestamptz - interval '1 hour'
    returning subject`.execute(db);
  if (rows.length === 0) throw limitExceeded();
  return code;
}

/**
 * Uses a code up. Throws for a wrong one (which counts), for one that is too old, replaced or used, and after too many
 * tries of it, or too many wrong codes within a day. The try is counted first, so that many at once get no more. `use` does
 * what the code is good for, in the transaction that spends it: a process that ends in between leaves both undone.
 */
export async function spendCode(
  db: Kysely<IdentityTables>,
  secrets: Secrets,
  given: { subject: string; purpose: CodePurpose; code: string; now: Date },
  use: (transaction: Transaction<IdentityTables>) => Promise<void> = async () => {},
): Promise<void> {
  const { subject, purpose, now } = given;
  const row = await countTry(db, given);
  if (!row || row.expires_at < now) throw expiredCode();
  if (row.tries > TRIES || row.wrong > (wrongADay[purpose] ?? Infinity)) throw limitExceeded();
  const expected = hmacs(secrets, subject, purpose, given.code.trim());
  if (!expected.some((hmac) => timingSafeEqual(hmac, row.code_hmac))) throw codeMismatch();
  await db.transaction().execute(async (transaction) => {
    // Spent, but remembered: how many were sent within the hour still counts.
    const spent = await transaction
      .updateTable('identity.code')
      .set((eb) => ({ expires_at: new Date(0), wrong: eb('wrong', '-', 1) }))
      .where('subject', '=', subject)
      .where('purpose', '=', purpose)
      .where('code_hmac', '=', row.code_hmac)
      .where('expires_at', '=', row.expires_at)
      .returning('subject')
      .executeTakeFirst();
    if (!spent) throw expiredCode();
    await use(transaction);
  });
}

/** Counts a try as a wrong one, where it can be a right one at all. */
async function countTry(
  db: Kysely<IdentityTables>,
  { subject, purpose, now }: { subject: string; purpose: CodePurpose; now: Date },
) {
  const isNewDay = sql<boolean>`wrong_since < ${now}::timestamptz - interval '1 day'`;
  const counts = sql<boolean>`tries < ${TRIES} and expires_at >= ${now}`;
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

function hmacs(secrets: Secrets, subject: string, purpose: CodePurpose, code: string): Buffer[] {
  return secrets.hmacs(`${subject}:${code}`, `code ${purpose}`);
}
