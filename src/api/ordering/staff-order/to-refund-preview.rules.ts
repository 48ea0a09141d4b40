// A refund as it is asked for and shown: between dollars and the names of people, and cents and the numbers of lines.
import type { StaffRefundPreview } from '#contract/ordering/staff-order/staff-order.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import type { Bearer, RefundPreview } from '../checkout/refund/bearers.rules.ts';

type Asked = {
  of: 'order' | 'lines' | 'amount';
  lines?: Array<{ line: number; amount?: number | undefined; minutes?: number | undefined }> | undefined;
  amount?: number | undefined;
};

export function toExtent({ of, lines = [], amount = 0 }: Asked) {
  if (of === 'amount') return { of, cents: Math.round(amount * 100) };
  if (of === 'order') return { of };
  return {
    of,
    lines: lines.map((one) => ({
      line: one.line,
      cents: one.amount === undefined ? null : Math.round(one.amount * 100),
      ...(one.minutes !== undefined && { minutes: one.minutes }),
    })),
  };
}

export function toPreview(previewed: RefundPreview, order: StoredOrder): StaffRefundPreview {
  const { amountCents, parts, lines, bearers, seen } = previewed;
  const taken = new Set(lines.map(({ line }) => line));
  return {
    amount: amountCents / 100,
    parts: parts.map(({ destination, cents }) => ({
      to: destination === 'wallet' ? ('wallet' as const) : ('card' as const),
      amount: cents / 100,
    })),
    lines: lines.map(({ line, cents, released }) => ({
      line,
      product_name: order.lines.find((one) => one.line === line)?.product_name ?? '',
      amount: cents / 100,
      released,
    })),
    bearers: bearers.map(({ who, sellerId, cents, from, owedCents }) => ({
      who,
      seller: sellerId === null ? null : { seller_id: sellerId, name: nameOf(order, sellerId) },
      amount: cents / 100,
      from,
      owed: owedCents / 100,
      rules: who === 'fee' ? rulesOf(order, taken, from) : [],
    })),
    seen,
  };
}

function nameOf({ lines }: StoredOrder, sellerId: string): string {
  return lines.find((line) => line.seller_id === sellerId)?.seller?.name ?? sellerId;
}

/** The fees that change, by their names. */
function rulesOf({ lines }: StoredOrder, taken: ReadonlySet<number>, from: Bearer['from']): string[] {
  const own = lines.filter(
    (line) => taken.has(line.line) && line.fee_rule !== '' && (line.released_at === null) === (from === 'held'),
  );
  return [...new Set(own.map(({ fee_rule: rule }) => rule))];
}
