import { formatAmount } from '#contract/money/amount/money.ts';
import type { ListCount, ListDescription } from '#contract/operations/staff-list/description.ts';

/** '38 orders, $32,788.24', 'More than 1,000 orders'. */
export function countLabels(list: ListDescription, { count, is_exact, sums }: ListCount): string {
  const number = count.toLocaleString('en-US');
  if (!is_exact) return `More than ${number} ${list.many}`;
  const [sum] = list.sums ?? [];
  const amount = sum === undefined ? undefined : sums[sum];
  return `${number} ${count === 1 ? list.one : list.many}${amount ? `, ${formatAmount(amount)}` : ''}`;
}

/** '1 review', '1,200 reviews'. */
export function countOf({ one, many }: ListDescription, count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** All rows that fit, in the middle of a sentence: how many is not always counted. */
export function wholeWords(list: ListDescription, count: ListCount | null): string {
  return count?.is_exact ? `all ${countOf(list, count.count)}` : `all ${list.many} that fit`;
}

export function wholeLabel(list: ListDescription, count: ListCount | null): string {
  return `Choose ${wholeWords(list, count)}`;
}
