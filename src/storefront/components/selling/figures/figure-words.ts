import type { Measure, Numbers } from '#contract/figures.ts';
import { formatAmount } from '#contract/money.ts';

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
  const sign = isMoney(measure) ? '$' : '';
  if (value >= 1_000_000) return `${sign}${plain(value / 1_000_000)}M`;
  return value >= 1_000 ? `${sign}${plain(value / 1_000)}k` : `${sign}${plain(value)}`;
}

function plain(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** How much more or less than before; null where there was nothing to compare with. */
export function change(
  measure: Measure,
  now: Numbers,
  before: Numbers,
): { sign: 'up' | 'down' | 'same'; text: string } | null {
  const [value, was] = [now[measure], before[measure]];
  if (was <= 0) return null;
  const percent = Math.abs((value - was) / was) * 100;
  return { sign: value > was ? 'up' : value < was ? 'down' : 'same', text: `${percent.toFixed(1)} %` };
}

const part = (day: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(new Date(day));
const month = (day: string) => part(day, { month: 'short' });
const shortDay = (day: string) => `${Number(day.slice(8))} ${month(day)}`;
const fullDay = (day: string) => `${shortDay(day)} ${day.slice(0, 4)}`;

/** '22 Oct to 20 Nov 2026'. */
export function rangeName({ from, to }: { from: string; to: string }): string {
  if (from === to) return fullDay(to);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `${isOneYear ? shortDay(from) : fullDay(from)} to ${fullDay(to)}`;
}

type Part = { from: string; to: string };

export function partName({ from, to }: Part): string {
  return from === to ? `${part(from, { weekday: 'short' })} ${shortDay(from)}` : rangeName({ from, to });
}

export function axisName({ from }: Part, step: 'day' | 'week' | 'month'): string {
  return step === 'month' ? `${month(from)} ${from.slice(0, 4)}` : shortDay(from);
}
