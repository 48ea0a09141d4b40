import { expect, test } from 'vitest';
import { formatAmount, isCurrency, minorDigits } from './currency.rules.ts';

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
  expect(['usd', 'ugx', 'isk', 'bhd'].map(minorDigits)).toEqual([2, 0, 2, 3]);
});

test('a currency has three small letters and exists', () => {
  expect(['usd', 'USD', 'us', 'usdt', 'zzz', ''].map(isCurrency)).toEqual([true, false, false, false, false, false]);
});
