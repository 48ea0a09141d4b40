import type { Transaction } from 'kysely';
import { countedItems, isHolding, isSold, paidCents, type StoredOrder } from '../../order/order.rules.ts';
import { hasPaidFor, updateOrder } from '../../order/order.store.ts';
import { returnItems } from '../../product/stock.store.ts';
import { markVerified } from '../../review/review.store.ts';
import type { ApiTables } from '../../schema.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { release } from '../close-order.ts';
import { mailBuyer } from '../mail-buyer.ts';
import { refundMail } from '../order-mails.ts';
import { recordOrder } from '../record-order.ts';

/**
 * Money has gone back: all of it ends the order, and puts its items back. The order must be locked. `by`: it went by a dispute that
 * was lost, of which the bank tells the buyer.
 */
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
      ...(order.status === 'fulfilled' && { fulfilled_at: order.fulfilled_at ?? service.now() }),
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
  if (isNews)
    await mailBuyer(db, service, order, (shop, told, to) =>
      refundMail(shop, told, to, { amountCents, refundedCents: refunded, reason }),
    );
}

/** Unless another paid order of theirs backs the review. */
async function withdrawVerification(db: Transaction<ApiTables>, order: StoredOrder, accountId: string) {
  for (const { product_id } of order.lines) {
    if (!(await hasPaidFor(db, accountId, product_id))) await markVerified(db, accountId, [product_id], false);
  }
}
