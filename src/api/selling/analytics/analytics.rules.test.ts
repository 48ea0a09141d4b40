import { expect, test } from 'vitest';
import { type DayNumbers, figuresOf, previousOf, rangeOf, stepOf } from './analytics.rules.ts';

const day = (of: string, more: Partial<DayNumbers>): DayNumbers => ({
  day: of,
  views: 0,
  adds: 0,
  orders: 0,
  quantity: 0,
  revenue: 0,
  refunds: 0,
  ...more,
});

test('[S-14] a range has the days that it is asked for, and the last 30 without', () => {
  expect(rangeOf({}, '2026-11-20')).toEqual({ from: '2026-10-22', to: '2026-11-20' });
  expect(rangeOf({ from: '2026-11-01' }, '2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  for (const given of [
    { from: '2026-11-21', to: '2026-11-20' },
    { from: '2024-01-01', to: '2026-11-20' },
    { to: '2026-11-30' },
    { from: '1999-12-31', to: '2000-01-02' },
  ])
    expect(typeof rangeOf(given, '2026-11-20')).toBe('string');
});

test('[S-14] the range before has as many days and ends the day before', () => {
  expect(previousOf({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-01-29', to: '2026-02-28' });
});

test.each([
  ['2026-11-20', '2026-11-20', 'day', 1],
  ['2026-08-21', '2026-11-20', 'day', 92],
  ['2026-08-20', '2026-11-20', 'week', 14],
  ['2025-11-15', '2026-11-20', 'week', 53],
  ['2025-11-14', '2026-11-20', 'month', 13],
])('[S-14] from %s to %s is told by %s in %i parts', (from, to, step, parts) => {
  expect(stepOf({ from, to })).toBe(step);
  const { series } = figuresOf({ from, to }, []);
  expect(series).toHaveLength(parts);
  expect([series[0]?.from, series.at(-1)?.to]).toEqual([from, to]);
});

test('[S-14] parts sum to the totals, beside the same days of the range before; money is dollars', () => {
  const range = { from: '2026-11-02', to: '2026-11-03' };
  const figures = figuresOf(range, [
    day('2026-10-31', { views: 5 }),
    day('2026-11-01', { views: 1, revenue: 50 }),
    day('2026-11-02', { views: 2, orders: 1, quantity: 3, revenue: 1_005, refunds: 5 }),
    day('2026-11-03', { views: 4, adds: 1 }),
  ]);
  expect(figures.totals).toEqual({ views: 6, adds: 1, orders: 1, quantity: 3, revenue: 10.05, refunds: 0.05 });
  expect(figures.previous_totals).toMatchObject({ views: 6, revenue: 0.5 });
  expect(figures.series.map(({ views, previous }) => [views, previous.views])).toEqual([
    [2, 5],
    [4, 1],
  ]);
});
