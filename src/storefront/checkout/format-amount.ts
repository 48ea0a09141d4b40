import { formatCents } from '#contract/money.ts';

/** '$1,950.00': an amount of US dollars that the API tells in whole cents. */
export function formatAmount(dollars: number): string {
  return formatCents(Math.round(dollars * 100));
}
