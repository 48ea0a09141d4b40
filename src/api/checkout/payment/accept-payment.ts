import { formatCents } from '#contract/money.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { isHolding, type StoredOrder } from '../../order/order.rules.ts';
import { lockOrder } from '../../order/order.store.ts';
import { CheckoutRefusal, type CheckoutService } from '../checkout-service.ts';
import { recordOrder } from '../record-order.ts';
import { priceToday, takeAgain } from './late-payment.ts';
import { secureItems } from './secure-items.ts';
import { sell } from './settle-order.ts';

/**
 * The operator takes another amount than the order's total for it: the order is paid. Throws a CheckoutRefusal where
 * there is nothing to accept, or the items cannot be had any more.
 */
export async function acceptPayment(service: CheckoutService, orderId: string): Promise<void> {
  await inTransaction(service.db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (order?.status !== 'in_review' || order.review_reason !== 'amount')
      throw new CheckoutRefusal(409, `${orderId} is not in review because of its amount.`);
    let secured: StoredOrder | null;
    if (isHolding(order)) {
      secured = await secureItems(transaction, order);
    } else {
      const today = await priceToday(transaction, service, order);
      secured = today.canBeHad ? await takeAgain(transaction, order, today) : null;
    }
    if (!secured) throw new CheckoutRefusal(409, 'The items cannot be had any more. Give the money back instead.');
    await recordOrder(transaction, service, orderId, 'review_closed', {
      accepted: formatCents(order.received_cents ?? 0),
    });
    await sell(transaction, service, secured, {});
  });
}
