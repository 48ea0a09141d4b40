import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Brand } from './look.ts';
import {
  type Claim,
  claimDueMessage,
  forgetFinished,
  markFailed,
  markForRetry,
  markSent,
  renewLease,
} from './outbox.store.ts';
import { retryDelay } from './retry.rules.ts';
import type { MailTables } from './schema.ts';
import { openMessage } from './sealed-message.ts';
import type { Sender } from './sender.ts';
import { composeMail, DeliveryError, type Transport } from './transport.ts';

const AT_ONCE = 5;
const LEASE_SECONDS = 60;
const RENEW_MS = 20_000;
const POLL_MS = 5_000;
const KEEP_DAYS = 30;
const TIDY_MS = 3_600_000;

export type DeliveryDeps = {
  database: Database<MailTables>;
  secrets: Secrets;
  transport: Transport;
  brand: Brand;
  sender: Sender;
  log: Log;
};

export type Delivery = {
  start(): Promise<void>;
  /** Takes no new message and lets those under way come to their end, but waits no longer than `waitMs`. */
  close(waitMs: number): Promise<void>;
};

/**
 * Delivers what is due in the outbox, here and in any number of other processes at once. A message is taken for a
 * minute, which is prolonged while it is being handed over, and marked when it has been: a process that dies loses
 * nothing, its messages are due again within that minute.
 *
 * A message is delivered once, with one exception that no mail client can rule out: when the connection or this
 * process ends after the mail server has taken the message and before that is written down, it is sent again. Both
 * copies carry the same Message-ID, by which servers and mail programs recognize them. Files are replaced instead.
 */
export function createDelivery({ database, transport, log, ...deps }: DeliveryDeps): Delivery {
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
        const claim = await claimDueMessage(db, LEASE_SECONDS);
        if (!claim) return;
        // Where one message is due there may be more: they do not wait for a slow mail server to take this one.
        wake();
        await deliver(claim);
      }
    } catch (error) {
      warnUnreachable(error);
    }
  }

  async function deliver(claim: Claim) {
    try {
      if (!unmarked.has(claim.id)) await handOver(claim);
    } catch (error) {
      return noteFailure(claim, error);
    }
    unmarked.add(claim.id);
    await markSent(db, claim);
    unmarked.delete(claim.id);
  }

  async function handOver(claim: Claim) {
    if (retryDelay(claim.attempts - 1, 0) === null) throw new DeliveryError('taken too often without an end', true);
    const message = openMessage(deps.secrets, claim.id, claim.content);
    const mail = await composeMail({ id: claim.id, createdAt: claim.created_at, message }, deps);
    const renewing = setInterval(() => renewLease(db, claim, LEASE_SECONDS).catch(warnUnreachable), RENEW_MS);
    await transport.deliver(mail, givingUp.signal).finally(() => clearInterval(renewing));
  }

  async function noteFailure(claim: Claim, error: unknown) {
    const { reason, permanent } = error instanceof DeliveryError ? error : unexpected(error);
    const delay = permanent ? null : retryDelay(claim.attempts, Math.random());
    const line = { part: 'mail', id: claim.id, attempts: claim.attempts, reason };
    if (delay === null) {
      log.error(line, 'a message cannot be delivered; it stays in the outbox as failed');
      await markFailed(db, claim, reason);
    } else {
      log.warn({ ...line, retryInSeconds: Math.round(delay) }, 'a message was not delivered yet');
      await markForRetry(db, claim, reason, delay);
    }
  }

  const tidy = () => forgetFinished(db, KEEP_DAYS).catch(warnUnreachable);

  function warnUnreachable(error: unknown) {
    log.warn({ part: 'mail', error: String(error) }, 'the outbox cannot be reached');
  }

  return {
    async start() {
      await database.listen('mail_outbox', wake);
      // A notification is lost with its connection, and a message that waits for its next attempt sends none.
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
      transport.close();
    },
  };
}

/** A file that cannot be written, a message that cannot be opened: an operator may mend it while the message waits. */
function unexpected(error: unknown) {
  const { code = (error as Error).constructor.name } = error as NodeJS.ErrnoException;
  return { reason: code, permanent: false };
}
