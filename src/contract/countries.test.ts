import { expect, test } from 'vitest';
import { countries, countryName, isCountry } from './countries.ts';

test('every country is there once, by name, and nothing that is none', () => {
  const codes = countries.map(({ code }) => code);
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length);
  expect(codes).toEqual(expect.arrayContaining(['US', 'GB', 'DE', 'JP', 'TW', 'XK', 'SS']));
  for (const code of ['EU', 'UN', 'ZZ', 'SU', 'DD', 'YU']) expect(codes).not.toContain(code);
  expect(countries[0]?.name).toBe('Afghanistan');
  expect(isCountry('US')).toBe(true);
  expect(isCountry('us')).toBe(false);
});

test('no country is missing that Intl knows', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  // Unions, the unknown, and those made for tests.
  const none = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    // A renamed country has its successor's name: only the code in use counts.
    .filter((code) => names.of(code) && new Intl.Locale(`und-${code}`).region === code && !none.has(code));
  expect(known.length).toBeGreaterThan(240);
  expect(known.filter((code) => !isCountry(code))).toEqual([]);
});

test('a country is told by its name; what is no code stays as it was written', () => {
  expect(['DE', 'GB', 'Germany', ''].map(countryName)).toEqual(['Germany', 'United Kingdom', 'Germany', '']);
});
