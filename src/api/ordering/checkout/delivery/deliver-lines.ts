import type { Transaction } from 'kysely';
import type { Refused } from '#contract/refusal.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordEvents } from '../../../event/event.store.ts';
import type { StoredLine, StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { comesByItself, isGoingBack, openLines } from '../../order/order.rules.ts';
import { lockOrder, recordDelivered } from '../../order/order.store.ts';
import { deliveredEvents } from '../../seller-order/order-event.rules.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { bookOrder } from '../earnings/book-order.ts';
import { earnByDelivery } from '../earnings/release-earnings.ts';
import { recordOrder } from '../placing/record-order.ts';
import { mailBuyer } from './mail-buyer.ts';
import { deliveredMail } from './order-mails.ts';

type Delivery = {
  orderId: string;
  sellerId: string;
  /** Numbers of lines; null: all that are not delivered and do not come by themselves. */
  lines: number[] | null;
  /** The account that says so, and whether it does so for the operator. */
  by: string;
  as?: 'staff';
};

/**
 * A seller's word that lines of theirs were handed over; the buyer is told by mail. Lines that were delivered before stay as they are, and
 * nothing is told again.
 */
export async function deliverLines(
  service: CheckoutService,
  given: Delivery,
): Promise<{ delivered: number } | Refused> {
  const { orderId, sellerId } = given;
  return inTransaction(service.db, async (transaction): Promise<{ delivered: number } | Refused> => {
    const order = await lockOrder(transaction, orderId);
    const refused = order ? refusalOfActing(order, sellerId, given.lines ?? []) : null;
    if (!order || refused) return refused ?? { refused: { code: 'no_such_order', orderId } };
    const open = openLines(order).filter((line) => line.seller_id === sellerId && !isGoingBack(line));
    const asked = given.lines ? open.filter(({ line }) => given.lines?.includes(line)) : open;
    const lines = asked.filter((line) => !comesByItself(line));
    const [other] = asked.filter(comesByItself);
    if (other && (given.lines || lines.length === 0))
      return { refused: { code: 'comes_by_itself', productName: other.product_name } };
    if (lines.length === 0) return given.lines && open.length > 0 ? { delivered: 0 } : nothingLeft(order, given);
    await recordOrder(transaction, service, orderId, 'delivered', {
      seller: sellerId,
      by: given.by,
      ...(given.as && { as: given.as }),
      lines: lines.map(({ line }) => line).join(' '),
    });
    await settleDelivery(transaction, { ...service, by: given.by }, order, lines);
    await mailBuyer(transaction, service, order, (shop, told, to) => deliveredMail(shop, told, to, lines));
    return { delivered: lines.length };
  });
}

/** Answers a delivery without open lines: repeating one is no error; asking for refunded lines is. */
function nothingLeft(order: StoredOrder, { orderId, lines, sellerId }: Delivery): { delivered: number } | Refused {
  const asked = order.lines.filter(({ line, seller_id }) => seller_id === sellerId && (lines?.includes(line) ?? true));
  return asked.some((line) => !isGoingBack(line))
    ? { delivered: 0 }
    : { refused: { code: 'nothing_to_deliver', orderId } };
}

/** Why a seller cannot do anything with these lines of an order; null where they can. An order without lines of theirs is not found. */
export function refusalOfActing(order: StoredOrder, sellerId: string, lines: number[]): Refused | null {
  const { order_id: orderId } = order;
  const own = new Set(order.lines.flatMap(({ line, seller_id }) => (seller_id === sellerId ? [line] : [])));
  if (own.size === 0 || !order.paid_at) return { refused: { code: 'no_such_order', orderId } };
  const unknown = lines.find((line) => !own.has(line));
  if (unknown !== undefined) return { refused: { code: 'no_such_line', line: unknown } };
  if (order.status === 'in_review') return { refused: { code: 'order_on_hold', orderId } };
  if (order.status === 'refunded') return { refused: { code: 'nothing_to_deliver', orderId } };
  return null;
}

/**
 * Notes that lines are delivered. An order of which nothing is owed any more is fulfilled: answers since when; null while something is.
 * The order must be locked, and paid.
 */
export async function settleDelivery(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  given: StoredOrder,
  lines: StoredLine[],
): Promise<Date | null> {
  const now = service.now();
  const order = await bookOrder(transaction, given);
  const delivered = new Set(lines.map(({ line }) => line));
  const isLast = openLines(order).every(({ line }) => delivered.has(line));
  const fulfills = isLast && order.status !== 'fulfilled';
  await recordDelivered(transaction, order.order_id, {
    lines: await earnByDelivery(transaction, order, lines, now),
    at: now,
    fulfills,
  });
  await recordEvents(transaction, deliveredEvents(order, lines), now);
  if (fulfills) await recordOrder(transaction, service, order.order_id, 'fulfilled');
  // Where it is fulfilled already, its other lines were so before, and this one's money has come back since.
  return fulfills ? now : isLast ? order.fulfilled_at : null;
}
