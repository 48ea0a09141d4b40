import { formatAmount } from '#contract/money/amount/money.ts';
import type { Measure } from '#contract/selling/analytics.ts';
import { shortNumber } from '#ui/form/range-labels.ts';

export const measureNames: Record<Measure, string> = {
  revenue: 'Revenue',
  orders: 'Orders',
  quantity: 'Items sold',
  views: 'Views',
  adds: 'Added to cart',
  refunds: 'Refunds',
};
/** In the order in which a shop looks at them. */
export const shownMeasures = Object.keys(measureNames) as Measure[];

const isMoney = (measure: Measure) => measure === 'revenue' || measure === 'refunds';

export function formatFigure(measure: Measure, value: number): string {
  if (!isMoney(measure)) return value.toLocaleString('en-US');
  return value < 0 ? `−${formatAmount(-value)}` : formatAmount(value);
}

/** As an axis has it: '$2.5k'. */
export function formatShort(measure: Measure, value: number): string {
  return `${isMoney(measure) ? '$' : ''}${shortNumber(value)}`;
}
