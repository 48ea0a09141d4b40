// The movements that a payout is made of, as its shop reads them: price and fee and tax of each come to what it moved.
import type { PayoutLine } from '#contract/money/payout.schema.ts';
import { type PayoutGroup, payoutGroups } from '#contract/money/payout.ts';
import type { TransferDetails } from '#ledger/transfer.rules.ts';

type Moved = { kind: string; at: Date; amount: number; about: string | null; details: TransferDetails };

/** Those that bring a line's money, less what is kept of it. */
const bringing = new Set(['release', 'refund_failed', 'dispute_won']);
/** Those that bring a payout back. */
export const cameBackKinds = ['payout_failed', 'payout_returned'];

/** `owedFor`: where it pays what was owed, the orders of that. */
export function toPayoutLine({ kind, at, amount, about, details }: Moved, owedFor: readonly string[] = []): PayoutLine {
  const fee = kind === 'fee_returned' ? amount : bringing.has(kind) ? -centsOf(details.fee_cents) : null;
  const tax = bringing.has(kind) && centsOf(details.tax_cents) > 0 ? -centsOf(details.tax_cents) : null;
  const price = kind === 'fee_returned' ? null : amount - (fee ?? 0) - (tax ?? 0);
  const fixed = fee === null ? null : centsOf(details.fee_fixed_cents);
  return {
    at: at.toISOString(),
    kind,
    name: textOf(details.name),
    order_id: textOf(details.order) ?? (textOf(details.payout) === null ? about : null),
    line: typeof details.line === 'number' ? details.line : null,
    price: dollars(price),
    fee: dollars(fee),
    tax: dollars(tax),
    fee_rule: fee === null ? null : textOf(details.fee_rule),
    fee_rate_bp: fee === null ? null : centsOf(details.fee_rate_bp),
    fee_fixed: dollars(fixed),
    reason: textOf(details.reason),
    payout_id: textOf(details.payout),
    owed_for: [...owedFor],
    amount: amount / 100,
  };
}

const groupsOfPrices: Record<string, PayoutGroup> = {
  release: 'sales',
  refund: 'refunds',
  refund_failed: 'refunds',
  dispute: 'refunds',
  dispute_won: 'refunds',
  netting: 'netting',
};

/** True if a part of the line belongs to the group. */
export function isOfGroup({ kind, fee, tax }: PayoutLine, group: PayoutGroup): boolean {
  if (group === 'fees') return fee !== null && (fee !== 0 || kind === 'fee_returned');
  if (group === 'taxes') return tax !== null && tax !== 0;
  return kind !== 'fee_returned' && (groupsOfPrices[kind] ?? 'other') === group;
}

/** The kinds of movements that lines of a group can be of; null: of any. */
export function kindsOfGroup(group: PayoutGroup): string[] | null {
  if (group === 'other') return null;
  if (group === 'taxes') return [...bringing];
  if (group === 'fees') return [...bringing, 'fee_returned'];
  return Object.keys(groupsOfPrices).filter((kind) => groupsOfPrices[kind] === group);
}

/** All movements of a kind together; in cents. */
type KindSum = { kind: string; amount: number; fee_cents: number; tax_cents: number };

/** Sums of lines by group: all of them together are the sum of the lines. Groups without lines are left out. */
export function sumGroups(sums: readonly KindSum[]): Array<{ group: PayoutGroup; amount: number }> {
  const cents = new Map<PayoutGroup, number>();
  const add = (group: PayoutGroup, more: number) => cents.set(group, (cents.get(group) ?? 0) + more);
  for (const { kind, amount, fee_cents, tax_cents } of sums) {
    if (kind === 'fee_returned') {
      add('fees', amount);
      continue;
    }
    const [fee, tax] = bringing.has(kind) ? [fee_cents, tax_cents] : [0, 0];
    if (fee !== 0) add('fees', -fee);
    if (tax !== 0) add('taxes', -tax);
    add(groupsOfPrices[kind] ?? 'other', amount + fee + tax);
  }
  return payoutGroups.flatMap((group) => {
    const sum = cents.get(group);
    return sum === undefined ? [] : [{ group, amount: sum / 100 }];
  });
}

type Value = TransferDetails[string] | undefined;

function textOf(value: Value): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function centsOf(value: Value): number {
  return typeof value === 'number' ? value : 0;
}

function dollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}
