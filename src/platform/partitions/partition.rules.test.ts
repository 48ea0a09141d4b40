import { expect, test } from 'vitest';
import { endOfFirst, endOfMonths, monthAfter, monthName, monthsBetween, mustForgetBound } from './partition.rules.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);

test('months are those of UTC, also from the last moment of a year', () => {
  const last = new Date('2026-12-31T23:59:59.999Z');
  expect(monthAfter(last, 0)).toEqual(day('2026-12-01'));
  expect(monthAfter(last, 1)).toEqual(day('2027-01-01'));
  expect(endOfFirst(last)).toEqual(day('2027-02-01'));
  expect(endOfMonths(last)).toEqual(day('2027-04-01'));
  expect(monthName('entry', day('2027-01-01'))).toBe('entry_2027_01');
});

test('months between two bounds leave no gap and do not overlap', () => {
  expect(monthsBetween('entry', day('2026-11-01'), day('2027-02-01'))).toEqual([
    { name: 'entry_2026_11', from: day('2026-11-01'), until: day('2026-12-01') },
    { name: 'entry_2026_12', from: day('2026-12-01'), until: day('2027-01-01') },
    { name: 'entry_2027_01', from: day('2027-01-01'), until: day('2027-02-01') },
  ]);
  expect(monthsBetween('entry', day('2027-02-01'), day('2027-02-01'))).toEqual([]);
});

test('a bound is forgotten a week before rows would be refused by it', () => {
  expect(mustForgetBound(day('2027-02-01'), day('2027-01-25'))).toBe(false);
  expect(mustForgetBound(day('2027-02-01'), day('2027-01-26'))).toBe(true);
  expect(mustForgetBound(day('2027-02-01'), day('2027-03-01'))).toBe(true);
});
