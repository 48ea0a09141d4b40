import type { Refused } from '#contract/refusal.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { lockOrder, updateOrder } from '../order/order.store.ts';
import type { CheckoutService } from './checkout-service.ts';
import { recordOrder } from './record-order.ts';

/** The operator's word that everything of a paid order was handed over. */
export async function fulfilOrder(service: CheckoutService, orderId: string): Promise<{ fulfilledAt: Date } | Refused> {
  return inTransaction(service.db, async (transaction): Promise<{ fulfilledAt: Date } | Refused> => {
    const order = await lockOrder(transaction, orderId);
    if (order?.status !== 'paid') return { refused: { code: 'not_paid', orderId } };
    const now = service.now();
    await updateOrder(transaction, orderId, { status: 'fulfilled', fulfilled_at: now, updated_at: now });
    await recordOrder(transaction, service, orderId, 'fulfilled');
    return { fulfilledAt: now };
  });
}
