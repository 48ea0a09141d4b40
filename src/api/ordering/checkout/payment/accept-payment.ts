import { formatCents } from '#contract/money/amount/money.ts';
import type { Refused } from '#contract/refusal.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { isHolding } from '../../order/order.rules.ts';
import { lockOrder } from '../../order/order.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { recordOrder } from '../placing/record-order.ts';
import { priceToday, takeAgain } from './late-payment.ts';
import { secureItems } from './provider/secure-items.ts';
import { sell } from './sell.ts';

/**
 * The operator takes another amount than the order's total for it: the order is paid. Refused where there is nothing to
 * accept, or the items cannot be had any more.
 */
export async function acceptPayment(
  service: CheckoutService,
  orderId: string,
): Promise<{ acceptedCents: number } | Refused> {
  return inTransaction(service.db, async (transaction): Promise<{ acceptedCents: number } | Refused> => {
    const order = await lockOrder(transaction, orderId);
    if (order?.status !== 'in_review' || order.review_reason !== 'amount')
      return { refused: { code: 'not_in_review', orderId } };
    const acceptedCents = order.received_cents ?? 0;
    const today = isHolding(order) ? null : await priceToday(transaction, service, order);
    if (today && !today.canBeHad) return { refused: { code: 'items_gone' } };
    const secured = today
      ? await takeAgain(transaction, order, today)
      : await secureItems(transaction, order, service.now());
    if (!secured) return { refused: { code: 'items_gone' } };
    await recordOrder(transaction, service, orderId, 'review_closed', { accepted: formatCents(acceptedCents) });
    await sell(transaction, service, secured, {});
    return { acceptedCents };
  });
}
