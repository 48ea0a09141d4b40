import { expect, test } from 'vitest';
import { likelyCountry } from './likely-country.ts';

test.each([
  ['de-AT,de;q=0.9', 'AT'],
  ['en-US', 'US'],
  ['en', ''],
  ['en-ZZ', ''],
  ['', ''],
])('who reads %j is likely to be at home in %j', (language, code) => {
  expect(likelyCountry(language)).toBe(code);
});
