import type { Refusal } from '#contract/refusal.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { isOfNobody } from '../../order/order.rules.ts';
import { lockOrder } from '../../order/order.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { recordOrder } from '../placing/record-order.ts';
import { costsTheSame, priceToday, takeAgain } from './late-payment.ts';
import { pay, type Settlement } from './provider/pay.ts';
import { sell } from './sell.ts';

/** An order that ended before its transfer came: what it cost, and what it would cost today. */
export type Late = { outcome: 'late'; orderedCents: number; todayCents: number | null; problem: Refusal | null };

/**
 * The operator's word that a transfer or a check has arrived. An order that has ended is taken under the rules of the day
 * (where it still costs as much), or with `late` as it was ordered, as long as its items can be had.
 */
export async function markPaid(
  service: CheckoutService,
  orderId: string,
  { late = false }: { late?: boolean } = {},
): Promise<Settlement | Late> {
  return inTransaction(service.db, async (transaction): Promise<Settlement | Late> => {
    const order = await lockOrder(transaction, orderId);
    if (!order || order.payment_method === 'card') return 'refused';
    const { total_cents: orderedCents } = order;
    if (isOfNobody(order) && !order.paid_at)
      return { outcome: 'late', orderedCents, todayCents: null, problem: { code: 'buyer_left' } };
    if (order.status === 'cancelled' || order.status === 'expired') {
      const today = await priceToday(transaction, service, order);
      if (!today.canBeHad || (!late && !costsTheSame(today, order)))
        return { outcome: 'late', orderedCents, todayCents: today.totalCents, problem: today.problem };
      await sell(transaction, service, await takeAgain(transaction, order, today), {});
    } else {
      const settlement = await pay(transaction, service, order, { id: null, paymentIntent: null });
      if (settlement !== 'paid') return settlement;
    }
    await recordOrder(transaction, service, orderId, 'transfer_noted', { late: String(late) });
    return 'paid';
  });
}
