import { expect, test } from 'vitest';
import { remainingTime } from './remaining-time.rules.ts';

test.each([
  [86_400, '24 hours'],
  [7_200, '2 hours'],
  [7_199, '119 minutes'],
  [1_800, '30 minutes'],
  [119, '1 minute'],
  [5, '1 minute'],
])('%i seconds are told as %j', (seconds, told) => {
  expect(remainingTime(seconds)).toBe(told);
});
