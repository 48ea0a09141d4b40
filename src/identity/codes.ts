// One-time codes that are sent by mail: six digits, kept as HMACs, good for a few tries and one use.
import { randomInt, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
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
 * tries. The try is counted first, so that many at once get no more.
 */
export async function spendCode(
  db: Kysely<IdentityTables>,
  secrets: Secrets,
  given: { subject: string; purpose: CodePurpose; code: string; now: Date },
): Promise<void> {
  const { subject, purpose, now } = given;
  const row = await db
    .updateTable('identity.code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .returning(['code_hmac', 'tries', 'expires_at'])
    .executeTakeFirst();
  if (!row || row.expires_at < now) throw expiredCode();
  if (row.tries > TRIES) throw limitExceeded();
  const expected = hmacs(secrets, subject, purpose, given.code.trim());
  if (!expected.some((hmac) => timingSafeEqual(hmac, row.code_hmac))) throw codeMismatch();
  // Spent, but remembered: how many were sent within the hour still counts.
  const spent = await db
    .updateTable('identity.code')
    .set({ expires_at: new Date(0) })
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .where('code_hmac', '=', row.code_hmac)
    .where('expires_at', '=', row.expires_at)
    .returning('subject')
    .executeTakeFirst();
  if (!spent) throw expiredCode();
}

function hmacs(secrets: Secrets, subject: string, purpose: CodePurpose, code: string): Buffer[] {
  return secrets.hmacs(`${subject}:${code}`, `code ${purpose}`);
}
