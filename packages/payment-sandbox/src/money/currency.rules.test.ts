import { expect, test } from 'vitest';
import { amountStep, formatAmount, isCurrency, leastAmount, minorDigits } from './currency.rules.ts';

test.each([
  [1_250, 'usd', '$12.50'],
  [99_999_999, 'usd', '$999,999.99'],
  [50, 'eur', '€0.50'],
  [1_250, 'jpy', '¥1,250'],
  [1_250, 'kwd', 'KWD 1.250'],
])('%i in %s is %s', (amount, currency, told) => {
  expect(formatAmount(amount, currency).replace('\u00a0', ' ')).toBe(told);
});

test('the digits are those of the provider, also where Intl counts others', () => {
  expect(['usd', 'jpy', 'ugx', 'isk', 'bhd'].map(minorDigits)).toEqual([2, 0, 2, 2, 3]);
});

test('a currency has three small letters and exists', () => {
  expect(['usd', 'USD', 'us', 'usdt', 'zzz', ''].map(isCurrency)).toEqual([true, false, false, false, false, false]);
});

test('amounts are multiples of what the networks can move, and at least what the provider asks', () => {
  const currencies = ['usd', 'jpy', 'ugx', 'isk', 'kwd', 'gbp', 'huf'];
  expect(currencies.map(amountStep)).toEqual([1, 1, 100, 100, 10, 1, 1]);
  expect(currencies.map(leastAmount)).toEqual([50, 50, 50, 50, 500, 30, 17_500]);
});
