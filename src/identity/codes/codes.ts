// One-time codes that are sent by mail: six digits, stored as HMACs, good for a few tries and one use.
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import { codeMismatch, expiredCode, limitExceeded } from '../protocol/errors.ts';
import type { CodePurpose, IdentityTables } from '../schema.ts';
import { countTry, markSpent, replaceCode } from './code.store.ts';

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
  const expiresAt = new Date(now.getTime() + minutes[purpose] * 60_000);
  const hmac = secrets.hmac(...hmacInput(subject, purpose, code));
  if (!(await replaceCode(db, { subject, purpose, now, hmac, expiresAt }, SENDS_AN_HOUR))) throw limitExceeded();
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
  const counted = await countTry(db, given, TRIES);
  if (!counted || counted.expires_at < now) throw expiredCode();
  if (counted.tries > TRIES || counted.wrong > (wrongADay[purpose] ?? Infinity)) throw limitExceeded();
  const expected = secrets.hmacs(...hmacInput(subject, purpose, given.code.trim()));
  if (!expected.some((hmac) => timingSafeEqual(hmac, counted.code_hmac))) throw codeMismatch();
  await db.transaction().execute(async (transaction) => {
    if (!(await markSpent(transaction, given, counted))) throw expiredCode();
    await use(transaction);
  });
}

function hmacInput(subject: string, purpose: CodePurpose, code: string): [text: string, use: string] {
  return [`${subject}:${code}`, `code ${purpose}`];
}
