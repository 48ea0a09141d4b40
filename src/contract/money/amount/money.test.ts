import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatBound,
  formatCents,
  formatSignedCents,
  formatUnitPrice,
  fromMicros,
  lineCents,
  toMicros,
} from './money.ts';

test.each([
  [2.49, '$2.49'],
  [2.5, '$2.50'],
  [490, '$490.00'],
  [0, '$0.00'],
  [0.000125, '$0.000125'],
  [4.804788, '$4.804788'],
  [1234567.5, '$1,234,567.50'],
  [3269372, '$3,269,372.00'],
  [0.1, '$0.10'],
])('[L-16] the unit price %s shows as %s', (dollars, text) => {
  expect(formatUnitPrice(dollars)).toBe(text);
});

test.each([
  [2, '$2'],
  [0.5, '$0.50'],
  [1500, '$1,500'],
  [1250.5, '$1,250.50'],
  [0.000125, '$0.000125'],
  [0.0001, '$0.0001'],
  [100.005, '$100.005'],
])('[L-16] the bound %s of a filter shows as %s', (dollars, text) => {
  expect(formatBound(dollars)).toBe(text);
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

test('[D-03] amounts always show two decimals, and their thousands apart', () => {
  expect([0, 5, 50, 1230, 195_000, 123_456_789].map(formatCents)).toEqual([
    '$0.00',
    '$0.05',
    '$0.50',
    '$12.30',
    '$1,950.00',
    '$1,234,567.89',
  ]);
});

test('[W-05] what was taken has a true minus, and what has moved a plus', () => {
  expect([-5, -123_456, 0].map(formatCents)).toEqual(['−$0.05', '−$1,234.56', '$0.00']);
  expect([110_10, -351_320, 0].map(formatSignedCents)).toEqual(['+$110.10', '−$3,513.20', '$0.00']);
});

test('prices of up to 6 decimals survive the way through micro-dollars', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e15 }), (micros) => toMicros(fromMicros(micros)) === micros));
});
