import { couponCode } from '../coupon/coupon.rules.ts';
import type { StoredOrder } from '../order/order.rules.ts';
import { listPendingOrders } from '../order/order.store.ts';
import { cancelOrder } from './cancel-order.ts';
import type { CheckoutService } from './checkout-service.ts';
import { hasSameCoupon, type Purchase } from './purchase.rules.ts';

/** Releases what the buyer's own unpaid card orders hold of the wanted products, or their coupon. False: there was nothing. */
export async function releaseOwnHolds(service: CheckoutService, purchase: Purchase): Promise<boolean> {
  const pending = await listPendingOrders(service.db, purchase.accountId, service.limits.openPerAccount);
  let released = false;
  for (const order of pending.filter((order) => isInTheWay(order, purchase))) {
    const outcome = await cancelOrder(service, order.order_id, 'cancelled').catch(() => null);
    released ||= outcome === 'done';
  }
  return released;
}

function isInTheWay(order: StoredOrder, purchase: Purchase): boolean {
  if (order.payment_method !== 'card') return false;
  const wanted = new Set(purchase.items.map((item) => item.product_id));
  const holdsItems = order.lines.some((line) => line.counted && wanted.has(line.product_id));
  return holdsItems || (couponCode(purchase.coupon) !== null && hasSameCoupon(order, purchase.coupon));
}
