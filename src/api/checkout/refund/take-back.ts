import type { Transaction } from 'kysely';
import { countedItems, type StoredOrder } from '../../order/order.rules.ts';
import { updateOrder } from '../../order/order.store.ts';
import { findOffers, holdItems, sellItems } from '../../product/stock.store.ts';
import { markVerified } from '../../review/review.store.ts';
import type { ApiTables } from '../../schema.ts';
import type { CheckoutService } from '../checkout-service.ts';

/** A refund that had arrived has come back: the money is the shop's again, and what was put back into stock is the buyer's. */
export async function takeBack(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  amountCents: number,
) {
  const { items_returned: wereReturned } = order;
  await updateOrder(db, order.order_id, {
    refunded_cents: Math.max(0, order.refunded_cents - amountCents),
    ...(wereReturned && {
      status: order.fulfilled_at ? ('fulfilled' as const) : ('paid' as const),
      items_returned: false,
    }),
    updated_at: service.now(),
  });
  if (!wereReturned) return;
  const items = countedItems(order);
  const ids = items.map((item) => item.product_id);
  await findOffers(db, ids, { lock: true });
  await holdItems(db, items);
  await sellItems(db, items);
  const bought = order.lines.map((line) => line.product_id);
  await markVerified(db, order.account_id, bought, true);
}
