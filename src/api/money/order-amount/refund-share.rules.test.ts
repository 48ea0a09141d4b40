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

test('[W-04] a line that a refund of the whole order has taken from gives no more than it has left; the others bear the rest', () => {
  expect(parts(lines([18_000, 6_643], [600, 221, 600], [8_998, 3_321]), 600)).toEqual([147, 379, 74]);
});

test('[S-14] what comes back is taken from what had gone', () => {
  expect(parts(lines([1_000, 500], [3_000, 1_500]), -400)).toEqual([-100, -300]);
  expect(parts(lines([1_000, 500, 500], [3_000, 1_500]), -500)).toEqual([-500, 0]);
});

test('[S-14] whatever goes back, its parts sum to it, and no line gets more than was paid for it', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const line = fc.record({ paid: fc.nat(100_000), part: share, named: share });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (made, of) => {
        const all = made.map(({ paid, part, named }, index) => ({
          line: index,
          paid,
          before: Math.floor(paid * part),
          // Refunds of the whole order may have taken some of it.
          named: index === 0 ? Math.floor(paid * named) : 0,
        }));
        const left = all.reduce((sum, { paid, before }) => sum + paid - before, 0);
        const cents = Math.min(left, Math.max(Math.floor(left * of), all[0]?.named ?? 0));
        const shares = refundParts(all, cents);
        expect([...shares.values()].reduce((sum, part) => sum + part, 0)).toBe(cents);
        for (const { line, paid, before } of all) expect(before + (shares.get(line) ?? 0)).toBeLessThanOrEqual(paid);
      },
    ),
  );
});
