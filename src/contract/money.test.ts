import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCents, formatUnitPrice, fromMicros, lineCents, toMicros } from './money.ts';

test.each([
  [2.49, '$2.49'],
  [2.5, '$2.50'],
  [490, '$490'],
  [0, '$0'],
  [0.000125, '$0.000125'],
  [4.804788, '$4.804788'],
  [3269372, '$3269372'],
  [0.1, '$0.10'],
])('[L-16] the unit price %s shows as %s', (dollars, text) => {
  expect(formatUnitPrice(dollars)).toBe(text);
});

test.each([
  [2.49, 3, 747],
  [0.000125, 1, 0],
  [0.000125, 40, 1],
  [0.005, 1, 1],
  [0.1, 3, 30],
  [1.005, 1, 101],
  [1_000_000_000, 9_999, 999_900_000_000_000],
])('[D-03] %s dollars times %s is %s cents, rounded half up once', (dollars, quantity, cents) => {
  expect(lineCents(dollars, quantity)).toBe(cents);
});

test('[D-03] amounts always show two decimals', () => {
  expect([0, 5, 50, 1230, 100_000].map(formatCents)).toEqual(['$0.00', '$0.05', '$0.50', '$12.30', '$1000.00']);
});

test('prices of up to 6 decimals survive the way through micro-dollars', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e15 }), (micros) => toMicros(fromMicros(micros)) === micros));
});
