// The one way in which an order is paid, cancelled or expires. Webhook, return page, reconciliation and operator all end
// here; the order's own row, locked, decides what happens, whatever comes in whatever order and however often.
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction } from '#platform/after-commit.ts';
import { giveCouponBack } from '../coupon/coupon.store.ts';
import { canMove, countedItems, type StoredOrder } from '../order/order.rules.ts';
import { findOrder, lockOrder, updateOrder } from '../order/order.store.ts';
import { findOffers, holdItems, releaseItems, sellItems } from '../product/stock.store.ts';
import { markVerified } from '../review/review.store.ts';
import type { ApiTables } from '../schema.ts';
import type { CheckoutService } from './checkout-service.ts';
import { confirmationMail, lateRefundMail } from './order-mails.ts';
import { currency, type PaymentSession } from './payment-provider.ts';
import { recordOrder } from './record-order.ts';
import { carryOutRefunds } from './refund-order.ts';

/** `paid`: the order is paid, now or before. `refused`: the payment is not this order's, and nothing was changed. */
export type Settlement = 'paid' | 'refunded' | 'refused' | 'unpaid';

/**
 * What follows from the provider's word about a session. `eventId` makes an event count once; it is remembered in the
 * same transaction as what it does.
 */
export async function settleSession(
  service: CheckoutService,
  session: PaymentSession,
  eventId: string | null = null,
): Promise<Settlement> {
  const { log, now } = service;
  const told: CheckoutService = { ...service, actor: { kind: 'provider' } };
  const outcome = await inTransaction(service.db, async (transaction): Promise<Settlement> => {
    if (eventId && !(await isNewEvent(transaction, eventId, now()))) return 'unpaid';
    const order = session.orderId ? await lockOrder(transaction, session.orderId) : null;
    // A session is an order's when both say so; before the order knows its session, the provider's word is enough.
    if (!order || (order.session_id !== null && order.session_id !== session.id)) return 'refused';
    if (session.state === 'expired') {
      if (order.status === 'pending') await close(transaction, told, order, 'expired');
      return 'unpaid';
    }
    if (session.state !== 'paid') return 'unpaid';
    if (session.amountCents !== order.total_cents || session.currency !== currency) {
      log.error({ part: 'api', order: order.order_id, session: session.id }, 'a payment is not of its order’s amount');
      return 'refused';
    }
    return pay(transaction, told, order, session);
  });
  if (outcome === 'refunded') await carryOutRefunds(told);
  return outcome;
}

/** The operator's word that a transfer or a check has arrived. */
export async function markPaid(service: CheckoutService, orderId: string): Promise<Settlement> {
  return inTransaction(service.db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order || order.payment_method === 'card') return 'refused';
    const settlement = await pay(transaction, service, order, { id: null, paymentIntent: null });
    await recordOrder(transaction, service, orderId, 'transfer_noted', { settlement });
    return settlement;
  });
}

/**
 * Ends an order that was not paid: its items are free again, and its coupon can be used again. The provider's session
 * is ended first, so that nobody can pay for what is given away; if it was paid meanwhile, the order is paid.
 */
export async function cancelOrder(
  service: CheckoutService,
  orderId: string,
  status: 'cancelled' | 'expired',
): Promise<'done' | 'paid' | 'refused'> {
  const order = await findOrder(service.db, orderId);
  if (order?.status !== 'pending') return order?.status === 'paid' ? 'paid' : 'refused';
  const sessionId = order.session_id ?? (await findLostSession(service, order));
  if (sessionId) {
    const session = await service.provider.expireSession(sessionId);
    if (session.state === 'paid') return (await settleSession(service, session)) === 'paid' ? 'paid' : 'refused';
  }
  return inTransaction(service.db, async (transaction) => {
    const locked = await lockOrder(transaction, orderId);
    if (locked?.status === 'pending') {
      await close(transaction, service, locked, status);
      return 'done';
    }
    // The provider's own message that the session has ended may be here first.
    if (locked?.status === 'expired') {
      await updateOrder(transaction, orderId, { status, updated_at: service.now() });
      await recordOrder(transaction, service, orderId, status);
      return 'done';
    }
    return locked?.status === 'paid' ? 'paid' : 'refused';
  });
}

/** The session that was asked for, where the answer never arrived. */
async function findLostSession(service: CheckoutService, order: StoredOrder): Promise<string | null> {
  if (order.payment_method !== 'card' || order.expires_at <= service.now()) return null;
  const session = await service.provider.findLostSession(order, order.user_id ?? '');
  if (!session) return null;
  await updateOrder(service.db, order.order_id, { session_id: session.id, updated_at: service.now() });
  return session.id;
}

async function pay(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  session: { id: string | null; paymentIntent: string | null },
): Promise<Settlement> {
  if (['paid', 'fulfilled', 'refunded'].includes(order.status))
    return order.status === 'refunded' ? 'refunded' : 'paid';
  const now = service.now();
  const known = { session_id: session.id ?? order.session_id, payment_intent: session.paymentIntent, updated_at: now };
  // Late: the items were let go. They are the buyer's if they can still be had, otherwise the money goes back.
  if (order.status !== 'pending' && !(await holdAgain(db, order))) {
    await updateOrder(db, order.order_id, { ...known, status: 'refunded', paid_at: now });
    const refund = {
      refund_id: randomUUID(),
      order_id: order.order_id,
      amount_cents: order.total_cents,
      reason: 'paid after the items were let go',
      created_at: now,
    };
    await db.insertInto('api.refund').values(refund).execute();
    await recordOrder(db, service, order.order_id, 'refund_decided', { amount_cents: refund.amount_cents });
    if (order.user_id) await service.sendMail(db, lateRefundMail(service, order, order.user_id));
    return 'refunded';
  }
  if (!canMove(order.status, 'paid')) return 'refused';
  await sellItems(db, countedItems(order));
  const withReviews = db.with('verified_review', (also) =>
    markVerified(also, order.account_id, productsOf(order), true),
  );
  await updateOrder(withReviews, order.order_id, { ...known, status: 'paid', paid_at: now });
  const paid = { amount_cents: order.total_cents, method: order.payment_method };
  await recordOrder(db, service, order.order_id, 'paid', paid);
  if (order.user_id)
    await service.sendMail(
      db,
      await confirmationMail(service, { ...order, status: 'paid', paid_at: now }, order.user_id),
    );
  return 'paid';
}

function productsOf(order: StoredOrder): string[] {
  return order.lines.map((line) => line.product_id);
}

async function holdAgain(db: Kysely<ApiTables>, order: StoredOrder): Promise<boolean> {
  const items = countedItems(order);
  const offers = await findOffers(
    db,
    items.map((item) => item.product_id),
    { lock: true },
  );
  const free = items.every((item) => (offers.get(item.product_id)?.free ?? 0) >= item.quantity);
  if (free) await holdItems(db, items);
  return free;
}

async function close(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  status: 'cancelled' | 'expired',
): Promise<void> {
  await releaseItems(db, countedItems(order));
  await giveCouponBack(db, order.order_id);
  await updateOrder(db, order.order_id, { status, updated_at: service.now() });
  await recordOrder(db, service, order.order_id, status);
}

async function isNewEvent(db: Kysely<ApiTables>, eventId: string, now: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('api.payment_event')
    .values({ event_id: eventId, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return inserted !== undefined;
}
