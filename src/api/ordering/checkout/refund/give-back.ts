import type { Transaction } from 'kysely';
import { markVerified, returnItems } from '../../../catalogue/ports.ts';
import { lineCents, paidCents } from '../../../money/ports.rules.ts';
import type { StoredLine, StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { isHolding, isSold, openLines } from '../../order/order.rules.ts';
import { hasPaidFor, moveOrder, scheduleRelease, updateOrder } from '../../order/order.store.ts';
import { withUnreturned } from '../../rental/rentals.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { release } from '../close-order.ts';
import { recordGivenBack } from '../delivery/record-sale.ts';
import { recordOrder } from '../placing/record-order.ts';

type Given = {
  amountCents: number;
  /** The lines for which all that was paid is with the buyer now; those of before where it is not said. */
  givenBack?: ReadonlySet<number>;
  /** Refund that says for which lines it is. */
  refundId?: string | null;
};

/**
 * Money has gone back: all of it ends the order, and puts its items back; all of one line puts back those of the line. The order must be
 * locked.
 */
export async function giveBack(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  { amountCents, givenBack = givenBackLines(order), refundId = null }: Given,
): Promise<void> {
  const received = Math.max(order.total_cents, order.received_cents ?? 0);
  const refunded = Math.min(order.refunded_cents + amountCents, received);
  if (refunded < order.refunded_cents + amountCents)
    service.log.error(
      { part: 'api', order: order.order_id },
      'more went back than was received: a refund and a dispute',
    );
  const whole = refunded >= paidCents(order) && !isFreeRestOwed(order, givenBack);
  const wasSold = isSold(order);
  const nothingOwed = !whole && order.status === 'paid' && isNothingOwed(order, givenBack);
  const change = { refunded_cents: refunded, updated_at: service.now() };
  // More may go back at the provider than was left: the order is refunded already.
  if (whole && order.status !== 'refunded')
    await moveOrder(db, order.order_id, 'refund', {
      ...change,
      review_reason: null,
      resume_status: null,
      items_returned: wasSold || order.items_returned,
      ...(order.status === 'fulfilled' && { fulfilled_at: order.fulfilled_at ?? service.now() }),
    });
  else if (nothingOwed) await moveOrder(db, order.order_id, 'fulfill', { ...change, fulfilled_at: service.now() });
  else await updateOrder(db, order.order_id, change);
  // Nothing is to come of it any more.
  if (whole)
    await scheduleRelease(
      db,
      order.order_id,
      order.lines.map(({ line }) => ({ line, release_at: null })),
    );
  await recordOrder(db, service, order.order_id, 'refunded', { amount_cents: amountCents });
  if (nothingOwed) await recordOrder(db, service, order.order_id, 'fulfilled');
  // Items of an order that was paid too late were never taken out of stock.
  if (wasSold) {
    const returned = order.lines.filter((line) => !wasReturned(order, line) && (whole || givenBack.has(line.line)));
    await returnItems(db, returned.filter(({ counted }) => counted).map(withUnreturned));
    if (order.account_id) await withdrawVerification(db, order.account_id, returned);
    await recordGivenBack(db, order, { cents: refunded - order.refunded_cents, refundId, at: service.now() });
  } else if (whole && isHolding(order)) await release(db, order);
}

/** True if the items of a line are in stock again: with all of its order, or because its own money went back. */
export function wasReturned(order: Pick<StoredOrder, 'items_returned'>, line: StoredLine): boolean {
  return order.items_returned || line.given_back;
}

function givenBackLines(order: StoredOrder): ReadonlySet<number> {
  return new Set(order.lines.flatMap(({ line, given_back }) => (given_back ? [line] : [])));
}

/** Lines went back one by one, and others cost nothing: nobody has said that these are not the buyer's. */
function isFreeRestOwed(order: StoredOrder, givenBack: ReadonlySet<number>): boolean {
  const isFree = (line: StoredLine) => lineCents(line).paid === 0;
  return order.lines.some(isFree) && order.lines.every((line) => isFree(line) || givenBack.has(line.line));
}

/** True if every line not refunded is delivered, line by line. */
function isNothingOwed(order: StoredOrder, givenBack: ReadonlySet<number>): boolean {
  const hasDelivered = order.lines.some((line) => line.delivered_at);
  return hasDelivered && openLines(order).every(({ line }) => givenBack.has(line));
}

/** Unless another paid order of theirs backs the review. */
async function withdrawVerification(db: Transaction<ApiTables>, accountId: string, lines: StoredLine[]) {
  for (const { product_id } of lines) {
    if (!(await hasPaidFor(db, accountId, product_id))) await markVerified(db, accountId, [product_id], false);
  }
}
