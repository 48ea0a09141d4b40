// Lockout with back-off: after five failed proofs in a row of one counter, each further one has to wait twice as long.
import { type Kysely, sql } from 'kysely';
import type { AttemptCounter } from './attempt-counter.ts';
import { codeMismatch, notAuthorized, type ProtocolError, wrongPassword } from './errors.ts';
import { countSignIn } from './metrics.ts';
import type { IdentityTables } from './schema.ts';
import type { Call, Service } from './service.ts';

const FREE = 5;
const LONGEST_SECONDS = 15 * 60;
/** Failures that lie further back are forgotten. */
const FORGET_HOURS = 24;

/**
 * Runs a proof of an account: a password, a code, a signature. `check` answers null when the proof fails, and that is
 * thrown as `refusal`. The attempt is counted before it is looked at, so that many at once, in however many processes, get no more tries than
 * one after another; a refused request does not count, so that clients which repeat it do themselves no harm. What the owner tries is not
 * refused for what others tried, of the same account or from the same address.
 */
export async function prove<T>(
  service: Service,
  call: Call,
  { subject, isOwners }: AttemptCounter,
  check: () => T | null | Promise<T | null>,
  refusal: () => ProtocolError,
): Promise<T> {
  if (!isOwners) service.limits.mayProve(call.address);
  return service.inTurn(subject, async () => {
    const failures = await begin(service.db, subject, service.now());
    if (failures === null) {
      countSignIn({ outcome: 'locked' });
      throw notAuthorized('Password attempts exceeded');
    }
    const proof = await judge(service, call, check, refusal);
    await takeBack(service.db, subject);
    return proof;
  });
}

/**
 * The same for what cannot be guessed, such as a signature: only the address that asks is counted, and only what fails is refused for
 * it. Counted by account, or refused before it is looked at, anybody could keep its owner out by failing on purpose.
 */
export async function proveUnguessable<T>(
  service: Service,
  call: Call,
  check: () => Promise<T | null>,
  refusal: () => ProtocolError,
): Promise<T> {
  const mayProve = () => service.limits.mayProve(call.address);
  return judge(service, call, check, refusal, mayProve);
}

async function judge<T>(
  service: Service,
  call: Call,
  check: () => T | null | Promise<T | null>,
  refusal: () => ProtocolError,
  beforeRefusal = () => {},
): Promise<T> {
  const proof = await check();
  if (proof !== null) return proof;
  beforeRefusal();
  await service.limits.failedProof(call.address);
  countSignIn({ outcome: outcomes.get(refusal) ?? 'wrong_proof' });
  throw refusal();
}

const outcomes = new Map<unknown, 'wrong_password' | 'wrong_code'>([
  [wrongPassword, 'wrong_password'],
  [codeMismatch, 'wrong_code'],
]);

/** The failures in a row with this one, or null while further attempts are refused. */
async function begin(db: Kysely<IdentityTables>, subject: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ failures: number }>`
    insert into identity.attempt as attempt (subject, failures, blocked_until, last_at)
    values (${subject}, 1, ${now}, ${now})
    on conflict (subject) do update set
      failures = case when attempt.last_at < ${now}::timestamptz - ${`${FORGET_HOURS} hours`}::interval then 1 else attempt.failures + 1 end,
      blocked_until = ${now}::timestamptz + case
        when attempt.failures + 1 < ${FREE} or attempt.last_at < ${now}::timestamptz - ${`${FORGET_HOURS} hours`}::interval then interval '0'
        else make_interval(secs => least(${LONGEST_SECONDS}, power(2, least(attempt.failures + 1 - ${FREE}, 20)))) end,
      last_at = ${now}
    where attempt.blocked_until <= ${now}
    returning failures`.execute(db);
  return rows[0]?.failures ?? null;
}

/** What was counted in advance and did not fail. Earlier failures stay until the whole sign-in succeeds. */
async function takeBack(db: Kysely<IdentityTables>, subject: string) {
  await sql`update identity.attempt set failures = failures - 1, blocked_until = last_at where subject = ${subject}`.execute(
    db,
  );
}

/** After a whole sign-in or a new password. */
export async function forgetAttempts(db: Kysely<IdentityTables>, subject: string) {
  await db.deleteFrom('identity.attempt').where('subject', '=', subject).execute();
}
