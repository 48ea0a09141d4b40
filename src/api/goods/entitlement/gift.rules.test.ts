import { expect, test } from 'vitest';
import { endOfDay } from './gift.rules.ts';

test.each([
  ['2027-01-31', '2027-01-31T23:59:59.000Z'],
  ['2028-02-29', '2028-02-29T23:59:59.000Z'],
  ['2027-02-29', undefined],
  ['2027-02-31', undefined],
  ['2027-13-01', undefined],
  ['31.01.2027', undefined],
  ['', undefined],
])('the end of the day %j', (day, end) => {
  expect(endOfDay(day)?.toISOString()).toBe(end);
});
