import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  centsOf,
  minutesBetween,
  minutesFor,
  minutesOfUse,
  type PaidMinutes,
  purchasesOf,
} from './machine-cost.rules.ts';

const own = {
  line_cents: 1_000,
  quantity: 2,
  machines: 2,
  goods: { hours: { by: 'hand' as const, minutes_each: 60 } },
};
const purchases = purchasesOf(own, 240, [
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
  expect(centsOf(uses.flatMap((use) => minutesOfUse(purchases, use)))).toBe(375);
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
