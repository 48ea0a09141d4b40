import type { QueryExecutorProvider } from 'kysely';
import type { Log } from '../observability/log.ts';
import { countDelivery } from '../observability/metrics.ts';
import { inSpan } from '../observability/telemetry.ts';
import { DeliveryError } from './delivery-error.ts';
import type { Claim, Outbox } from './outbox.ts';
import { type RetryPlan, retryDelay } from './retry.rules.ts';

/** Nobody else is given a row that was taken for so long, or that its attempt has renewed. */
export const LEASE_SECONDS = 60;
const RENEW_MS = 20_000;

/**
 * One attempt to deliver a row that was claimed: the row is marked as sent, to be tried again, or as failed. Throws where the
 * database cannot be told; what was delivered then is not delivered again by this process.
 */
export function deliverOrRetry<Row>(options: {
  db: QueryExecutorProvider;
  outbox: Outbox<Row>;
  deliver: (claim: Claim & Row) => Promise<void>;
  part: string;
  /** How often, and for how long, it is tried. */
  plan?: RetryPlan;
  /** True if a receiver's refusal is no concern of the operator's. */
  isOthersFault?: boolean;
  log: Log;
}): (claim: Claim & Row) => Promise<void> {
  const { db, outbox, part, plan, isOthersFault = false, log } = options;
  /** Delivered, but the database could not be told: it is told when their lease has ended. */
  const unmarked = new Set<string>();

  async function handOver(claim: Claim & Row) {
    if (retryDelay(claim.attempts - 1, 0, plan) === null)
      throw new DeliveryError('taken too often without an end', true);
    const renew = () =>
      outbox
        .renewLease(db, claim, LEASE_SECONDS)
        .catch((error) => log.warn({ part, error: String(error) }, 'a lease could not be renewed'));
    const renewing = setInterval(renew, RENEW_MS);
    try {
      await inSpan(`hand over from ${part}`, { kind: 'client' }, () => options.deliver(claim));
    } finally {
      clearInterval(renewing);
    }
  }

  async function recordFailure(claim: Claim, error: unknown) {
    const { reason, permanent } = error instanceof DeliveryError ? error : unexpected(error);
    const delay = permanent ? null : retryDelay(claim.attempts, Math.random(), plan);
    const line = { part, id: claim.id, attempts: claim.attempts, reason };
    if (delay === null) {
      log[isOthersFault ? 'info' : 'error'](line, 'a message cannot be delivered; it stays in the outbox as failed');
      await outbox.markFailed(db, claim, reason);
      countDelivery({ outbox: part, outcome: 'failed' });
    } else {
      log[isOthersFault ? 'info' : 'warn'](
        { ...line, retryInSeconds: Math.round(delay) },
        'a message was not delivered yet',
      );
      await outbox.markForRetry(db, claim, reason, delay);
      countDelivery({ outbox: part, outcome: 'retried' });
    }
  }

  return async (claim) => {
    try {
      if (!unmarked.has(claim.id)) await handOver(claim);
    } catch (error) {
      return recordFailure(claim, error);
    }
    unmarked.add(claim.id);
    await outbox.markSent(db, claim);
    unmarked.delete(claim.id);
    countDelivery({ outbox: part, outcome: 'sent' });
  };
}

/** A file that cannot be written, a message that cannot be opened: an operator may mend it while the message waits. */
function unexpected(error: unknown) {
  const { code = (error as Error).constructor.name } = error as NodeJS.ErrnoException;
  return { reason: code, permanent: false };
}
