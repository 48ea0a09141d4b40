// Work that nobody asks for, and must not be forgotten: expired orders, sessions whose end was not reported, payments
// that are under way, refunds that were decided and not carried out. One process at a time does it, and nothing depends on
// that: every step locks its order. Failed work waits longer each time, and keeps nothing else waiting.

import { jobOf } from '#contract/operations/jobs.ts';
import { pauseAfter } from '#platform/jobs/pause.rules.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import { listServableOrders } from '../../goods/ports.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import { loseSilentDisputes } from '../dispute/end-dispute.ts';
import { claimDueOrders, findOrder, updateOrder } from '../order/order.store.ts';
import { DAY_MS } from '../order/unpaid-order-limits.rules.ts';
import { cancelOrder, cancelOrdersOfSuspended } from './cancel-order.ts';
import { hasLostSession, nextCheck } from './check-times.rules.ts';
import type { CheckoutService } from './checkout-service.ts';
import { deliverGoods } from './delivery/deliver-goods.ts';
import { bookOldOrders } from './earnings/book-order.ts';
import { releaseDueEarnings } from './earnings/release-due.ts';
import { forgetEvents } from './payment/payment-event.store.ts';
import { settleSession } from './payment/provider/settle-session.ts';
import { releaseExcessHolds } from './placing/release-holds.ts';
import { carryOutRefunds } from './refund/carry-out-refunds.ts';

export const reconcileJob = 'reconcile orders';
/** Longer than a turn, so that none is claimed twice in it. */
const CLAIM_MS = 2 * 60_000;
const TURN_MS = 40_000;
const AT_ONCE = 5;
const BATCH = 50;
const EVENT_DAYS = 60;
/** No method of payment takes longer. */
const WATCHED_DAYS = 30;

/** Runs now and then; answers how to stop, which waits for the run under way. */
export function reconcileRegularly(service: CheckoutService): () => Promise<void> {
  return runRegularly({
    db: service.db,
    ...jobOf(reconcileJob),
    work: () => reconcile(service),
    onError: (error) => service.log.error({ part: 'api', error: (error as Error).stack }, 'orders were not reconciled'),
  });
}

export async function reconcile(given: CheckoutService): Promise<void> {
  const service: CheckoutService = { ...given, actor: { kind: 'job' } };
  const { db, now } = service;
  const end = Date.now() + TURN_MS;
  for (;;) {
    const claimedUntil = new Date(now().getTime() + CLAIM_MS);
    const due = await claimDueOrders(db, { now: now(), claimedUntil, limit: BATCH });
    const isLast = due.length < BATCH;
    const work = Array.from({ length: AT_ONCE }, async () => {
      for (let order = due.shift(); order; order = due.shift())
        await check(service, order.order_id, order.failed_checks);
    });
    await Promise.all(work);
    if (isLast || Date.now() > end) break;
  }
  await cancelOrdersOfSuspended(service);
  await releaseExcessHolds(service);
  await loseSilentDisputes(service);
  await carryOutRefunds(service);
  await service.payIns.reconcile();
  await serveKeys(service);
  await bookOldOrders(service);
  await releaseDueEarnings(service);
  await forgetEvents(db, new Date(now().getTime() - EVENT_DAYS * DAY_MS));
}

/** Orders that wait for keys which are there: a process ended between loading them and handing them out. */
async function serveKeys(service: CheckoutService): Promise<void> {
  for (const orderId of await listServableOrders(service.db, BATCH))
    await deliverGoods(service, orderId).catch((error: Error) =>
      service.log.error({ part: 'api', order: orderId, error: error.stack }, 'keys were not given out'),
    );
}

async function check(service: CheckoutService, orderId: string, failedChecks: number): Promise<void> {
  const { db, log, now } = service;
  try {
    const next = await look(service, orderId);
    await updateOrder(db, orderId, { next_check_at: next, failed_checks: 0, updated_at: now() });
  } catch (error) {
    log.error({ part: 'api', order: orderId, error: (error as Error).stack }, 'an order was not reconciled');
    const failed = failedChecks + 1;
    await updateOrder(db, orderId, {
      next_check_at: pauseAfter(failed, now()),
      failed_checks: failed,
      updated_at: now(),
    });
  }
}

/** Answers when to look again. */
async function look(service: CheckoutService, orderId: string): Promise<Date | null> {
  const order = await findOrder(service.db, orderId);
  if (!order) return null;
  const now = service.now();
  if (order.status !== 'pending') return lookAtEnded(service, order, now);
  if (order.expires_at <= now) await cancelOrder(service, orderId, 'expired');
  else if (hasLostSession(order, now)) await cancelOrder(service, orderId, 'cancelled');
  else if (order.session_id) {
    const session = await service.provider.findSession(order.session_id);
    if (session) await settleSession(service, session);
  }
  const after = await findOrder(service.db, orderId);
  return after?.status === 'pending' ? nextCheck(after, now) : (after?.next_check_at ?? null);
}

/** An order whose payment was under way when it ended: what arrives after all is delivered or given back. */
async function lookAtEnded(service: CheckoutService, order: StoredOrder, now: Date): Promise<Date | null> {
  const session = order.session_id ? await service.provider.findSession(order.session_id) : null;
  if (session) await settleSession(service, session);
  if (session?.state !== 'unpaid') return null;
  const age = now.getTime() - order.created_at.getTime();
  if (age < WATCHED_DAYS * DAY_MS) return new Date(now.getTime() + Math.min(age, DAY_MS));
  service.log.warn(
    { part: 'api', order: order.order_id },
    'a payment has been under way for a month: it is not asked about any more',
  );
  return null;
}
