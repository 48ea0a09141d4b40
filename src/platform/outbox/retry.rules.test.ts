import { expect, test } from 'vitest';
import { retryDelay } from './retry.rules.ts';

const middle = 0.5;

test('the wait grows from seconds to ten hours, and the twelfth failure is the last', () => {
  const waits = Array.from({ length: 12 }, (_, index) => retryDelay(index + 1, middle));
  expect(waits).toEqual([15, 60, 240, 960, 3_840, 15_360, 36_000, 36_000, 36_000, 36_000, 36_000, null]);
});

test('all waits together stay within three days, whatever chance says', () => {
  const longest = Array.from({ length: 11 }, (_, index) => retryDelay(index + 1, 1) ?? 0);
  expect(longest.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThan(3 * 24 * 3_600);
});

test('chance moves a wait by up to a quarter either way', () => {
  expect(retryDelay(2, 0)).toBe(45);
  expect(retryDelay(2, 1)).toBe(75);
});

test('a message that was taken too often without an end is given up as well', () => {
  expect(retryDelay(13, middle)).toBe(null);
});
