import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REDIRECT_TIMEOUT_MS, type Stay, watchLeaving } from './watch-leaving.ts';

let page: EventTarget;
let stays: Stay[];
let watch: ReturnType<typeof watchLeaving>;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  stays = [];
  watch = watchLeaving(page, (why) => stays.push(why));
});
afterEach(() => vi.useRealTimers());

const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('[G-18] who comes back from the card page by the browser’s button may pay again', () => {
  show(false);
  watch.departed();
  page.dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(2 * REDIRECT_TIMEOUT_MS);
  expect(stays).toEqual([]);
  show(true);
  expect(stays).toEqual(['came back']);
});

test('[G-18] who is still here did not get the card page', () => {
  watch.departed();
  vi.advanceTimersByTime(REDIRECT_TIMEOUT_MS - 1);
  expect(stays).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(stays).toEqual(['no answer']);
});

test('a page that shows something else by now is not watched', () => {
  watch.departed();
  watch.stop();
  watch.departed();
  show(true);
  vi.advanceTimersByTime(2 * REDIRECT_TIMEOUT_MS);
  expect(stays).toEqual([]);
});
