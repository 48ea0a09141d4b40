import type { QueryExecutorProvider } from 'kysely';
import type { Database } from '../database/database.ts';
import { observeJob } from '../jobs/observe-job.ts';
import { runRegularly } from '../jobs/run-regularly.ts';
import type { Log } from '../observability/log.ts';
import { countDelivery, deliveryOutcomes } from '../observability/metrics.ts';
import { inSpan } from '../observability/telemetry.ts';
import type { Claim, Outbox } from './outbox.ts';
import { retryDelay } from './retry.rules.ts';

const AT_ONCE = 5;
const LEASE_SECONDS = 60;
const RENEW_MS = 20_000;
const POLL_MS = 5_000;
const KEEP_DAYS = 30;
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

/** Why something was not taken, in words that can be logged: no addresses, no bodies. */
export class DeliveryError extends Error {
  readonly reason: string;
  /** No later attempt will do better. */
  readonly permanent: boolean;
  constructor(reason: string, permanent: boolean) {
    super(reason);
    this.reason = reason;
    this.permanent = permanent;
  }
}

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
  /** What the table notifies when it is filled. */
  channel: string;
  /** Comes to its end when the row is in safe hands, and throws when that is not certain. */
  deliver: (claim: Claim & Row, signal: AbortSignal) => Promise<void>;
  part: string;
  log: Log;
}): Delivery {
  const { database, outbox, part, log } = options;
  const db = database.kysely;
  const underWay = new Set<Promise<void>>();
  /** One question at a time, however often it is asked for; `asked` says that there may be more since. */
  let taking: Promise<void> | null = null;
  let asked = false;
  /** Delivered, but the database could not be told: it is told when their lease has ended. */
  const unmarked = new Set<string>();
  const givingUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let stopTidying = async () => {};
  let closing = false;

  function wake() {
    asked = true;
    if (closing || taking || underWay.size >= AT_ONCE) return;
    taking = take().then(
      () => {
        taking = null;
        // Asked for between the last look and now.
        if (asked) wake();
      },
      (error) => {
        taking = null;
        warnUnreachable(error);
      },
    );
  }

  async function take() {
    while (asked && !closing && underWay.size < AT_ONCE) {
      const room = AT_ONCE - underWay.size;
      asked = false;
      const claims = await outbox.claim(db, LEASE_SECONDS, room);
      for (const claim of claims) void begin(claim);
      // There may be more: they do not wait for a slow receiver to take these.
      asked ||= claims.length === room;
    }
  }

  function begin(claim: Claim & Row): Promise<void> {
    const work = observeJob(`deliver from the outbox of ${part}`, () => deliver(claim))
      .catch(warnUnreachable)
      .finally(() => {
        underWay.delete(work);
        if (asked) wake();
      });
    underWay.add(work);
    return work;
  }

  async function deliver(claim: Claim & Row) {
    try {
      if (!unmarked.has(claim.id)) await handOver(claim);
    } catch (error) {
      return noteFailure(claim, error);
    }
    unmarked.add(claim.id);
    await outbox.markSent(db, claim);
    unmarked.delete(claim.id);
    countDelivery({ outbox: part, outcome: 'sent' });
  }

  async function handOver(claim: Claim & Row) {
    if (retryDelay(claim.attempts - 1, 0) === null) throw new DeliveryError('taken too often without an end', true);
    const renewing = setInterval(() => outbox.renewLease(db, claim, LEASE_SECONDS).catch(warnUnreachable), RENEW_MS);
    try {
      await inSpan(`hand over from ${part}`, { kind: 'client' }, () => options.deliver(claim, givingUp.signal));
    } finally {
      clearInterval(renewing);
    }
  }

  async function noteFailure(claim: Claim, error: unknown) {
    const { reason, permanent } = error instanceof DeliveryError ? error : unexpected(error);
    const delay = permanent ? null : retryDelay(claim.attempts, Math.random());
    const line = { part, id: claim.id, attempts: claim.attempts, reason };
    if (delay === null) {
      log.error(line, 'a message cannot be delivered; it stays in the outbox as failed');
      await outbox.markFailed(db, claim, reason);
      countDelivery({ outbox: part, outcome: 'failed' });
    } else {
      log.warn({ ...line, retryInSeconds: Math.round(delay) }, 'a message was not delivered yet');
      await outbox.markForRetry(db, claim, reason, delay);
      countDelivery({ outbox: part, outcome: 'retried' });
    }
  }

  function warnUnreachable(error: unknown) {
    log.warn({ part, error: String(error) }, 'the outbox cannot be reached');
  }

  return {
    async start() {
      for (const outcome of deliveryOutcomes) countDelivery({ outbox: part, outcome }, 0);
      await database.listen(options.channel, wake);
      // A notification is lost with its connection, and what waits for its next attempt sends none.
      timer = setInterval(wake, POLL_MS).unref();
      wake();
      stopTidying = runRegularly({
        db,
        name: `tidy the outbox of ${part}`,
        everyMs: TIDY_MS,
        work: () => outbox.forgetFinished(db, KEEP_DAYS),
        onError: warnUnreachable,
      });
    },
    async deliverNow(id) {
      if (!timer || closing) return;
      const claim = await outbox.claimFirst(db, LEASE_SECONDS, id).catch(warnUnreachable);
      if (claim) await begin(claim);
    },
    async close(waitMs) {
      closing = true;
      clearInterval(timer);
      const patience = setTimeout(() => givingUp.abort(), waitMs);
      await taking;
      await Promise.all([...underWay, stopTidying()]);
      clearTimeout(patience);
    },
  };
}

/** A file that cannot be written, a message that cannot be opened: an operator may mend it while the message waits. */
function unexpected(error: unknown) {
  const { code = (error as Error).constructor.name } = error as NodeJS.ErrnoException;
  return { reason: code, permanent: false };
}
