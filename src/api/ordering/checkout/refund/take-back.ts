import type { Transaction } from 'kysely';
import { findOffers, holdItems, markVerified, sellItems } from '../../../catalogue/ports.ts';
import type { StoredLine, StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { deliveredAt, isSold } from '../../order/order.rules.ts';
import { moveOrder, scheduleRelease, updateOrder } from '../../order/order.store.ts';
import { withUnreturned } from '../../rental/rentals.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { recordGivenBack } from '../delivery/record-sale.ts';
import { releaseAt } from '../earnings/release-earnings.ts';
import { wasReturned } from './give-back.ts';

/**
 * A refund that had arrived has come back: the money is the shop's again, and what was put back into stock is the buyer's. `givenBack`: the
 * lines of which all that was paid is with the buyer still.
 */
export async function takeBack(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  { amountCents, givenBack, refundId }: { amountCents: number; givenBack: ReadonlySet<number>; refundId: string },
) {
  const refunded = Math.max(0, order.refunded_cents - amountCents);
  const change = { refunded_cents: refunded, updated_at: service.now() };
  if (order.items_returned) {
    const step = order.fulfilled_at ? 'restore_fulfilled' : 'restore_paid';
    await moveOrder(db, order.order_id, step, { ...change, items_returned: false });
    await scheduleRelease(db, order.order_id, releasesOf(order));
  } else await updateOrder(db, order.order_id, change);
  const taken = order.lines.filter((line) => wasReturned(order, line) && !givenBack.has(line.line));
  await retakeItems(db, order, taken);
  const cents = refunded - order.refunded_cents;
  if (order.items_returned || isSold(order)) await recordGivenBack(db, order, { cents, refundId, at: service.now() });
}

/** When the money of lines that were delivered comes after all. */
function releasesOf(order: StoredOrder) {
  return order.lines.map((line) => {
    const at = deliveredAt(order, line);
    return { line: line.line, release_at: at && releaseAt(line, at) };
  });
}

async function retakeItems(db: Transaction<ApiTables>, order: StoredOrder, taken: StoredLine[]) {
  if (taken.length === 0) return;
  const items = taken.filter(({ counted }) => counted).map(withUnreturned);
  const ids = items.map((item) => item.product_id);
  await findOffers(db, ids, { lock: true });
  await holdItems(db, items);
  await sellItems(db, items);
  const bought = taken.map((line) => line.product_id);
  await markVerified(db, order.account_id, bought, true);
}
