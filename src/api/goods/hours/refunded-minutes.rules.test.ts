import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareMinutes } from './refunded-minutes.rules.ts';

test.each([
  [[60, 60], 60, [30, 30]],
  [[60, 60], 61, [31, 30]],
  [[90, 30], 40, [40, 0]],
  [[90, 30], 80, [70, 10]],
  [[5, 0], 9, [5, 0]],
  [[], 9, []],
])('[G-14] machines with %j minutes give %i as %j', (left, asked, given) => {
  expect(shareMinutes(left, asked)).toEqual(given);
});

test('[G-14] no machine gives more than it has, and together they give what is asked', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { maxLength: 40 }), fc.nat(1_000_000), (left, asked) => {
      const given = shareMinutes(left, asked);
      const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
      expect(given.every((minutes, at) => minutes >= 0 && minutes <= (left[at] ?? 0))).toBe(true);
      expect(sum(given)).toBe(Math.min(asked, sum(left)));
    }),
  );
});
