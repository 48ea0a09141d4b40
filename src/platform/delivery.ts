import type { QueryExecutorProvider } from 'kysely';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
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
  const runners = new Set<Promise<void>>();
  /** Delivered, but the database could not be told: it is told when their lease has ended. */
  const unmarked = new Set<string>();
  const givingUp = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let closing = false;

  function wake() {
    if (closing || runners.size === AT_ONCE) return;
    const runner = run().finally(() => runners.delete(runner));
    runners.add(runner);
  }

  async function run() {
    try {
      while (!closing) {
        const claim = await outbox.claim(db, LEASE_SECONDS);
        if (!claim) return;
        // Where one is due there may be more: they do not wait for a slow receiver to take this one.
        wake();
        await deliver(claim);
      }
    } catch (error) {
      warnUnreachable(error);
    }
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
  }

  async function handOver(claim: Claim & Row) {
    if (retryDelay(claim.attempts - 1, 0) === null) throw new DeliveryError('taken too often without an end', true);
    const renewing = setInterval(() => outbox.renewLease(db, claim, LEASE_SECONDS).catch(warnUnreachable), RENEW_MS);
    await options.deliver(claim, givingUp.signal).finally(() => clearInterval(renewing));
  }

  async function noteFailure(claim: Claim, error: unknown) {
    const { reason, permanent } = error instanceof DeliveryError ? error : unexpected(error);
    const delay = permanent ? null : retryDelay(claim.attempts, Math.random());
    const line = { part, id: claim.id, attempts: claim.attempts, reason };
    if (delay === null) {
      log.error(line, 'a message cannot be delivered; it stays in the outbox as failed');
      await outbox.markFailed(db, claim, reason);
    } else {
      log.warn({ ...line, retryInSeconds: Math.round(delay) }, 'a message was not delivered yet');
      await outbox.markForRetry(db, claim, reason, delay);
    }
  }

  const tidy = () => outbox.forgetFinished(db, KEEP_DAYS).catch(warnUnreachable);

  function warnUnreachable(error: unknown) {
    log.warn({ part, error: String(error) }, 'the outbox cannot be reached');
  }

  return {
    async start() {
      await database.listen(options.channel, wake);
      // A notification is lost with its connection, and what waits for its next attempt sends none.
      timers.push(setInterval(wake, POLL_MS).unref(), setInterval(tidy, TIDY_MS).unref());
      wake();
      void tidy();
    },
    async close(waitMs) {
      closing = true;
      for (const timer of timers) clearInterval(timer);
      const patience = setTimeout(() => givingUp.abort(), waitMs);
      await Promise.all(runners);
      clearTimeout(patience);
    },
  };
}

/** A file that cannot be written, a message that cannot be opened: an operator may mend it while the message waits. */
function unexpected(error: unknown) {
  const { code = (error as Error).constructor.name } = error as NodeJS.ErrnoException;
  return { reason: code, permanent: false };
}
