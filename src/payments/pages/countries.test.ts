import { expect, test } from 'vitest';
import { countries, isCountry, likelyCountry } from './countries.ts';

test('every country is there once, by name, and nothing that is none', () => {
  const codes = countries.map(({ code }) => code);
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length);
  expect(codes).toEqual(expect.arrayContaining(['US', 'GB', 'DE', 'JP', 'TW', 'XK', 'SS']));
  for (const code of ['EU', 'UN', 'ZZ', 'SU', 'DD', 'YU']) expect(codes).not.toContain(code);
  expect(countries[0]?.name).toBe('Afghanistan');
  expect(isCountry('US')).toBe(true);
  expect(isCountry('us')).toBe(false);
});

test.each([
  ['de-AT,de;q=0.9', 'AT'],
  ['en-US', 'US'],
  ['en', ''],
  ['en-ZZ', ''],
  ['', ''],
])('who reads %j is likely to be at home in %j', (language, code) => {
  expect(likelyCountry(language)).toBe(code);
});
