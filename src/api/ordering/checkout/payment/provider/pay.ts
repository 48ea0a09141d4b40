// The one way in which an order is paid, by card, transfer or check.
import type { Transaction } from 'kysely';
import type { StoredOrder } from '../../../../schema/order.record.ts';
import type { ApiTables } from '../../../../schema/schema.ts';
import { refusalText } from '../../../../text/refusal-text.rules.ts';
import { isOfNobody, isPaid } from '../../../order/order.rules.ts';
import { getLockedOrder } from '../../../order/order.store.ts';
import type { CheckoutService } from '../../checkout-service.ts';
import { close } from '../../close-order.ts';
import { isCovered, priceToday, takeAgain } from '../late-payment.ts';
import { returnPayment } from '../return-payment.ts';
import { sell } from '../sell.ts';
import { secureItems } from './secure-items.ts';

/**
 * `paid`: the order is paid, now or before. `in_review`: somebody has to look at the payment. `refused`: the payment is not
 * this order's, and nothing of it was changed.
 */
export type Settlement = 'paid' | 'refunded' | 'in_review' | 'refused' | 'unpaid';

/** `session` is the provider's, with its payment; both null where the operator has the money. The order must be locked. */
export async function pay(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  given: StoredOrder,
  session: { id: string | null; paymentIntent: string | null },
): Promise<Settlement> {
  const order = await endedIfSuspended(transaction, service, given);
  if (order.status === 'refunded' || order.status === 'in_review') return order.status;
  if (isPaid(order)) return 'paid';
  const known = { session_id: session.id ?? order.session_id, payment_intent: session.paymentIntent };
  const giveBack = (why: string) => returnPayment(transaction, service, order, { ...known, why });
  // Nobody is there any more to get what was ordered.
  if (isOfNobody(order)) return giveBack('the account was deleted');
  if (order.status === 'pending') {
    const secured = await secureItems(transaction, order, service.now());
    if (!secured) return giveBack('the items are not there any more');
    await sell(transaction, service, secured, known);
    return 'paid';
  }
  // Its part from the wallet is there again, and may be spent: nobody decides anew what the buyer pays with.
  if (order.wallet_cents > 0) return giveBack('paid after the order had ended, and its part from the wallet was back');
  const today = await priceToday(transaction, service, order);
  if (!isCovered(today, order))
    return giveBack(
      `paid after the order had ended: ${today.problem ? refusalText(today.problem) : 'it costs more now'}`,
    );
  service.log.warn({ part: 'api', order: order.order_id }, 'an order that had ended was paid, and is delivered');
  await sell(transaction, service, await takeAgain(transaction, order, today), known);
  return 'paid';
}

/** Ends an open order of a suspended shop: its goods cannot be paid for, from the moment on. */
async function endedIfSuspended(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
): Promise<StoredOrder> {
  if (order.status !== 'pending' || !order.lines.some((line) => line.seller_suspended)) return order;
  await close(transaction, service, order, 'cancelled', { because: { details: { reason: 'seller suspended' } } });
  return getLockedOrder(transaction, order.order_id);
}
