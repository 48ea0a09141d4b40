import { formatAmount } from '#contract/money/amount/money.ts';
import type { Measure } from '#contract/selling/analytics.ts';
import { type Message, msg } from '#language/message.ts';
import { shortNumber } from '#ui/form/range-labels.ts';

export const measureNames: Record<Measure, Message> = {
  revenue: msg('Revenue'),
  orders: msg('Orders'),
  quantity: msg('Items sold'),
  views: msg('Views'),
  adds: msg('Added to cart'),
  refunds: msg('Refunds'),
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
