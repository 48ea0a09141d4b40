// Lockout with back-off: after five failed proofs in a row of one counter, each further one has to wait twice as long.
import { countSignIn } from '../metrics.ts';
import { codeMismatch, notAuthorized, type ProtocolError, wrongPassword } from '../protocol/errors.ts';
import type { Call, Service } from '../service.ts';
import { countAttempt, takeBackAttempt } from './attempt.store.ts';
import type { AttemptCounter } from './attempt-counter.ts';

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
    const failures = await countAttempt(service.db, subject, service.now());
    if (failures === null) {
      countSignIn({ outcome: 'locked' });
      throw notAuthorized('Password attempts exceeded');
    }
    const proof = await judge(service, call, check, refusal);
    await takeBackAttempt(service.db, subject);
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
