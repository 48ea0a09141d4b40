// What nobody asks for, and must not be forgotten: orders whose time is over, sessions whose end was not heard of, refunds
// that were decided and not carried out. One process at a time does it, and nothing depends on that: every step locks its
// order.
import { runRegularly } from '#platform/run-regularly.ts';
import { findOrder, listOverdueOrders, listUnsettledOrders, updateOrder } from '../order/order.store.ts';
import type { CheckoutService } from './checkout-service.ts';
import { carryOutRefunds } from './refund-order.ts';
import { cancelOrder, settleSession } from './settle-order.ts';

const EVERY_MS = 15_000;
const AT_ONCE = 50;
/** A session that was not made by then never will be: the process that wanted it has ended. */
const SESSION_BY_MS = 2 * 60_000;
/** The provider's message is usually here within seconds. */
const HEARD_BY_MS = 60_000;
const EVENT_DAYS = 60;

/** Runs now and then; answers how to stop, which waits for the run under way. */
export function reconcileRegularly(service: CheckoutService): () => Promise<void> {
  return runRegularly({
    db: service.db,
    name: 'reconcile orders',
    everyMs: EVERY_MS,
    work: () => reconcile(service),
    onError: (error) => service.log.error({ part: 'api', error: (error as Error).stack }, 'orders were not reconciled'),
  });
}

export async function reconcile(given: CheckoutService): Promise<void> {
  const service: CheckoutService = { ...given, actor: { kind: 'job' } };
  const now = service.now().getTime();
  const sessionBy = new Date(now - SESSION_BY_MS);
  for (const order of await listOverdueOrders(service.db, { now: new Date(now), sessionBy, limit: AT_ONCE })) {
    const end = order.expires_at.getTime() <= now ? 'expired' : 'cancelled';
    await each(service, order.order_id, () => cancelOrder(service, order.order_id, end));
  }
  for (const id of await listUnsettledOrders(service.db, { createdBy: new Date(now - HEARD_BY_MS), limit: AT_ONCE }))
    await each(service, id, () => ask(service, id));
  await carryOutRefunds(service);
  await service.db
    .deleteFrom('api.payment_event')
    .where('received_at', '<', new Date(now - EVENT_DAYS * 24 * 60 * 60_000))
    .execute();
}

async function ask(service: CheckoutService, orderId: string): Promise<void> {
  const order = await findOrder(service.db, orderId);
  if (!order?.session_id) return;
  const session = await service.provider.findSession(order.session_id);
  // To the end of the line, so that every order has its turn.
  await updateOrder(service.db, orderId, { updated_at: service.now() });
  if (session) await settleSession(service, session);
}

/** One order that cannot be settled must not keep the others waiting. */
async function each(service: CheckoutService, orderId: string, work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    service.log.error({ part: 'api', order: orderId, error: (error as Error).stack }, 'an order was not reconciled');
  }
}
