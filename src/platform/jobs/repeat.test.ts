import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRepeats } from './repeat.ts';

const MINUTE_MS = 60_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two things that are asked often, as the jobs of a shop are, and one that is asked once an hour. */
function aProcess() {
  const repeats = createRepeats(() => performance.now());
  const turns = { often: 0, now_and_then: 0, hourly: 0 };
  const stops = [
    repeats.repeat(() => turns.often++, 2_000),
    repeats.repeat(() => turns.now_and_then++, 15_000),
    repeats.repeat(() => turns.hourly++, 60 * MINUTE_MS),
  ];
  const during = (ms: number) => {
    const before = { ...turns };
    vi.advanceTimersByTime(ms);
    return Object.fromEntries(Object.entries(turns).map(([name, count]) => [name, count - before[name as 'often']]));
  };
  return { ...repeats, during, stop: () => stops.forEach((stop) => void stop()) };
}

test('a process that may not rest never does', () => {
  const { during } = aProcess();
  expect(during(60 * MINUTE_MS)).toEqual({ often: 1_800, now_and_then: 240, hourly: 1 });
});

test('at rest each asks once a minute at most, however often it would', () => {
  const { allowRest, during } = aProcess();
  allowRest();
  during(2 * MINUTE_MS);
  expect(during(60 * MINUTE_MS)).toEqual({ often: 60, now_and_then: 60, hourly: 1 });
});

test('at rest all ask in the same moment of each minute', () => {
  const { repeat, allowRest } = createRepeats(() => performance.now());
  const moments = new Set<number>();
  const note = () => moments.add(performance.now());
  for (const everyMs of [1_000, 7_000, 15_000, 45_000]) repeat(note, everyMs);
  allowRest();
  vi.advanceTimersByTime(3 * MINUTE_MS);
  moments.clear();
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(moments.size).toBe(10);
});

test('with the first use all ask as often as they say again, and rest a minute after the last', () => {
  const { allowRest, recordUse, during } = aProcess();
  allowRest();
  during(10 * MINUTE_MS);
  recordUse();
  expect(during(30_000)).toEqual({ often: 15, now_and_then: 2, hourly: 0 });
  recordUse();
  expect(during(30_000)).toEqual({ often: 15, now_and_then: 2, hourly: 0 });
  during(2 * MINUTE_MS);
  expect(during(10 * MINUTE_MS)).toMatchObject({ often: 10, now_and_then: 10 });
});

test('what was stopped asks no more, at rest or woken', () => {
  const { allowRest, recordUse, during, stop } = aProcess();
  allowRest();
  during(10 * MINUTE_MS);
  stop();
  recordUse();
  expect(during(60 * MINUTE_MS)).toEqual({ often: 0, now_and_then: 0, hourly: 0 });
});
