// The statement of a month: what of it stands in a file, and what must be true of it before anybody gets one.
import type { Movement, MovementPart, WalletMonthSum } from '#contract/money/wallet.schema.ts';
import { groupOf, type MovementGroup, movementGroups, type PartName, rangeOfMonth } from '#contract/money/wallet.ts';
import { dollars } from '../movement.rules.ts';

export class StatementFault extends Error {}

export type MonthBooks = {
  month: string;
  opening: { version: number; balance: number };
  closing: { version: number; balance: number };
  sums: ReadonlyArray<{ kind: string; entries: number; amount: number }>;
};

/** Throws where opening and movements are not the closing, or one of them is missing: that would be no statement. */
export function sumOfMonth({ month, opening, closing, sums }: MonthBooks): WalletMonthSum {
  const moved = sums.reduce((sum, { amount }) => sum + amount, 0);
  const entries = sums.reduce((sum, one) => sum + one.entries, 0);
  if (opening.balance + moved !== closing.balance)
    throw new StatementFault(`${month}: ${opening.balance} and ${moved} are not ${closing.balance}`);
  if (opening.version + entries !== closing.version)
    throw new StatementFault(
      `${month}: ${entries} movements after number ${opening.version} do not end at ${closing.version}`,
    );
  const of = (group: MovementGroup) => sums.filter(({ kind }) => groupOf(kind) === group);
  return {
    month,
    opening: dollars(opening.balance),
    closing: dollars(closing.balance),
    movements: entries,
    groups: movementGroups.map((group) => ({
      group,
      movements: of(group).reduce((sum, one) => sum + one.entries, 0),
      amount: dollars(of(group).reduce((sum, { amount }) => sum + amount, 0)),
    })),
  };
}

/** Until when a statement of a month tells: a month that is not over has no closing yet. `last` is of its last day. */
export function endOfMonth(month: string, now: Date): { isOver: boolean; last: Date } {
  const { from, until } = rangeOfMonth(month);
  if (now >= until) return { isOver: true, last: new Date(until.getTime() - 1) };
  return { isOver: false, last: now < from ? from : now };
}

/** Follows a balance from line to line. Throws where one does not follow from the one before. */
export function followBalance(opening: { version: number; balance: number }) {
  let { version, balance } = opening;
  return (entry: { version: number; amount: number; balance: number }) => {
    version += 1;
    balance += entry.amount;
    if (entry.version !== version || entry.balance !== balance)
      throw new StatementFault(`movement ${entry.version} with ${entry.balance} does not follow ${version - 1}`);
  };
}

/** Amounts of parts in columns of their own: across they sum to the amount, down to the closing balance. */
const partColumns = {
  price: ['price'],
  coupon: ['coupon', 'coupon_back'],
  refund: ['refund', 'refunded_before'],
  fee: ['fee_percent', 'fee_fixed', 'fee_returned'],
  tax: ['tax', 'tax_back'],
  owed: ['owed', 'netting'],
  payout: ['payout'],
  other: ['other'],
} as const satisfies Record<string, readonly PartName[]>;

const columnNames = Object.keys(partColumns) as Array<keyof typeof partColumns>;

export const statementColumns = [
  'number',
  'date',
  'movement',
  'order',
  'line',
  'product_id',
  'product',
  'rule',
  'fee_percent',
  'fee_of',
  ...columnNames,
  'amount',
  'balance',
  'reason',
  'payout_id',
  'transfer',
] as const;

export type StatementCell = string | number | null;

export function statementRow(movement: Movement): Record<(typeof statementColumns)[number], StatementCell> {
  const percent = movement.parts.find(({ part }) => part === 'fee_percent');
  return {
    number: movement.number,
    date: movement.at,
    movement: movement.kind,
    order: movement.order_id,
    // Lines of orders are counted from 1, as on pages.
    line: movement.line === null ? null : movement.line + 1,
    product_id: movement.product_id,
    product: movement.product_name,
    rule: movement.rule?.name ?? null,
    fee_percent: movement.rule?.percent ?? null,
    fee_of: percent?.of ?? null,
    ...columnsOf(movement.parts),
    amount: money(movement.amount),
    balance: money(movement.balance),
    reason: movement.reason,
    payout_id: movement.payout_id,
    transfer: movement.transfer,
  };
}

/** The first and the last row: what there was, and what there is; `to_date` in a month that is not over. */
export function boundaryRow(
  what: 'opening' | 'closing' | 'to_date',
  at: Date,
  balance: number,
): ReturnType<typeof statementRow> {
  const none = Object.fromEntries(statementColumns.map((column) => [column, null]));
  return { ...none, date: at.toISOString(), movement: what, balance: money(balance) } as ReturnType<
    typeof statementRow
  >;
}

function columnsOf(parts: readonly MovementPart[]): Record<keyof typeof partColumns, StatementCell> {
  const sums = columnNames.map((column) => {
    const names: readonly string[] = partColumns[column];
    const mine = parts.filter(({ part }) => names.includes(part));
    const cents = mine.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    return [column, mine.length === 0 ? null : money(dollars(cents))];
  });
  return Object.fromEntries(sums);
}

/** Two decimals and no thousands, as a table program reads an amount. */
function money(amount: number): string {
  return amount.toFixed(2);
}
