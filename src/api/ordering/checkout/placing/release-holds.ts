// An import may say that there is less of a product than pending orders hold. Nobody gets what is not there (secure-items.ts);
// here the newest of these orders end, before their buyers pay for nothing.

import { listOverheldOrders } from '../../order/holding.store.ts';
import { cancelOrder } from '../cancel-order.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { releasedMail } from '../delivery/order-mails.ts';
import { isProviderAway } from '../payment/provider/payment-provider.ts';

const AT_ONCE = 50;

/** Ends orders, newest first, until what the others hold is there, and tells their buyers. */
export async function releaseExcessHolds(service: CheckoutService): Promise<void> {
  const tried = new Set<string>();
  // Asked again after each: an order that ends may have held other products too.
  while (tried.size < AT_ONCE) {
    const overheld = await listOverheldOrders(service.db, AT_ONCE);
    const next = overheld.find((id) => !tried.has(id));
    if (!next) return;
    tried.add(next);
    if (!(await release(service, next))) return;
  }
}

/** Answers whether it is of use to go on: where the provider is away, no order can end. */
async function release(service: CheckoutService, orderId: string): Promise<boolean> {
  const because = { details: { reason: 'stock' }, mail: releasedMail };
  try {
    await cancelOrder(service, orderId, 'cancelled', because);
    return true;
  } catch (error) {
    service.log.error({ part: 'api', order: orderId, error: (error as Error).stack }, 'an order was not released');
    return !isProviderAway(error);
  }
}
