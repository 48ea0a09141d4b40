import { formatAmount } from '#contract/money.ts';
import type { ListCount, ListDescription } from '#contract/staff-list/description.ts';

/** '38 orders, $32,788.24', 'More than 1,000 orders'. */
export function countWords(list: ListDescription, { count, is_exact, sums }: ListCount): string {
  const number = count.toLocaleString('en-US');
  if (!is_exact) return `More than ${number} ${list.many}`;
  const [sum] = list.sums ?? [];
  const amount = sum === undefined ? undefined : sums[sum];
  return `${number} ${count === 1 ? list.one : list.many}${amount ? `, ${formatAmount(amount)}` : ''}`;
}
