import { expect, test } from 'vitest';
import { isTaxNumber, taxNumberOf, taxNumberProblem } from './tax-number.ts';

test.each([
  ['DE', 'DE 123 456 789', 'DE123456789'],
  ['DE', '123456789', 'DE123456789'],
  ['AT', 'atu12345678', 'ATU12345678'],
  ['GR', 'EL123456789', 'EL123456789'],
  ['GR', '123456789', 'EL123456789'],
  ['NL', 'NL123456789B01', 'NL123456789B01'],
  ['GB', 'GB 123 4567 89', 'GB123456789'],
  ['GB', 'XI123456789', 'XI123456789'],
  ['CH', 'CHE-123.456.789 MWST', 'CHE123456789MWST'],
  ['NO', '123 456 789 MVA', '123456789MVA'],
  ['AU', '51 824 753 556', '51824753556'],
  // A business of one country with the number of another.
  ['US', 'FR12345678901', 'FR12345678901'],
  ['US', '12-3456789', '123456789'],
  ['JP', 'T1234567890123', 'T1234567890123'],
  ['', 'DE123456789', 'DE123456789'],
])('[W-12] the number of a business in %s: %s', (country, typed, kept) => {
  const number = taxNumberOf(typed, country);
  expect(number).toBe(kept);
  expect(isTaxNumber(number, country)).toBe(true);
  expect(taxNumberProblem(typed, country)).toBeNull();
  expect(taxNumberOf(number, country)).toBe(number);
});

test.each([
  ['DE', 'DE12345678'],
  ['DE', 'ABC'],
  ['AT', '12345678'],
  ['FR', 'FR1234'],
  ['AU', 'DE123456789'],
  ['US', '<b>1</b>'],
  ['US', 'none'],
  ['JP', '1'],
])('[W-12] is no number of a business in %s: %s', (country, typed) => {
  expect(taxNumberProblem(typed, country)).toMatch(/^Write/);
});

test('[W-12] no number is no problem', () => {
  expect(taxNumberProblem(' ', 'DE')).toBeNull();
});
