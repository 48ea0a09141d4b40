import { formatAmount } from '#contract/money/amount/money.ts';
import type { MarketplaceAnalytics } from '#contract/selling/marketplace-analytics.schema.ts';
import type { MarketplaceMeasure } from '#contract/selling/marketplace-analytics.ts';
import { axisName, partName, rangeName, shortNumber } from '#ui/form/range-labels.ts';

export const marketplaceMeasureNames: Record<MarketplaceMeasure, string> = {
  sales: 'Sales',
  orders: 'Orders',
  average: 'Average order',
  refunds: 'Refunds',
  customers: 'New customers',
  view_to_order: 'View to order',
};

export function formatMeasure(measure: MarketplaceMeasure, value: number): string {
  if (measure === 'view_to_order') return `${(value * 100).toFixed(2)} %`;
  if (measure === 'orders' || measure === 'customers') return value.toLocaleString('en-US');
  return value < 0 ? `−${formatAmount(-value)}` : formatAmount(value);
}

/** As an axis has it: '$2.5k'. */
export function formatAxis(measure: MarketplaceMeasure, value: number): string {
  return `${measure === 'sales' ? '$' : ''}${shortNumber(value)}`;
}

const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

type Part = MarketplaceAnalytics['series'][number];

/** 'Sat 31 Oct', or of a day's hours the time at which one begins, in the reader's zone. */
export function marketplacePartName(
  part: Pick<Part, 'from' | 'to' | 'at'>,
  step: MarketplaceAnalytics['step'],
): string {
  return step === 'hour' ? hour.format(new Date(part.at)) : partName(part);
}

export function marketplaceAxisName(part: Part, step: MarketplaceAnalytics['step']): string {
  return step === 'hour' ? hour.format(new Date(part.at)) : axisName(part, step);
}

/** Name of the range before: 'the 30 days before'. */
function besideName(days: number): string {
  return days === 1 ? 'the day before' : `the ${days} days before`;
}

/** '22 Oct to 20 Nov 2026 until now, beside as much of the 30 days before'. */
export function rangeSentence({ whole, ...figures }: MarketplaceAnalytics, days: number): string {
  return `${rangeName(figures)}${whole ? '' : ' until now'}, beside ${whole ? '' : 'as much of '}${besideName(days)}`;
}
