// Events to sellers about an order: each gets their own lines, and nobody's else.
import { fromMicros } from '#contract/money/amount/money.ts';
import type { SoldLine } from '#contract/selling/webhook.ts';
import type { NotedEvent } from '../../event/event.rules.ts';
import type { StoredLine, StoredOrder } from '../../schema/order.record.ts';

export function paidEvents({ order_id, lines }: Pick<StoredOrder, 'order_id' | 'lines'>, paidAt: Date): NotedEvent[] {
  return [...bySeller(lines)].map(([sellerId, own]) => ({
    sellerId,
    type: 'order.paid',
    data: { order_id, paid_at: paidAt.toISOString(), lines: own.map(toSoldLine) },
  }));
}

/** Events to the sellers of these lines, which were handed over now. */
export function deliveredEvents(
  { order_id }: Pick<StoredOrder, 'order_id'>,
  lines: readonly StoredLine[],
): NotedEvent[] {
  return [...bySeller(lines)].map(([sellerId, own]) => ({
    sellerId,
    type: 'order.delivered',
    data: { order_id, lines: own.map(({ line }) => line) },
  }));
}

/** Refund of a line now, and the rest of it, in cents. */
type LineRefund = { line: StoredLine; cents: number; left: number };

/** Events to sellers for whose lines something went back. */
export function refundedEvents(
  { order_id }: Pick<StoredOrder, 'order_id'>,
  refunds: readonly LineRefund[],
): NotedEvent[] {
  const refunded = refunds.filter(({ cents }) => cents > 0);
  const cents = new Map(refunded.map((refund) => [refund.line.line, refund.cents]));
  const withRest = new Set(refunds.flatMap(({ line, left }) => (left > 0 ? [line.seller_id] : [])));
  return [...bySeller(refunded.map(({ line }) => line))].map(([sellerId, own]) => ({
    sellerId,
    type: 'order.refunded',
    data: {
      order_id,
      whole: !withRest.has(sellerId),
      lines: own.map(({ line, product_id }) => ({ line, product_id, refunded: (cents.get(line) ?? 0) / 100 })),
    },
  }));
}

function bySeller(lines: readonly StoredLine[]): Map<string, StoredLine[]> {
  const sellers = new Map<string, StoredLine[]>();
  for (const line of lines) {
    if (line.seller_id !== null) sellers.set(line.seller_id, [...(sellers.get(line.seller_id) ?? []), line]);
  }
  return sellers;
}

function toSoldLine(line: StoredLine): SoldLine {
  return {
    line: line.line,
    product_id: line.product_id,
    product_name: line.product_name,
    product_version: line.product_version,
    selected_options: line.selected_options,
    price_unit: line.price_unit,
    quantity: line.quantity,
    ...(line.machines > 1 && { machines: line.machines }),
    unit_price: fromMicros(line.unit_price_micros),
    amount: line.amount_cents / 100,
    discount: line.discount_cents / 100,
  };
}
