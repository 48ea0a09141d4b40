// How counters of days become figures of a range.
import {
  dayAfter,
  daysBetween,
  earliestDay,
  type FigureStep,
  longestRange,
  measures,
  type Numbers,
} from '#contract/selling/analytics.ts';

/** Money in cents. */
export type DayNumbers = Numbers & { day: string };
type Range = { from: string; to: string };
type Part = Range & Numbers & { previous: Numbers };

const USUAL_DAYS = 30;
/** A chart has room for so many columns by day, and by week. */
const DAYS_BY_DAY = 92;
const DAYS_BY_WEEK = 371;
const WEEK = 7;

/** The range that is asked for, by default the last 30 days; or why it is none. */
export function rangeOf(given: { from?: string | undefined; to?: string | undefined }, today: string): Range | string {
  const to = given.to ?? today;
  const from = given.from ?? dayAfter(to, 1 - USUAL_DAYS);
  if (from > to) return 'from must not be after to.';
  if (from < earliestDay || to > dayAfter(today, 1)) return `from and to must be days from ${earliestDay} to today.`;
  if (daysBetween(from, to) > longestRange) return `A range has at most ${longestRange} days.`;
  return { from, to };
}

/** The days before, as many as the range has. */
export function previousOf({ from, to }: Range): Range {
  const length = daysBetween(from, to);
  return { from: dayAfter(from, -length), to: dayAfter(to, -length) };
}

export function stepOf({ from, to }: Range): FigureStep {
  const days = daysBetween(from, to);
  return days <= DAYS_BY_DAY ? 'day' : days <= DAYS_BY_WEEK ? 'week' : 'month';
}

/** `days` are those of the range and of the one before it, where there is anything to tell. */
export function figuresOf(range: Range, days: readonly DayNumbers[]) {
  const length = daysBetween(range.from, range.to);
  const byDay = new Map(days.map((day) => [day.day, day]));
  const between = ({ from, to }: Range) => {
    const sum = none();
    for (let day = from; day <= to; day = dayAfter(day, 1)) add(sum, byDay.get(day));
    return toDollars(sum);
  };
  const previous = previousOf(range);
  const step = stepOf(range);
  const series = partsOf(range, step).map((part): Part => {
    const before = { from: dayAfter(part.from, -length), to: dayAfter(part.to, -length) };
    return { ...part, ...between(part), previous: between(before) };
  });
  return { ...range, previous, step, totals: between(range), previous_totals: between(previous), series };
}

/** Revenue and refunds, which are counted in cents, in dollars. */
export function toDollars<T extends Numbers>(numbers: T): T {
  return { ...numbers, revenue: numbers.revenue / 100, refunds: numbers.refunds / 100 };
}

/** The last part may be shorter; the months are those of the calendar. */
export function partsOf(range: Range, step: FigureStep): Range[] {
  const parts: Range[] = [];
  for (let from = range.from; from <= range.to; ) {
    const last = step === 'day' ? from : step === 'week' ? dayAfter(from, WEEK - 1) : endOfMonth(from);
    const to = last < range.to ? last : range.to;
    parts.push({ from, to });
    from = dayAfter(to, 1);
  }
  return parts;
}

function endOfMonth(day: string): string {
  const date = new Date(day);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}

function none(): Numbers {
  return { views: 0, adds: 0, orders: 0, quantity: 0, revenue: 0, refunds: 0 };
}

function add(sum: Numbers, more: Numbers | undefined) {
  if (!more) return;
  for (const measure of measures) sum[measure] += more[measure];
}
