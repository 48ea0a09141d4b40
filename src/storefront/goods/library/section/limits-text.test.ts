import { expect, test } from 'vitest';
import { budgetText, limitsText, onlyPriceOf, readLimits, typedLimits } from './limits-text.ts';

test.each([
  [
    { hours: '', budget: '' },
    { stop_after_minutes: null, budget: null },
  ],
  [
    { hours: '2', budget: '' },
    { stop_after_minutes: 120, budget: null },
  ],
  [
    { hours: ' 1.5 ', budget: '$10.50' },
    { stop_after_minutes: 90, budget: 10.5 },
  ],
  [
    { hours: '', budget: '0.01' },
    { stop_after_minutes: null, budget: 0.01 },
  ],
])('[G-20] %o are limits', (typed, limits) => {
  expect(readLimits(typed)).toEqual({ limits });
});

test.each([
  [{ hours: '0', budget: '' }, ['hours']],
  [{ hours: '-1', budget: '' }, ['hours']],
  [{ hours: '1e9', budget: '' }, ['hours']],
  [{ hours: '9000', budget: '' }, ['hours']],
  [{ hours: 'two', budget: '1,5' }, ['hours', 'budget']],
  [{ hours: '', budget: '0' }, ['budget']],
  [{ hours: '', budget: '1.005' }, ['budget']],
  [{ hours: '', budget: '99999999' }, ['budget']],
])('[G-20] %o are none, and it is said at the field', (typed, fields) => {
  const read = readLimits(typed);
  expect('faults' in read ? Object.keys(read.faults) : []).toEqual(fields);
});

test('[G-20] limits are shown as they are typed, in words, and as minutes of a budget', () => {
  expect(typedLimits({ stop_after_minutes: 90, budget: 10.5 })).toEqual({ hours: '1.5', budget: '10.50' });
  expect(typedLimits(null)).toEqual({ hours: '', budget: '' });
  expect(limitsText({ stop_after_minutes: 90, budget: 10.5 })).toBe(
    'It stops by itself after 1 h 30 min, or before it costs more than $10.50.',
  );
  expect(limitsText({ stop_after_minutes: null, budget: null })).toBe('');
  expect(budgetText('10', 2)).toBe('$10.00 is 5 h at $2.00 an hour.');
  expect(budgetText('10', 0.125)).toBe('$10.00 is 80 h at $0.125 an hour.');
  expect(budgetText('10', 0)).toBe('');
  expect(budgetText('', 2)).toBe('');
  expect(budgetText('10', null)).toBe('');
});

test.each([
  ['hours of one price', { prices_differ: false, session: null }, 2],
  ['a machine that is off', { prices_differ: false, session: { state: 'stopped' as const } }, 2],
  ['hours of several prices', { prices_differ: true, session: null }, null],
  ['a machine that is on', { prices_differ: false, session: { state: 'running' as const } }, null],
  ['a machine that starts', { prices_differ: false, session: { state: 'starting' as const } }, null],
])('[G-20] with %s a budget is told in minutes only where that is how long it lasts', (_what, hours, price) => {
  expect(onlyPriceOf({ price_of_hour: 2, ...hours })).toBe(price);
});
