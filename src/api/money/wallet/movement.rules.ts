// From an entry of the ledger to a line of a statement: what it is about, of which parts it is, by which rule, and whose money it was.

import type { Movement } from '#contract/money/wallet.schema.ts';
import type { PartName, SideName } from '#contract/money/wallet.ts';
import { groupOf } from '#contract/money/wallet.ts';
import { partOf } from '#contract/text/part-of.ts';
import type { TransferDetails } from '#ledger/transfer.rules.ts';

export type MovedEntry = {
  version: number;
  transfer_id: number;
  amount: number;
  balance: number;
  at: Date;
  kind: string;
  about: string | null;
  item: string | null;
  details: TransferDetails;
};

/** In cents. `of`: what a percentage is of. */
type Part = { part: PartName; cents: number; of?: number; percent?: number; rule?: string };

type MovedSide = { account_id: string; amount: number };

/** Details of the order line that a movement is about. */
export type SoldLine = {
  quantity: number;
  machines: number;
  product_version: number | null;
  options: string;
  coupon_code: string | null;
  discount_cents: number;
  ordered_at: Date;
  paid_at: Date | null;
  delivered_at: Date | null;
  released_at: Date | null;
};

export function movementOf(
  entry: MovedEntry,
  sellerId: string,
  known: { sides: readonly MovedSide[]; sold: SoldLine | null; debts: readonly MovedEntry[] },
): Movement {
  const { details } = entry;
  const sides = known.sides.map(({ account_id, amount }) => ({ side: sideOf(account_id, sellerId), cents: amount }));
  return {
    number: entry.version,
    at: entry.at.toISOString(),
    kind: entry.kind,
    group: groupOf(entry.kind),
    amount: dollars(entry.amount),
    balance: dollars(entry.balance),
    transfer: entry.transfer_id,
    ...subjectOf(entry),
    payout_id: text(details.payout),
    rule: ruleOf(details),
    reason: text(details.reason),
    parts: partsOf(entry).map(({ part, cents, of, percent, rule }) => ({
      part,
      amount: dollars(cents),
      of: of === undefined ? null : dollars(of),
      percent: percent ?? null,
      rule: rule ?? null,
    })),
    from: sumSides(sides.filter(({ cents }) => cents < 0).map(({ side, cents }) => ({ side, cents: -cents }))),
    to: sumSides(sides.filter(({ cents }) => cents > 0)),
    sold: known.sold && soldOf(known.sold),
    debts: known.debts
      .filter(({ amount }) => amount < 0)
      .map((debt) => ({
        order_id: debt.about,
        product_name: text(debt.details.name),
        reason: text(debt.details.reason),
        amount: dollars(-debt.amount),
      })),
  };
}

/** Always sum to the amount of the entry: what no name explains would be a part of its own. */
export function partsOf({ kind, amount, details }: Pick<MovedEntry, 'kind' | 'amount' | 'details'>): Part[] {
  const named = namedParts(kind, amount, details).filter(({ cents }) => cents !== 0);
  const rest = amount - named.reduce((sum, { cents }) => sum + cents, 0);
  return rest === 0 ? named : [...named, { part: 'other', cents: rest }];
}

function namedParts(kind: string, amount: number, details: TransferDetails): Part[] {
  const rule = text(details.fee_rule);
  const ofRule = rule === null ? {} : { rule };
  const percent = number(details.fee_rate_bp) / 100;
  switch (kind) {
    case 'release': {
      const price = number(details.price_cents);
      const coupon = number(details.seller_coupon_cents);
      const base = number(details.base_cents);
      const fee = number(details.fee_cents);
      const byPercent = Math.min(fee, partOf(base, number(details.fee_rate_bp), 10_000));
      return [
        { part: 'price', cents: price },
        { part: 'coupon', cents: -coupon },
        { part: 'refunded_before', cents: base - (price - coupon) },
        { part: 'fee_percent', cents: -byPercent, of: base, percent, ...ofRule },
        { part: 'fee_fixed', cents: byPercent - fee, ...ofRule },
        { part: 'tax', cents: -number(details.tax_cents) },
      ];
    }
    case 'refund':
    case 'dispute':
      return [
        { part: 'refund', cents: -number(details.cents) },
        { part: 'coupon_back', cents: -number(details.coupon_cents) },
        { part: 'tax_back', cents: number(details.tax_cents) },
        { part: 'owed', cents: number(details.owed_cents) },
      ];
    case 'fee_returned':
      return [{ part: 'fee_returned', cents: amount, percent, ...ofRule }];
    case 'refund_failed':
    case 'dispute_won': {
      const [back, fee, tax] = [number(details.cents), number(details.fee_cents), number(details.tax_cents)];
      return [
        { part: 'refund', cents: back },
        { part: 'coupon_back', cents: amount - (back - fee - tax) },
        { part: 'fee_percent', cents: -fee, percent, ...ofRule },
        { part: 'tax_back', cents: -tax },
      ];
    }
    case 'netting':
      return [{ part: 'netting', cents: amount, of: number(details.debt_cents) }];
    case 'payout':
    case 'payout_failed':
    case 'payout_returned':
      return [{ part: 'payout', cents: amount }];
    default:
      return [];
  }
}

export function subjectOf({ about, item, details }: Pick<MovedEntry, 'about' | 'item' | 'details'>) {
  return {
    order_id: text(details.order) ?? (text(details.payout) === null ? about : null),
    line: typeof details.line === 'number' ? details.line : null,
    product_id: item,
    product_name: text(details.name),
  };
}

/** Which line of which order a movement is about, as a word. */
export function lineKey(order: { order_id: string | null; line: number | null }): string | null {
  return order.order_id === null || order.line === null ? null : `${order.order_id} ${order.line}`;
}

function ruleOf(details: TransferDetails): Movement['rule'] {
  const name = text(details.fee_rule);
  if (name === null) return null;
  return { name, percent: number(details.fee_rate_bp) / 100, fixed: dollars(number(details.fee_fixed_cents)) };
}

function sideOf(accountId: string, sellerId: string): SideName {
  const own = `seller:${sellerId}:`;
  if (accountId.startsWith(own)) {
    const name = accountId.slice(own.length);
    return name === 'available'
      ? 'you'
      : name === 'owed' || name === 'reserve' || name === 'in_transit'
        ? name
        : 'other';
  }
  if (accountId.startsWith('order:')) return 'order';
  if (accountId.startsWith('external:')) return 'outside';
  return sides[accountId] ?? 'other';
}

const sides: Record<string, SideName> = {
  'platform:fees': 'fee',
  'platform:tax': 'tax',
  'platform:loss': 'operator',
  'disputes:held': 'dispute',
  rounding: 'operator',
};

function sumSides(given: ReadonlyArray<{ side: SideName; cents: number }>): Movement['from'] {
  const sums = new Map<SideName, number>();
  for (const { side, cents } of given) sums.set(side, (sums.get(side) ?? 0) + cents);
  return [...sums].map(([side, cents]) => ({ side, amount: dollars(cents) }));
}

function soldOf(line: SoldLine): Movement['sold'] {
  return {
    quantity: line.quantity,
    ...(line.machines > 1 && { machines: line.machines }),
    product_version: line.product_version,
    options: line.options,
    coupon: line.discount_cents > 0 ? line.coupon_code : null,
    coupon_total: dollars(line.discount_cents),
    ordered_at: line.ordered_at.toISOString(),
    paid_at: line.paid_at?.toISOString() ?? null,
    delivered_at: line.delivered_at?.toISOString() ?? null,
    released_at: line.released_at?.toISOString() ?? null,
  };
}

/** Whole cents as the API tells them. */
export function dollars(cents: number): number {
  // Below zero nothing is no amount.
  return cents === 0 ? 0 : cents / 100;
}

function text(value: TransferDetails[string] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function number(value: TransferDetails[string] | undefined): number {
  return typeof value === 'number' ? value : 0;
}
