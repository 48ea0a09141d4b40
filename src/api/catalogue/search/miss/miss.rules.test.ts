import { expect, test } from 'vitest';
import { countedQuery } from './miss.rules.ts';

test.each([
  ['  Liquid  COOLING ', 'liquid cooling'],
  ['Größe', 'grosse'],
  ['rtx 4090 24 gb', 'rtx 4090 24 gb'],
  ['12345 rows', '12345 rows'],
  ['c++', 'c++'],
  ['x'.repeat(100), 'x'.repeat(100)],
])('[Q-13] %j is counted as %j', (query, counted) => {
  expect(countedQuery(query)).toBe(counted);
});

test.each([
  ['an address of mail', 'somebody@example.com'],
  ['a wide one', 'somebody＠example.com'],
  ['digits in a row', 'order 123456'],
  ['digits of another script', 'order ١٢٣٤٥٦'],
  ['a phone number', '+49 (30) 123-45 67'],
  ['a long text', 'x'.repeat(101)],
  ['nothing', '   '],
  ['signs alone', '!?'],
  ['what no screen shows', 'a\u0007b'],
])('[Q-13] %s is not kept', (_, query) => {
  expect(countedQuery(query)).toBeNull();
});
