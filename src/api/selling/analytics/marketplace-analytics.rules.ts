// How quarters of an hour become the figures of the marketplace: its parts, each beside the same part of the range before.
import { dayAfter, daysBetween } from '#contract/selling/analytics.ts';
import type { MarketplaceStep } from '#contract/selling/marketplace-analytics.ts';
import { quarterAfter, type Zone } from '../../text/zone.rules.ts';
import { partsOf, previousOf, stepOf } from './analytics.rules.ts';

type Range = { from: string; to: string };

/** Sums; money in cents. `viewed_orders`: those of the time since which views are counted. */
export type MarketplaceSums = {
  orders: number;
  sales_cents: number;
  refunds_cents: number;
  customers: number;
  views: number;
  viewed_orders: number;
};

/** From the one moment to before the other. */
type Span = { start: Date; end: Date };
type PlannedPart = Range & Span & { before: Span };

/** Parts to read, one after the other, and those of before, as far as the range has come by now. */
type MarketplacePlan = Range & { previous: Range; step: MarketplaceStep; isWhole: boolean; parts: PlannedPart[] };

const HOUR_MS = 60 * 60_000;

/** A single day is told by its hours. What is to come yet is no part, and of the range before only as much counts as has passed of this one. */
export function planOf(range: Range, zone: Zone, now: Date): MarketplacePlan {
  const days = daysBetween(range.from, range.to);
  const previous = previousOf(range);
  const [begin, end] = [zone.startOf(range.from), zone.startOf(dayAfter(range.to, 1))];
  const reached = earlier(end, quarterAfter(now));
  const beginBefore = zone.startOf(previous.from);
  const today = zone.dayOf(new Date(reached.getTime() - 1));
  const passed = reached.getTime() - zone.startOf(today).getTime();
  const reachedBefore =
    reached < end
      ? earlier(after(zone.startOf(dayAfter(today, -days)), passed), zone.startOf(dayAfter(today, 1 - days)))
      : begin;
  const step = days === 1 ? 'hour' : stepOf(range);
  const planned =
    step === 'hour'
      ? hoursOf(begin, reached).map((start, hour) => ({
          ...range,
          start,
          startBefore: earlier(after(beginBefore, hour * HOUR_MS), reachedBefore),
        }))
      : partsOf(range, step)
          .map((part) => ({
            ...part,
            start: zone.startOf(part.from),
            startBefore: earlier(zone.startOf(dayAfter(part.from, -days)), reachedBefore),
          }))
          .filter(({ start }) => start < reached);
  const parts = planned.map(({ startBefore, ...part }, index) => ({
    ...part,
    end: planned[index + 1]?.start ?? reached,
    before: { start: startBefore, end: planned[index + 1]?.startBefore ?? reachedBefore },
  }));
  return { ...range, previous, step, isWhole: now >= end, parts };
}

/** The moments at which one part ends and the next begins: those of before, then those of the range. `sums[n]` is what lies after moment n. */
export function momentsOf({ parts }: MarketplacePlan): Date[] {
  const spans = [parts.map(({ before }) => before), parts.map(({ start, end }) => ({ start, end }))];
  return spans.flatMap((of) => [...of.map(({ start }) => start), ...of.slice(-1).map(({ end }) => end)]);
}

/** `sums` has what was counted after each of `momentsOf`, where there was anything. */
export function marketplaceAnalyticsOf(plan: MarketplacePlan, sums: ReadonlyMap<number, MarketplaceSums>) {
  const { parts, isWhole, ...told } = plan;
  const before = parts.map((_, index) => sums.get(index));
  const now = parts.map((_, index) => sums.get(parts.length + 1 + index));
  return {
    ...told,
    whole: isWhole,
    totals: toNumbers(now),
    previous_totals: toNumbers(before),
    series: parts.map(({ from, to, start, before: was }, index) => ({
      ...(plan.step === 'hour' ? { from: plan.from, to: plan.to } : { from, to }),
      at: start.toISOString(),
      ...toNumbers([now[index]]),
      previous: { at: was.start.toISOString(), ...toNumbers([before[index]]) },
    })),
  };
}

/** Money in dollars. An average of no orders is none, and neither is a share of no views. */
function toNumbers(of: ReadonlyArray<MarketplaceSums | undefined>) {
  const sum = (name: keyof MarketplaceSums) => of.reduce((total, one) => total + (one?.[name] ?? 0), 0);
  const [orders, sales, views] = [sum('orders'), sum('sales_cents'), sum('views')];
  return {
    sales: sales / 100,
    orders,
    average: orders > 0 ? Math.round(sales / orders) / 100 : null,
    refunds: sum('refunds_cents') / 100,
    customers: sum('customers'),
    views,
    view_to_order: views > 0 ? sum('viewed_orders') / views : null,
  };
}

function hoursOf(begin: Date, end: Date): Date[] {
  const hours: Date[] = [];
  for (let at = begin; at < end; at = after(at, HOUR_MS)) hours.push(at);
  return hours;
}

function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
