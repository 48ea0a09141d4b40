import { expect, test } from 'vitest';
import { type Zone, zoneOf } from '../../text/zone.rules.ts';
import { type MarketplaceSums, marketplaceAnalyticsOf, momentsOf, planOf } from './marketplace-analytics.rules.ts';

const zone = (name: string) => zoneOf(name) as Zone;
const sums = (more: Partial<MarketplaceSums>): MarketplaceSums => ({
  orders: 0,
  sales_cents: 0,
  refunds_cents: 0,
  customers: 0,
  views: 0,
  viewed_orders: 0,
  ...more,
});

test('[B-04] today is told by the hours that have come, beside the same hours of yesterday', () => {
  const plan = planOf(
    { from: '2026-11-20', to: '2026-11-20' },
    zone('Europe/Berlin'),
    new Date('2026-11-20T01:20:00Z'),
  );
  expect(plan).toMatchObject({
    step: 'hour',
    isWhole: false,
    previous: { from: '2026-11-19', to: '2026-11-19' },
  });
  expect(plan.parts.map(({ start, end }) => [start, end].map((at) => at.toISOString().slice(8, 16)))).toEqual([
    ['19T23:00', '20T00:00'],
    ['20T00:00', '20T01:00'],
    ['20T01:00', '20T01:30'],
  ]);
  expect(plan.parts.at(-1)?.before).toEqual({
    start: new Date('2026-11-19T01:00:00Z'),
    end: new Date('2026-11-19T01:30:00Z'),
  });
});

test('[B-04] a day has the hours that its clocks show: 23, 24 or 25', () => {
  const hours = (day: string) =>
    planOf({ from: day, to: day }, zone('Europe/Berlin'), new Date('2027-01-01T00:00:00Z')).parts;
  expect(hours('2026-03-29')).toHaveLength(23);
  expect(hours('2026-10-25')).toHaveLength(25);
  // No hour of the day before, which has fewer, is counted twice.
  const last = hours('2026-10-25').at(-1);
  expect(last?.before.start).toEqual(last?.before.end);
});

test('[B-04] of the range before only as much counts as has passed of a range that is not over', () => {
  const plan = planOf({ from: '2026-11-14', to: '2026-11-20' }, zone('UTC'), new Date('2026-11-20T06:01:00Z'));
  expect(plan.isWhole).toBe(false);
  expect(plan.parts).toHaveLength(7);
  expect(plan.parts.at(-1)?.before.end.toISOString()).toBe('2026-11-13T06:15:00.000Z');
  const over = planOf({ from: '2026-11-12', to: '2026-11-18' }, zone('UTC'), new Date('2026-11-20T06:01:00Z'));
  expect(over.isWhole).toBe(true);
  expect(over.parts.at(-1)?.before.end).toEqual(over.parts[0]?.start);
});

test('[B-04] a range is not over in the last quarter of its last day', () => {
  const range = { from: '2026-11-20', to: '2026-11-20' };
  expect(planOf(range, zone('UTC'), new Date('2026-11-20T23:50:00Z')).isWhole).toBe(false);
  expect(planOf(range, zone('UTC'), new Date('2026-11-21T00:00:00Z')).isWhole).toBe(true);
});

test.each(['UTC', 'Europe/Berlin', 'Africa/Cairo', 'America/Havana', 'Pacific/Apia'])(
  '[B-04] in %s the moments of every range are in order, and its parts follow each other without a gap',
  (name) => {
    for (const [from, to] of [
      ['2026-03-28', '2026-03-30'],
      ['2026-04-24', '2026-04-24'],
      ['2026-10-20', '2026-11-05'],
      ['2026-01-01', '2026-11-20'],
      ['2025-01-01', '2026-11-20'],
    ] as const) {
      const plan = planOf({ from, to }, zone(name), new Date('2026-11-20T23:59:00Z'));
      const moments = momentsOf(plan).map((at) => at.getTime());
      expect(moments).toEqual(moments.toSorted((a, b) => a - b));
      for (const [index, part] of plan.parts.entries()) {
        if (index === 0) continue;
        expect(part.start).toEqual(plan.parts[index - 1]?.end);
        expect(part.before.start).toEqual(plan.parts[index - 1]?.before.end);
      }
    }
  },
);

test('[B-04] parts sum to the totals; money is dollars; an average of no orders and a share of no views are none', () => {
  const plan = planOf({ from: '2026-11-18', to: '2026-11-19' }, zone('UTC'), new Date('2026-11-20T06:00:00Z'));
  const figures = marketplaceAnalyticsOf(
    plan,
    new Map([
      [0, sums({ customers: 2 })],
      [3, sums({ orders: 2, sales_cents: 3_001, views: 40, viewed_orders: 1 })],
      [4, sums({ orders: 1, sales_cents: 500, refunds_cents: 250 })],
    ]),
  );
  expect(figures.totals).toEqual({
    sales: 35.01,
    orders: 3,
    average: 11.67,
    refunds: 2.5,
    customers: 0,
    views: 40,
    view_to_order: 0.025,
  });
  expect(figures.previous_totals).toMatchObject({ customers: 2, average: null, view_to_order: null });
  expect(figures.series.map(({ from, sales, previous }) => [from, sales, previous.customers])).toEqual([
    ['2026-11-18', 30.01, 2],
    ['2026-11-19', 5, 0],
  ]);
});
