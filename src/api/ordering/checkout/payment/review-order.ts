// Orders whose payment somebody has to look at: another amount was paid than they cost, or the bank has been asked for the
// money back. What they hold or have sold stays as it is meanwhile.
import type { Transaction } from 'kysely';
import type { OrderStatus } from '#contract/ordering/order.ts';
import { canTake } from '#platform/state/transitions.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { moveOrder } from '../../order/order.store.ts';
import { orderTransitions } from '../../order/order-states.rules.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { mailBuyer } from '../delivery/mail-buyer.ts';
import { inReviewMail } from '../delivery/order-mails.ts';
import { postCapture } from '../earnings/book-order.ts';
import { recordOrder } from '../placing/record-order.ts';

type Review =
  | {
      reason: 'amount';
      currency: string;
      received: { session_id: string; payment_intent: string | null; received_cents: number };
    }
  | { reason: 'dispute' };

/** Answers what the order is then: one that is settled in another way stays so. The order must be locked. */
export async function openReview(
  transaction: Transaction<ApiTables>,
  service: Pick<CheckoutService, 'actor' | 'log' | 'now' | 'sendMail' | 'shop'>,
  order: StoredOrder,
  review: Review,
): Promise<'in_review' | 'refused'> {
  if (order.status === 'in_review') return 'in_review';
  const step = review.reason === 'amount' ? 'review_amount' : 'review_dispute';
  if (!canTake<OrderStatus>(orderTransitions[step], order.status)) return 'refused';
  const now = service.now();
  await moveOrder(transaction, order.order_id, step, {
    ...(review.reason === 'amount' && { ...review.received, in_ledger: true }),
    review_reason: review.reason,
    resume_status: order.status as NonNullable<StoredOrder['resume_status']>,
    next_check_at: null,
    updated_at: now,
  });
  if (review.reason === 'amount')
    postCapture(transaction, { ...order, review_reason: 'amount' }, review.received.received_cents, now);
  const details =
    review.reason === 'amount'
      ? {
          expected_cents: order.total_cents,
          received_cents: review.received.received_cents,
          currency: review.currency,
        }
      : {};
  await recordOrder(transaction, service, order.order_id, 'review_opened', { reason: review.reason, ...details });
  service.log.error({ part: 'api', order: order.order_id, reason: review.reason, ...details }, 'an order is in review');
  if (review.reason === 'amount') await mailBuyer(transaction, service, order, inReviewMail);
  return 'in_review';
}

/** The bank has decided: back to what the order was. It must be locked. */
export async function closeReview(
  transaction: Transaction<ApiTables>,
  service: Pick<CheckoutService, 'actor' | 'now'>,
  order: StoredOrder,
): Promise<void> {
  if (order.status !== 'in_review' || order.review_reason !== 'dispute') return;
  const wasFulfilled = order.resume_status === 'fulfilled';
  await moveOrder(transaction, order.order_id, wasFulfilled ? 'resume_fulfilled' : 'resume_paid', {
    review_reason: null,
    resume_status: null,
    ...(wasFulfilled && { fulfilled_at: order.fulfilled_at ?? service.now() }),
    updated_at: service.now(),
  });
  await recordOrder(transaction, service, order.order_id, 'review_closed', {
    status: wasFulfilled ? 'fulfilled' : 'paid',
  });
}
