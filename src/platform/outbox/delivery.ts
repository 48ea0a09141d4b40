import type { QueryExecutorProvider } from 'kysely';
import type { Database } from '../database/database.ts';
import { observeJob } from '../jobs/observe-job.ts';
import { recordUse, repeat } from '../jobs/repeat.ts';
import { runRegularly } from '../jobs/run-regularly.ts';
import type { Log } from '../observability/log.ts';
import { countDelivery, deliveryOutcomes } from '../observability/metrics.ts';
import { deliverOrRetry, LEASE_SECONDS } from './deliver-or-retry.ts';
import { createDispatcher } from './dispatcher.ts';
import type { Claim, Outbox } from './outbox.ts';
import type { RetryPlan } from './retry.rules.ts';

const POLL_MS = 5_000;
export const RETENTION_DAYS = 30;
const TIDY_MS = 3_600_000;

export type Delivery = {
  start(): Promise<void>;
  /**
   * Delivers one row at once, due or not, and comes to its end with the first attempt, whatever becomes of it: a row that
   * somebody else has, or that was not delivered, goes its usual way.
   */
  deliverNow(id: string): Promise<void>;
  /** Takes nothing new and lets what is under way come to its end, but waits no longer than `waitMs`. */
  close(waitMs: number): Promise<void>;
};

/**
 * Delivers what is due in an outbox, here and in any number of other processes at once. A row is taken for a minute,
 * which is prolonged while it is being handed over, and marked when it has been: a process that dies loses nothing, its
 * rows are due again within that minute. Failures are tried again with growing waits (retry.rules.ts).
 *
 * A row is delivered once, with one exception that no receiver can rule out: when the connection or this process ends
 * after it has been taken and before that is written down, it is sent again.
 */
export function createDelivery<Row>(options: {
  database: Pick<Database<unknown>, 'listen'> & { kysely: QueryExecutorProvider };
  outbox: Outbox<Row>;
  /** Channel that the table notifies when it is filled. */
  channel: string;
  /** Comes to its end when the row is in safe hands, and throws when that is not certain. */
  deliver: (claim: Claim & Row, signal: AbortSignal) => Promise<void>;
  part: string;
  /** Deliveries at once, where slow receivers should keep fewer of the others waiting. */
  atOnce?: number;
  /** True if a row that is not taken yet may have waited for one that ends. */
  inTurn?: boolean;
  plan?: RetryPlan;
  isOthersFault?: boolean;
  log: Log;
}): Delivery {
  const { database, outbox, part, log } = options;
  const db = database.kysely;
  const givingUp = new AbortController();
  const attempt = deliverOrRetry({
    db,
    outbox,
    deliver: (claim: Claim & Row) => options.deliver(claim, givingUp.signal),
    part,
    ...(options.plan && { plan: options.plan }),
    ...(options.isOthersFault && { isOthersFault: true }),
    log,
  });
  const dispatcher = createDispatcher({
    claim: (most) => outbox.claim(db, LEASE_SECONDS, most),
    async deliver(claim) {
      // Failed deliveries are tried again within seconds at first.
      recordUse();
      await observeJob(`deliver from the outbox of ${part}`, () => attempt(claim));
      if (options.inTurn) dispatcher.wake();
    },
    onError: warnUnreachable,
    ...(options.atOnce && { atOnce: options.atOnce }),
  });
  let stopPolling: (() => void) | null = null;
  let stopTidying = async () => {};

  function warnUnreachable(error: unknown) {
    log.warn({ part, error: String(error) }, 'the outbox cannot be reached');
  }

  return {
    async start() {
      for (const outcome of deliveryOutcomes) countDelivery({ outbox: part, outcome }, 0);
      await database.listen(options.channel, dispatcher.wake);
      // A notification is lost with its connection, and what waits for its next attempt sends none.
      stopPolling = repeat(dispatcher.wake, POLL_MS);
      dispatcher.wake();
      stopTidying = runRegularly({
        db,
        name: `tidy the outbox of ${part}`,
        everyMs: TIDY_MS,
        work: () => outbox.forgetFinished(db, RETENTION_DAYS),
        onError: warnUnreachable,
      });
    },
    async deliverNow(id) {
      if (!stopPolling || dispatcher.isClosing()) return;
      const claim = await outbox.claimFirst(db, LEASE_SECONDS, id).catch(warnUnreachable);
      if (claim) await dispatcher.dispatch(claim);
    },
    async close(waitMs) {
      stopPolling?.();
      const giveUp = setTimeout(() => givingUp.abort(), waitMs);
      await Promise.all([dispatcher.close(), stopTidying()]);
      clearTimeout(giveUp);
    },
  };
}
