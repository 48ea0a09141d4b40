// Events and figures of sellers when an order of theirs is paid or refunded.
import type { Transaction } from 'kysely';
import { recordEvents } from '../../../event/event.store.ts';
import { refundParts } from '../../../money/ports.rules.ts';
import type { StoredLine, StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { countSold, findCountedRefunds, recordCountedRefunds } from '../../../selling/ports.ts';
import { paidEvents, refundedEvents } from '../../seller-order/order-event.rules.ts';

type Db = Transaction<ApiTables>;

/** Nothing is written for an order of the operator's own products. */
export async function recordSale(transaction: Db, order: StoredOrder, paidAt: Date): Promise<void> {
  const sold = sellerLines(order);
  if (sold.length === 0) return;
  const products = Map.groupBy(sold, ({ product_id }) => product_id);
  // An order with several of a shop's products is one order of the shop.
  const first = new Map(sold.toReversed().map(({ seller_id, product_id }) => [seller_id, product_id]));
  await countSold(
    transaction,
    paidAt,
    [...products].map(([productId, lines]) => ({
      sellerId: lines[0]?.seller_id ?? '',
      productId,
      orders: 1,
      shopOrders: first.get(lines[0]?.seller_id ?? '') === productId ? 1 : 0,
      quantity: lines.reduce((sum, { quantity, machines }) => sum + quantity * machines, 0),
      revenueCents: lines.reduce((sum, line) => sum + paidFor(line), 0),
      refundsCents: 0,
    })),
  );
  await recordEvents(transaction, paidEvents(order, paidAt), paidAt);
}

type GivenBack = {
  /** Below zero: a refund that had arrived has come back. */
  cents: number;
  refundId: string | null;
  at: Date;
};

/** Records a refund of a sold order. */
export async function recordGivenBack(transaction: Db, order: StoredOrder, given: GivenBack): Promise<void> {
  const { cents, refundId, at } = given;
  const sold = sellerLines(order);
  if (sold.length === 0 || cents === 0) return;
  const counted = new Map(
    (await findCountedRefunds(transaction, order.order_id, refundId)).map((line) => [line.line, line]),
  );
  const parts = refundParts(
    order.lines.map((line) => ({
      line: line.line,
      paid: paidFor(line),
      before: counted.get(line.line)?.counted_cents ?? 0,
      named: counted.get(line.line)?.named_cents ?? 0,
    })),
    cents,
  );
  const all = [...parts].map(([line, part]) => ({ line, cents: part })).filter((part) => part.cents !== 0);
  if (all.length === 0) return;
  await recordCountedRefunds(transaction, order.order_id, all);
  const products = Map.groupBy(sold, ({ product_id }) => product_id);
  await countSold(
    transaction,
    at,
    [...products].map(([productId, lines]) => ({
      sellerId: lines[0]?.seller_id ?? '',
      productId,
      orders: 0,
      shopOrders: 0,
      quantity: 0,
      revenueCents: 0,
      refundsCents: lines.reduce((sum, { line }) => sum + (parts.get(line) ?? 0), 0),
    })),
  );
  const refunds = order.lines.map((line) => {
    const part = parts.get(line.line) ?? 0;
    return { line, cents: part, left: paidFor(line) - (counted.get(line.line)?.counted_cents ?? 0) - part };
  });
  await recordEvents(transaction, refundedEvents(order, refunds), at);
}

function sellerLines({ lines }: StoredOrder): StoredLine[] {
  return lines.filter(({ seller_id }) => seller_id !== null);
}

/** Price paid for a line, in cents. */
function paidFor({ amount_cents, discount_cents }: StoredLine): number {
  return amount_cents - discount_cents;
}
