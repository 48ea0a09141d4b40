// The one way in which an order is paid. Webhook, return page, reconciliation and operator all end here; the order's own
// row, locked, decides what happens, whatever comes in whatever order and however often.
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../audit.ts';
import { canMove, countedItems, paidCents, type StoredOrder } from '../../order/order.rules.ts';
import { lockOrder, updateOrder } from '../../order/order.store.ts';
import { insertRefund } from '../../order/refund.store.ts';
import { sellItems } from '../../product/stock.store.ts';
import { markVerified } from '../../review/review.store.ts';
import type { ApiTables, UnmatchedPaymentTable } from '../../schema.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { close } from '../close-order.ts';
import { confirmationMail, lateRefundMail } from '../order-mails.ts';
import { recordOrder } from '../record-order.ts';
import { carryOutRefunds } from '../refund/refund-order.ts';
import { priceToday, takeAgain } from './late-payment.ts';
import { currency } from './payment-provider.ts';
import type { PaymentSession } from './provider-answers.ts';
import { openReview } from './review-order.ts';
import { secureItems } from './secure-items.ts';

/**
 * `paid`: the order is paid, now or before. `in_review`: somebody has to look at the payment. `refused`: the payment is not
 * this order's, and nothing of it was changed.
 */
export type Settlement = 'paid' | 'refunded' | 'in_review' | 'refused' | 'unpaid';

/**
 * What follows from the provider's word about a session. `eventId` makes an event count once; it is remembered in the
 * same transaction as what it does.
 */
export async function settleSession(
  service: CheckoutService,
  session: PaymentSession,
  eventId: string | null = null,
): Promise<Settlement> {
  const told: CheckoutService = { ...service, actor: { kind: 'provider' } };
  const outcome = await inTransaction(service.db, async (transaction): Promise<Settlement> => {
    if (eventId && !(await isNewEvent(transaction, eventId, service.now()))) return 'unpaid';
    const order = session.orderId ? await lockOrder(transaction, session.orderId) : null;
    // A session is an order's when both say so; before the order knows its session, the provider's word is enough.
    if (!order || (order.session_id !== null && order.session_id !== session.id)) {
      if (session.state === 'paid')
        await noteUnmatched(transaction, told, {
          payment_id: session.id,
          order_id: session.orderId,
          amount_cents: session.amountCents,
          currency: session.currency,
          reason: order ? 'other_session' : 'unknown_order',
        });
      return 'refused';
    }
    if (session.state === 'expired') {
      if (order.status === 'pending') await close(transaction, told, order, 'expired', { session });
      return 'unpaid';
    }
    if (session.state !== 'paid') return 'unpaid';
    const { id, paymentIntent } = session;
    if (session.amountCents !== order.total_cents || session.currency !== currency) {
      const received = { session_id: id, payment_intent: paymentIntent, received_cents: session.amountCents };
      return openReview(transaction, told, order, { reason: 'amount', currency: session.currency, received });
    }
    return pay(transaction, told, order, { id, paymentIntent });
  });
  if (outcome === 'refunded') await carryOutRefunds(told);
  return outcome;
}

/** An order that ended before its transfer came: what it cost, and what it would cost today. */
export type Late = { outcome: 'late'; orderedCents: number; todayCents: number | null; problem: string | null };

/**
 * The operator's word that a transfer or a check has arrived. An order that has ended is taken under the rules of the day
 * (where it still costs as much), or with `late` as it was ordered, as long as its items can be had.
 */
export async function markPaid(
  service: CheckoutService,
  orderId: string,
  { late = false }: { late?: boolean } = {},
): Promise<Settlement | Late> {
  return inTransaction(service.db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order || order.payment_method === 'card') return 'refused';
    if (isOfNobody(order) && !order.paid_at)
      return { outcome: 'late', orderedCents: order.total_cents, todayCents: null, problem: 'Its buyer has left.' };
    if (order.status === 'cancelled' || order.status === 'expired') {
      const today = await priceToday(transaction, service, order);
      const isSame = today.problem === null && today.totalCents === order.total_cents;
      if (!today.canBeHad || (!late && !isSame))
        return {
          outcome: 'late',
          orderedCents: order.total_cents,
          todayCents: today.totalCents,
          problem: today.problem,
        };
      await sell(transaction, service, await takeAgain(transaction, order, today), {});
    } else {
      const settlement = await pay(transaction, service, order, { id: null, paymentIntent: null });
      if (settlement !== 'paid') return settlement;
    }
    await recordOrder(transaction, service, orderId, 'transfer_noted', { late: String(late) });
    return 'paid';
  });
}

/** What arrived for no order: kept for the operator, and told once. */
export async function noteUnmatched(
  transaction: Transaction<ApiTables>,
  service: Pick<CheckoutService, 'actor' | 'log' | 'now'>,
  payment: Omit<UnmatchedPaymentTable, 'seen_at'>,
): Promise<void> {
  const noted = await transaction
    .insertInto('api.unmatched_payment')
    .values({ ...payment, seen_at: service.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('payment_id')
    .executeTakeFirst();
  if (!noted) return;
  const { payment_id: id, reason, amount_cents, currency } = payment;
  const details = { reason, amount_cents, currency };
  await recordAudit(transaction, service.actor, {
    action: 'payment.unmatched',
    subject: { kind: 'payment', id },
    details,
  });
  service.log.error({ part: 'api', payment: id, ...details }, 'a payment is no order’s: look at it at the provider');
}

type Paid = { id: string | null; paymentIntent: string | null };

async function pay(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  session: Paid,
): Promise<Settlement> {
  if (order.status === 'refunded' || order.status === 'in_review') return order.status;
  if (order.status === 'paid' || order.status === 'fulfilled') return 'paid';
  const known = { session_id: session.id ?? order.session_id, payment_intent: session.paymentIntent };
  // Nobody is there any more to get what was ordered.
  if (isOfNobody(order)) return giveBack(db, service, order, { ...known, why: 'the account was deleted' });
  if (order.status !== 'pending') {
    const today = await priceToday(db, service, order);
    if (today.problem !== null || (today.totalCents ?? 0) > order.total_cents) {
      return giveBack(db, service, order, {
        ...known,
        why: `paid after the order had ended: ${today.problem ?? 'it costs more now'}`,
      });
    }
    service.log.warn({ part: 'api', order: order.order_id }, 'an order that had ended was paid, and is delivered');
    await sell(db, service, await takeAgain(db, order, today), known);
    return 'paid';
  }
  const secured = await secureItems(db, order);
  if (!secured) return giveBack(db, service, order, { ...known, why: 'the items are not there any more' });
  await sell(db, service, secured, known);
  return 'paid';
}

type Known = { session_id?: string | null; payment_intent?: string | null };

/** The items are held, the coupon is taken: now they are the buyer's. */
export async function sell(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  known: Known,
): Promise<void> {
  const now = service.now();
  await sellItems(db, countedItems(order));
  const withReviews = db.with('verified_review', (also) =>
    markVerified(also, order.account_id, productsOf(order), true),
  );
  await updateOrder(withReviews, order.order_id, {
    ...known,
    status: 'paid',
    review_reason: null,
    resume_status: null,
    received_cents: paidCents(order),
    paid_at: now,
    next_check_at: null,
    updated_at: now,
  });
  const paid = { amount_cents: paidCents(order), method: order.payment_method };
  await recordOrder(db, service, order.order_id, 'paid', paid);
  if (order.user_id)
    await service.sendMail(db, confirmationMail(service, { ...order, status: 'paid', paid_at: now }, order.user_id));
}

/** Decides that a whole payment goes back, for which nothing can be delivered. */
async function giveBack(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  { why, ...known }: Known & { why: string },
): Promise<Settlement> {
  // There is nothing that could go back.
  if (order.total_cents === 0 || !canMove(order.status, 'refunded')) return 'refused';
  const now = service.now();
  if (order.status === 'pending') await close(db, service, order, 'cancelled');
  await updateOrder(db, order.order_id, {
    ...known,
    status: 'refunded',
    received_cents: order.total_cents,
    paid_at: now,
    next_check_at: null,
    updated_at: now,
  });
  await insertRefund(db, {
    refund_id: randomUUID(),
    order_id: order.order_id,
    amount_cents: order.total_cents,
    reason: why,
    next_attempt_at: now,
    created_at: now,
  });
  await recordOrder(db, service, order.order_id, 'refund_decided', { amount_cents: order.total_cents, why });
  service.log.warn({ part: 'api', order: order.order_id, why }, 'a payment goes back: nothing can be delivered for it');
  if (order.user_id) await service.sendMail(db, lateRefundMail(service, order, order.user_id));
  return 'refunded';
}

function isOfNobody({ user_id, account_id }: StoredOrder): boolean {
  return user_id === null && account_id === null;
}

function productsOf(order: StoredOrder): string[] {
  return order.lines.map((line) => line.product_id);
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
