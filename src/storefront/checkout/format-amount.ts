import { formatCents } from '#contract/money.ts';

/** '$1,950.00': an amount in US dollars, as the API answers them: a number of whole cents. */
export function formatAmount(dollars: number): string {
  return formatCents(Math.round(dollars * 100));
}
