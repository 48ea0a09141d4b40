// What a cart is refused for may be held by the buyer's own orders, whose payment was never made.
import type { RefusalCode } from '#contract/refusal.ts';
import type { StoredOrder } from '../order/order.rules.ts';
import { cancelOrder } from './cancel-order.ts';
import type { CheckoutService } from './checkout-service.ts';
import { hasSameCoupon, type Purchase } from './purchase.rules.ts';
import { isOfStock, type PricedCart } from './quote.rules.ts';

/** Those of the buyer's open orders that hold what the cart was refused for, and are to be paid by card. */
export function ordersInTheWay(
  open: StoredOrder[],
  refused: RefusalCode,
  { cart, purchase }: { cart: PricedCart; purchase: Purchase },
): StoredOrder[] {
  const byCard = open.filter((order) => order.payment_method === 'card');
  if (refused === 'coupon_refused') return byCard.filter((order) => hasSameCoupon(order, purchase.coupon));
  if (refused === 'wallet_short' || refused === 'wallet_limit_reached')
    return byCard.filter(({ wallet_cents }) => wallet_cents > 0);
  if (refused !== 'out_of_stock' && refused !== 'hold_limit') return [];
  return byCard.filter(({ lines }) =>
    lines.some((line) => line.counted && cart.lines.some((wanted) => isOfStock(line, wanted))),
  );
}

/** False: nothing could be released. */
export async function releaseOwnHolds(service: CheckoutService, orders: StoredOrder[]): Promise<boolean> {
  let released = false;
  for (const order of orders) {
    const outcome = await cancelOrder(service, order.order_id, 'cancelled').catch(() => null);
    released ||= outcome === 'done';
  }
  return released;
}
