import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createEvenPace } from './even-pace.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

function paced(percent: number) {
  const rest = vi.fn(async (_milliseconds: number) => {});
  const counts = { making: 0, most: 0 };
  const pace = createEvenPace({ percent, rest });
  const make = (network: string) => {
    pace.note(network);
    return pace.make(network, async () => {
      counts.most = Math.max(counts.most, ++counts.making);
      await new Promise((resolve) => setImmediate(resolve));
      counts.making--;
      return { result: 'made', took: 10 };
    });
  };
  return { rest, counts, note: pace.note, make };
}

const burst = (make: (network: string) => Promise<string>) =>
  Promise.all(Array.from({ length: 5 }, () => make('office')));

test('a burst of one network is made as it comes while nobody else is there', async () => {
  const { rest, counts, note, make } = paced(40);
  note('somebody');
  vi.advanceTimersByTime(501);
  expect(await burst(make)).toEqual(Array(5).fill('made'));
  expect(counts.most).toBe(5);
  expect(rest).not.toHaveBeenCalled();
});

test('beside others it is made one after another, with rests between', async () => {
  const { rest, counts, note, make } = paced(40);
  note('somebody');
  expect(await burst(make)).toEqual(Array(5).fill('made'));
  expect(counts.most).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(rest.mock.calls).toEqual(Array(5).fill([25]));
});

test('others do not wait for its rests, nor anybody for what failed', async () => {
  const { rest, note, make } = paced(40);
  rest.mockImplementation(() => new Promise(() => {}));
  note('somebody');
  await make('office');
  expect(await make('another')).toBe('made');
  const pace = createEvenPace({ percent: 40, rest });
  pace.note('somebody');
  pace.note('third');
  await expect(pace.make('third', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await pace.make('third', async () => ({ result: 'made', took: 10 }))).toBe('made');
});

test('whoever has no limit does not rest', async () => {
  const { rest, note, make } = paced(100_000);
  note('somebody');
  await burst(make);
  expect(rest).not.toHaveBeenCalled();
});
