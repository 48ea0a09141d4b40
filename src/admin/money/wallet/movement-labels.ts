import type { AdjustmentWay } from '#contract/money/adjustment.ts';
import { formatAmount } from '#contract/money/amount/money.ts';

export const wayNames: Record<AdjustmentWay, string> = {
  correction: 'Correction',
  goodwill: 'Goodwill',
  write_off: 'What is owed is written off',
  hold_back: 'A reserve is held back',
  give_back: 'A reserve is given back',
  tax_paid: 'Tax is paid on',
  profit_drawn: 'Profit is drawn',
};

/** With a true minus. */
export function dollars(amount: number): string {
  return `${amount < 0 ? '\u2212' : ''}${formatAmount(Math.abs(amount))}`;
}
