// Words about figures: what sellers see of their products by day. Free of the validator.

export const measures = ['views', 'adds', 'orders', 'quantity', 'revenue', 'refunds'] as const;
/** `adds`: put into a cart. Revenue and refunds are US dollars. */
export type Measure = (typeof measures)[number];
export type Numbers = Record<Measure, number>;

/** How far apart the parts of a series are: a long range is told by weeks or months. */
export type FigureStep = 'day' | 'week' | 'month';

/** The days of a range at most. */
export const longestRange = 731;

/** The first day that can be asked for. */
export const earliestDay = '2000-01-01';

/** The products of a range at most: those with the most revenue, then those with the most views. */
export const mostProducts = 100;

/** A day in UTC, such as '2026-11-20', so many days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** From the first day to the last one, both counted. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** Why a range cannot be asked for; null: it can. `whose` says whose today it is, where that is not the reader's. */
export function faultOfRange(from: string, to: string, today: string, whose = ''): string | null {
  if (!isDay(from) || !isDay(to)) return 'Choose the first and the last day';
  if (from > to) return 'The first day must not be after the last one';
  if (to > today) return `The last day can be today at most ${whose}`.trim();
  if (from < earliestDay) return 'The first day is too early';
  return daysBetween(from, to) > longestRange ? `A range has at most ${longestRange} days` : null;
}

function isDay(text: string): boolean {
  const time = Date.parse(text);
  // The 30th of February is taken for the 2nd of March.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
