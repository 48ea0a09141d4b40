// Giving money back: decided in the database, asked for at the provider, and true when the provider says so.
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { formatCents } from '#contract/money.ts';
import type { RefundState } from '#contract/order.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import {
  countedItems,
  isHolding,
  isSold,
  paidCents,
  refundableCents,
  type StoredOrder,
} from '../../order/order.rules.ts';
import { hasPaidFor, lockOrder, updateOrder } from '../../order/order.store.ts';
import { claimDueRefunds, type DueRefund, insertRefund, updateRefund } from '../../order/refund.store.ts';
import { findOffers, holdItems, returnItems, sellItems } from '../../product/stock.store.ts';
import { markVerified } from '../../review/review.store.ts';
import type { ApiTables } from '../../schema.ts';
import { pauseAfter } from '../check-times.rules.ts';
import { CheckoutRefusal, type CheckoutService } from '../checkout-service.ts';
import { release } from '../close-order.ts';
import { refundMail } from '../order-mails.ts';
import { isProviderRefusal } from '../payment/payment-provider.ts';
import type { ProviderRefund } from '../payment/provider-answers.ts';
import { recordOrder } from '../record-order.ts';

const AT_ONCE = 20;
/** A refund that is younger has not been asked for before. */
const FRESH_MS = 60_000;
/** What the provider may say after what it has said. */
const following: Partial<Record<RefundState, readonly RefundState[]>> = {
  decided: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
};
/** In place of the provider's id, for money that the operator gives back. */
const BY_HAND = 'by hand';
/** Longer than the provider may be asked for one refund. */
const CLAIM_MS = 2 * 60_000;

export type RefundOutcome = {
  amountCents: number;
  state: 'decided' | 'pending' | 'succeeded' | 'failed';
  failure: string | null;
};

/**
 * Decides a refund of `amountCents`, or of all that is left of the order, and asks the provider for it. A whole refund of
 * an order puts its items back. The order is locked, so that refunds at the same time never exceed what was received.
 */
export async function refundOrder(
  service: CheckoutService,
  given: { orderId: string; amountCents: number | null; reason: string },
): Promise<RefundOutcome> {
  const refundId = randomUUID();
  const amountCents = await inTransaction(service.db, async (transaction) => {
    const order = await lockOrder(transaction, given.orderId);
    if (!order) throw new CheckoutRefusal(400, `There is no order ${given.orderId}.`);
    if (order.review_reason === 'dispute')
      throw new CheckoutRefusal(409, 'The payment is disputed: its money goes back by the dispute, if at all.');
    // What failed to go back of a refunded order can be tried again.
    if (!['paid', 'fulfilled', 'in_review', 'refunded'].includes(order.status))
      throw new CheckoutRefusal(409, `The order is ${order.status}: there is nothing to refund.`);
    const left = refundableCents(order);
    const amount = given.amountCents ?? left;
    if (amount <= 0 || amount > left)
      throw new CheckoutRefusal(409, `${formatCents(left)} of the order can be refunded.`);
    const now = service.now();
    await insertRefund(transaction, {
      refund_id: refundId,
      order_id: order.order_id,
      amount_cents: amount,
      reason: given.reason,
      next_attempt_at: now,
      created_at: now,
    });
    await recordOrder(transaction, service, order.order_id, 'refund_decided', { amount_cents: amount });
    return amount;
  });
  await carryOutRefunds(service, refundId);
  const { state, failure } = await service.db
    .selectFrom('api.refund')
    .select(['state', 'failure'])
    .where('refund_id', '=', refundId)
    .executeTakeFirstOrThrow();
  return { amountCents, state, failure };
}

/**
 * Every refund that is decided and not asked for, or that the provider still works on; or the one that is named. Safe to
 * repeat: the refund's id is the provider's idempotency key. One that fails waits longer each time, behind the others.
 */
export async function carryOutRefunds(service: CheckoutService, refundId: string | null = null): Promise<void> {
  const now = service.now();
  const claimedUntil = new Date(now.getTime() + CLAIM_MS);
  const due = await claimDueRefunds(service.db, { now, claimedUntil, limit: AT_ONCE, refundId });
  for (const refund of due) {
    try {
      await carryOut(service, refund);
    } catch (error) {
      const line = { part: 'api', refund: refund.refund_id, order: refund.order_id, error: (error as Error).stack };
      service.log.error(line, 'a refund was not carried out');
      const attempts = refund.attempts + 1;
      await updateRefund(service.db, refund.refund_id, {
        attempts,
        next_attempt_at: pauseAfter(attempts, service.now()),
      });
    }
  }
}

async function carryOut(service: CheckoutService, refund: DueRefund): Promise<void> {
  const { refund_id: refundId, order_id: orderId, amount_cents: amountCents, payment_intent: paymentIntent } = refund;
  const answer = paymentIntent
    ? await askFor(service, { ...refund, payment_intent: paymentIntent })
    : { id: BY_HAND, amountCents, state: 'succeeded' as const, failure: null, refundId };
  await inTransaction(service.db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (order) await noteRefund(transaction, service, order, answer, refund.attempts);
  });
}

async function askFor(
  { provider, now }: CheckoutService,
  {
    refund_id: refundId,
    amount_cents: amountCents,
    state,
    attempts,
    created_at,
    payment_intent: paymentIntent,
  }: DueRefund & { payment_intent: string },
): Promise<ProviderRefund> {
  // Asked for again it would repeat its first answer, and after a day give the money once more.
  const mayBeKnown = state === 'pending' || attempts > 0 || now().getTime() - created_at.getTime() > FRESH_MS;
  const payment = mayBeKnown ? await provider.findPayment(paymentIntent) : null;
  const known = payment?.refunds.find((refund) => refund.refundId === refundId);
  if (known) return known;
  try {
    return await provider.refund({ refundId, paymentIntent, amountCents });
  } catch (error) {
    if (!isProviderRefusal(error)) throw error;
    return { id: '', amountCents, state: 'failed', failure: (error as Error).message, refundId };
  }
}

/**
 * What the provider says of a refund becomes true of the order, once: whatever is told again changes nothing. The order must
 * be locked. A refund that the shop has not asked for is added.
 */
export async function noteRefund(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  told: ProviderRefund,
  attempts = 0,
): Promise<void> {
  const now = service.now();
  const known = await transaction
    .selectFrom('api.refund')
    .selectAll()
    .where('order_id', '=', order.order_id)
    .where((eb) =>
      eb.or([
        ...(told.id && told.id !== BY_HAND ? [eb('provider_id', '=', told.id)] : []),
        ...(told.refundId ? [eb('refund_id', '=', told.refundId)] : []),
      ]),
    )
    .executeTakeFirst();
  // An answer of before: what it says is over.
  if (known && known.state !== told.state && !(following[known.state] ?? []).includes(told.state)) return;
  if (known?.state === told.state) {
    if (told.state === 'pending')
      await updateRefund(transaction, known.refund_id, {
        next_attempt_at: pauseAfter(attempts + 1, now),
        attempts: attempts + 1,
      });
    return;
  }
  const change = {
    state: told.state,
    failure: told.failure,
    attempts: attempts + 1,
    next_attempt_at: pauseAfter(attempts + 1, now),
    ...(told.id && { provider_id: told.id }),
  };
  if (known) await updateRefund(transaction, known.refund_id, change);
  else
    await insertRefund(transaction, {
      ...change,
      refund_id: randomUUID(),
      order_id: order.order_id,
      amount_cents: told.amountCents,
      reason: '',
      origin: 'provider',
      created_at: now,
    });
  const amount = { amount_cents: told.amountCents };
  if (told.state === 'succeeded')
    await giveBack(transaction, service, order, { amountCents: told.amountCents, reason: known?.reason ?? '' });
  else if (known?.state === 'succeeded') await takeBack(transaction, service, order, told.amountCents);
  if (told.state === 'pending') await recordOrder(transaction, service, order.order_id, 'refund_pending', amount);
  if (told.state !== 'failed') return;
  await recordOrder(transaction, service, order.order_id, 'refund_failed', { ...amount, failure: told.failure ?? '' });
  service.log.error(
    { part: 'api', order: order.order_id, failure: told.failure },
    'a refund has failed: the buyer has not got it',
  );
}

/** Money has gone back. `by`: it went by a dispute that was lost, of which the bank tells the buyer. */
export async function giveBack(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  { amountCents, reason, by = 'refund' }: { amountCents: number; reason: string; by?: 'refund' | 'dispute' },
): Promise<void> {
  const received = Math.max(order.total_cents, order.received_cents ?? 0);
  const refunded = Math.min(order.refunded_cents + amountCents, received);
  if (refunded < order.refunded_cents + amountCents)
    service.log.error(
      { part: 'api', order: order.order_id },
      'more went back than was received: a refund and a dispute',
    );
  const whole = refunded >= paidCents(order);
  const wasSold = isSold(order);
  await updateOrder(db, order.order_id, {
    refunded_cents: refunded,
    ...(whole && {
      status: 'refunded' as const,
      review_reason: null,
      resume_status: null,
      items_returned: wasSold,
    }),
    updated_at: service.now(),
  });
  await recordOrder(db, service, order.order_id, 'refunded', { amount_cents: amountCents });
  // Items of an order that was paid too late were never taken out of stock.
  if (whole && wasSold) await returnItems(db, countedItems(order));
  if (whole && !wasSold && isHolding(order)) await release(db, order);
  if (whole && wasSold && order.account_id) await withdrawVerification(db, order, order.account_id);
  // Who paid too late was told when that was decided.
  const isNews = by === 'refund' && order.status !== 'refunded';
  if (order.user_id && isNews)
    await service.sendMail(
      db,
      refundMail(service, order, order.user_id, { amountCents, refundedCents: refunded, reason }),
    );
}

/** A refund that had arrived has come back: the money is the shop's again, and what was put back into stock is the buyer's. */
async function takeBack(db: Transaction<ApiTables>, service: CheckoutService, order: StoredOrder, amountCents: number) {
  const { items_returned: wereReturned } = order;
  await updateOrder(db, order.order_id, {
    refunded_cents: Math.max(0, order.refunded_cents - amountCents),
    ...(wereReturned && { status: 'paid' as const, items_returned: false }),
    updated_at: service.now(),
  });
  if (!wereReturned) return;
  const items = countedItems(order);
  const ids = items.map((item) => item.product_id);
  await findOffers(db, ids, { lock: true });
  await holdItems(db, items);
  await sellItems(db, items);
  const bought = order.lines.map((line) => line.product_id);
  await markVerified(db, order.account_id, bought, true).execute();
}

/** Unless another paid order of theirs backs the review. */
async function withdrawVerification(db: Kysely<ApiTables>, order: StoredOrder, accountId: string) {
  for (const { product_id } of order.lines) {
    if (!(await hasPaidFor(db, accountId, product_id)))
      await markVerified(db, accountId, [product_id], false).execute();
  }
}
