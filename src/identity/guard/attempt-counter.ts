// By whom the failed proofs of an account are counted. Strangers share one count. What the owner has shown to have counts
// apart from it, so that nobody else can use up the owner's tries: a device that the account knows, a sign-in, the link in a mail.
import type { Secrets } from '#platform/secrets.ts';
import { findDevice } from '../factors/device.store.ts';
import type { Call, Service } from '../service.ts';
import { readOwnerProof } from './owner-proof.ts';

/** `subject` is what tries are counted under, an id like an account's. `isOwners`: it is no stranger's. */
export type AttemptCounter = { subject: string; isOwners: boolean };

/** Requester of a sign-in, as far as known by now. `countedAs`: it was found earlier in the same sign-in. */
type Asker = { userId: string; deviceKey: string | null; countedAs?: string | undefined };

export async function counterOf(service: Service, call: Call, asker: Asker): Promise<AttemptCounter> {
  const { userId, deviceKey, countedAs } = asker;
  if (countedAs) return { subject: countedAs, isOwners: true };
  const proof = call.ownerProof ? readOwnerProof(service, call.ownerProof) : null;
  if (proof?.ok && proof.state.userId === userId)
    return ownCounter(service.secrets, userId, `proof ${proof.state.nonce}`);
  // The key of a device is not proved, and need not be: it is handed out to who has signed in, and nobody guesses it.
  const device = deviceKey ? await findDevice(service.db, userId, deviceKey) : null;
  return device
    ? ownCounter(service.secrets, userId, `device ${device.device_key}`)
    : { subject: userId, isOwners: false };
}

/** Counter for requests within a valid sign-in. */
export function counterOfSession(secrets: Secrets, session: { user_id: string; session_id: string }): AttemptCounter {
  return ownCounter(secrets, session.user_id, `session ${session.session_id}`);
}

/** Counter that a sign-in carries along, so that its later steps are counted as its first one was. */
export function countedAs(counter: AttemptCounter): { countedAs?: string } {
  return counter.isOwners ? { countedAs: counter.subject } : {};
}

function ownCounter(secrets: Secrets, userId: string, what: string): AttemptCounter {
  const hex = secrets.hmac(`${userId} ${what}`, 'attempt counter').toString('hex');
  const subject = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
  return { subject, isOwners: true };
}
