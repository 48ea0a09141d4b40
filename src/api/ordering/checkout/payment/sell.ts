import type { Transaction } from 'kysely';
import { markVerified, sellItems } from '../../../catalogue/ports.ts';
import { paidCents } from '../../../money/ports.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { countedItems } from '../../order/order.rules.ts';
import { moveOrder } from '../../order/order.store.ts';
import { recordRentalsOf } from '../../rental/rentals.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { settleOrderGoods } from '../delivery/deliver-goods.ts';
import { mailBuyer } from '../delivery/mail-buyer.ts';
import { mailSellers } from '../delivery/mail-sellers.ts';
import { confirmationMail } from '../delivery/order-mails.ts';
import { recordSale } from '../delivery/record-sale.ts';
import { postCapture } from '../earnings/book-order.ts';
import { recordOrder } from '../placing/record-order.ts';

/** Known payment of the order. */
export type PaidWith = { session_id?: string | null; payment_intent?: string | null };

/** The items are held and locked, the coupon is taken: now they are the buyer's. */
export async function sell(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  paidWith: PaidWith,
): Promise<void> {
  const now = service.now();
  await sellItems(transaction, countedItems(order));
  await moveOrder(transaction, order.order_id, 'pay', {
    ...paidWith,
    review_reason: null,
    resume_status: null,
    received_cents: paidCents(order),
    paid_at: now,
    in_ledger: true,
    next_check_at: null,
    updated_at: now,
  });
  const paidOrder = {
    ...order,
    status: 'paid' as const,
    review_reason: null,
    resume_status: null,
    paid_at: now,
    in_ledger: true,
  };
  postCapture(transaction, paidOrder, paidCents(order), now);
  const bought = order.lines.map((line) => line.product_id);
  await markVerified(transaction, order.account_id, bought, true);
  const paid = { amount_cents: paidCents(order), method: order.payment_method };
  await recordOrder(transaction, service, order.order_id, 'paid', paid);
  await recordSale(transaction, order, now);
  await recordRentalsOf(transaction, order);
  await settleOrderGoods(transaction, service, paidOrder);
  await mailBuyer(transaction, service, paidOrder, confirmationMail);
  await mailSellers(transaction, service, order);
}
