// Words about a shop's money: what its balance is made of. Free of the validator.

/** Filters of statements; `other` is what none of them names, such as a correction by hand. */
export const movementGroups = ['sales', 'refunds', 'payouts', 'other'] as const;
export type MovementGroup = (typeof movementGroups)[number];

/** The kinds of transfers that each group is of. */
export const kindsOfGroups: Record<Exclude<MovementGroup, 'other'>, readonly string[]> = {
  sales: ['release'],
  refunds: ['refund', 'fee_returned', 'refund_failed', 'dispute', 'dispute_won', 'netting'],
  payouts: ['payout', 'payout_failed', 'payout_returned'],
};

export function groupOf(kind: string): MovementGroup {
  const found = Object.entries(kindsOfGroups).find(([, kinds]) => kinds.includes(kind));
  return found ? (found[0] as MovementGroup) : 'other';
}

/** Why a movement is as large as it is: its parts sum to its amount. */
export const partNames = [
  'price',
  'coupon',
  'refunded_before',
  'fee_percent',
  'fee_fixed',
  'tax',
  'refund',
  'coupon_back',
  'fee_returned',
  'tax_back',
  'owed',
  'netting',
  'payout',
  'other',
] as const;
export type PartName = (typeof partNames)[number];

/** Whose money a movement is of, before and after it. */
export const sideNames = [
  'you',
  'owed',
  'reserve',
  'in_transit',
  'order',
  'operator',
  'fee',
  'tax',
  'dispute',
  'outside',
  'other',
] as const;
export type SideName = (typeof sideNames)[number];

/** More than this is no document to read, and a table program reads the CSV. */
export const longestPdfStatement = 3_000;

/** Months are those of UTC, such as '2026-11'. */
export const monthPattern = /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/;

export function isMonth(text: string): boolean {
  return monthPattern.test(text);
}

export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** From its first moment on, and before the first of the next one. */
export function rangeOfMonth(month: string): { from: Date; until: Date } {
  return { from: new Date(`${month}-01T00:00:00Z`), until: new Date(`${monthAfter(month, 1)}-01T00:00:00Z`) };
}

export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number - 1 + months, 1)));
}
