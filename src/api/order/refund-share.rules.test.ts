import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RefundedLine, refundParts } from './refund-share.rules.ts';

const lines = (...amounts: Array<[paid: number, before?: number, named?: number]>): RefundedLine[] =>
  amounts.map(([paid, before = 0, named = 0], line) => ({ line, paid, before, named }));
const parts = (of: RefundedLine[], cents: number) => [...refundParts(of, cents).values()];

test('[S-14] a refund that names lines is theirs', () => {
  expect(parts(lines([1_000, 0, 400], [3_000]), 400)).toEqual([400, 0]);
});

test('[S-14] a refund that names none is shared in proportion to what is left', () => {
  expect(parts(lines([1_000], [3_000]), 400)).toEqual([100, 300]);
  expect(parts(lines([1_000, 1_000], [3_000]), 3_000)).toEqual([0, 3_000]);
  expect(parts(lines([1], [1], [1]), 2)).toEqual([1, 0, 1]);
});

test('[S-14] what comes back is taken from what had gone', () => {
  expect(parts(lines([1_000, 500], [3_000, 1_500]), -400)).toEqual([-100, -300]);
  expect(parts(lines([1_000, 500, 500], [3_000, 1_500]), -500)).toEqual([-500, 0]);
});

test('[S-14] whatever goes back, its parts sum to it, and no line gets more than was paid for it', () => {
  const line = fc.record({ paid: fc.nat(100_000), part: fc.double({ min: 0, max: 1, noNaN: true }) });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (made, of) => {
        const all = made.map(({ paid, part }, index) => ({
          line: index,
          paid,
          before: Math.floor(paid * part),
          named: 0,
        }));
        const left = all.reduce((sum, { paid, before }) => sum + paid - before, 0);
        const cents = Math.floor(left * of);
        const shares = refundParts(all, cents);
        expect([...shares.values()].reduce((sum, part) => sum + part, 0)).toBe(cents);
        for (const { line, paid, before } of all) expect(before + (shares.get(line) ?? 0)).toBeLessThanOrEqual(paid);
      },
    ),
  );
});
