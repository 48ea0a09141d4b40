import { expect, test } from 'vitest';
import { newestSide } from './newest-side.ts';

const thread = (day: number, unread = 0) => ({ unread, last_at: `2026-11-0${day}T09:30:00.000Z` });

test('[S-12] messages are opened where the newest unread one is, else where the newest is, else as a buyer', () => {
  const own = (...threads: Array<ReturnType<typeof thread>>) => ({ side: null, threads });
  const shop = (...threads: Array<ReturnType<typeof thread>>) => ({ side: 'shop', threads });
  expect(newestSide([own(thread(9)), shop(thread(8), thread(1, 2))])).toBe('shop');
  expect(newestSide([own(thread(3, 1)), shop(thread(2, 5))])).toBe(null);
  expect(newestSide([own(thread(2, 1)), shop(thread(3, 5))])).toBe('shop');
  expect(newestSide([own(thread(2)), shop(thread(3))])).toBe('shop');
  expect(newestSide([own(), shop()])).toBe(null);
  expect(newestSide([])).toBe(null);
});
