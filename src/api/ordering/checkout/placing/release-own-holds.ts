// Stock that a cart is refused for may be held by the buyer's own orders, whose payment was never made.
import type { Refusal } from '#contract/refusal.ts';
import { monthBegin } from '../../../money/ports.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import { cancelOrder } from '../cancel-order.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { hasSameCoupon, type Purchase } from './purchase.rules.ts';
import { isOfStock, type PricedCart } from './quote.rules.ts';

/** Those of the buyer's open orders that hold what the cart was refused for, and are to be paid by card. */
export function ordersInTheWay(
  open: StoredOrder[],
  refused: Refusal,
  { cart, purchase, now }: { cart: PricedCart; purchase: Purchase; now: Date },
): StoredOrder[] {
  const byCard = open.filter((order) => order.payment_method === 'card');
  if (refused.code === 'coupon_refused') return byCard.filter((order) => hasSameCoupon(order, purchase.coupon));
  if (refused.code === 'wallet_short') return asMuchAs(byCard, purchase.walletCents - refused.balanceCents);
  // Payments of the month before make no room in this one when they come back.
  if (refused.code === 'wallet_limit_reached')
    return asMuchAs(
      byCard.filter(({ created_at }) => created_at >= monthBegin(now)),
      purchase.walletCents - refused.leftCents,
    );
  if (refused.code !== 'out_of_stock' && refused.code !== 'hold_limit') return [];
  return byCard.filter(({ lines }) =>
    lines.some((line) => line.counted && cart.lines.some((wanted) => isOfStock(line, wanted))),
  );
}

/** As many as bring back what is missing in the wallet, the oldest first; none where all of them do not. */
function asMuchAs(orders: readonly StoredOrder[], missingCents: number): StoredOrder[] {
  const chosen: StoredOrder[] = [];
  let back = 0;
  const oldestFirst = orders
    .filter(({ wallet_cents }) => wallet_cents > 0)
    .toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime());
  for (const order of oldestFirst) {
    if (back >= missingCents) break;
    chosen.push(order);
    back += order.wallet_cents;
  }
  return back >= missingCents ? chosen : [];
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
