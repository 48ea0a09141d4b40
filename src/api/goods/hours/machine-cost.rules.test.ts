import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  centsOf,
  minutesBetween,
  minutesFor,
  minutesOfUses,
  type PaidMinutes,
  purchasesOf,
} from './machine-cost.rules.ts';

const own = {
  line_cents: 1_000,
  quantity: 2,
  machines: 2,
  goods: { hours: { by: 'hand' as const, minutes_each: 60 } },
};
const purchases = purchasesOf(own, { bought: 240, refunded_minutes: 0 }, [
  { minutes: 60, gone_minutes: 0, line_cents: 0 },
  { minutes: 60, gone_minutes: 20, line_cents: 100 },
]);

test('[G-20] purchases are used in the order in which they were bought, as far as they are there', () => {
  expect(purchases).toEqual([
    { minutes: 120, cents: 1_000, ofMinutes: 240 },
    { minutes: 60, cents: 0, ofMinutes: 60 },
    { minutes: 40, cents: 100, ofMinutes: 60 },
  ]);
  expect(minutesBetween(purchases, 100, 200).map(({ minutes }) => minutes)).toEqual([20, 60, 20]);
  expect(minutesBetween(purchases, 200, 300)).toEqual([{ minutes: 100, cents: 100, ofMinutes: 60 }]);
});

test('[G-20] minutes that were returned cost nothing', () => {
  const uses = [
    { before: 0, after: 120 },
    { before: 120, after: 90 },
  ];
  expect(centsOf(minutesOfUses(purchases, uses))).toBe(375);
});

test('[G-20] minutes that went with a part of the money are no part of the purchase, whose price stays', () => {
  const rented = { ...own, line_cents: 400, machines: 1 };
  const left = purchasesOf(rented, { bought: 180, refunded_minutes: 60 }, [
    { minutes: 60, gone_minutes: 0, line_cents: 600 },
  ]);
  expect(centsOf(minutesBetween(left, 0, 120))).toBe(800);
  expect(minutesFor(500, { used: [], next: minutesBetween(left, 0, 120), usual: [] })).toBe(90);
});

test('[G-20] minutes that come back are those that the machine itself has used last, and nothing comes below zero', () => {
  const both = [
    { minutes: 120, cents: 200, ofMinutes: 120 },
    { minutes: 60, cents: 6_000, ofMinutes: 60 },
  ];
  // Another machine has used 30 of the second purchase between.
  const uses = [
    { before: 0, after: 120 },
    { before: 150, after: 90 },
  ];
  expect(centsOf(minutesOfUses(both, uses))).toBe(100);
  const parts = [
    { before: 0, after: 20 },
    { before: 40, after: 60 },
    { before: 60, after: 30 },
  ];
  expect(centsOf(minutesOfUses(both, parts))).toBe(17);
  expect(minutesOfUses(both, [...parts, { before: 200, after: 100 }])).toEqual([]);
});

test('[G-20] a cost is rounded once: thirds of a cent add up to whole ones', () => {
  const third = { minutes: 1, cents: 1, ofMinutes: 3 };
  expect(centsOf([third, third, third])).toBe(1);
  expect(centsOf([{ minutes: 1, cents: 1, ofMinutes: 2 }])).toBe(1);
  expect(centsOf([third])).toBe(0);
});

const parts = fc.array(
  fc.record({
    minutes: fc.integer({ min: 0, max: 10_000 }),
    cents: fc.integer({ min: 0, max: 100_000 }),
    ofMinutes: fc.integer({ min: 1, max: 10_000 }),
  }),
  { maxLength: 5 },
);

test('[G-20] the minutes of a sum cost no more than it, and one more would', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 1_000_000 }), (next, sum) => {
      const minutes = minutesFor(sum, { used: [], next, usual: [] });
      if (minutes === null) {
        expect(next.filter(({ cents }) => cents > 0)).toEqual([]);
        return;
      }
      const last = next.findLast(({ cents }) => cents > 0) as PaidMinutes;
      const all = [...next, { ...last, minutes: 0 }];
      // Ten thousand times, so that no rounding hides what is too much.
      const exact = (until: number) =>
        centsOf(minutesBetween(all, 0, until).map((part) => ({ ...part, cents: part.cents * 10_000 })));
      expect(exact(minutes)).toBeLessThanOrEqual(sum * 10_000);
      expect(exact(minutes + 1)).toBeGreaterThanOrEqual(sum * 10_000);
    }),
  );
});
