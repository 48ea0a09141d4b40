// Orders whose payment somebody has to look at: another amount was paid than they cost, or the bank has been asked for the
// money back. What they hold or have sold stays as it is meanwhile.
import type { Transaction } from 'kysely';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { canMove } from '../../order/order.rules.ts';
import { updateOrder } from '../../order/order.store.ts';
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
  if (!canMove(order.status, 'in_review')) return 'refused';
  if (review.reason === 'amount' && order.paid_at) return 'refused';
  const now = service.now();
  await updateOrder(transaction, order.order_id, {
    ...(review.reason === 'amount' && { ...review.received, in_ledger: true }),
    status: 'in_review',
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

/** Back to what it was. The order must be locked, and in review. */
export async function closeReview(
  transaction: Transaction<ApiTables>,
  service: Pick<CheckoutService, 'actor' | 'now'>,
  order: StoredOrder,
): Promise<void> {
  if (order.status !== 'in_review' || !order.resume_status) return;
  await updateOrder(transaction, order.order_id, {
    status: order.resume_status,
    review_reason: null,
    resume_status: null,
    ...(order.resume_status === 'fulfilled' && { fulfilled_at: order.fulfilled_at ?? service.now() }),
    updated_at: service.now(),
  });
  await recordOrder(transaction, service, order.order_id, 'review_closed', { status: order.resume_status });
}
