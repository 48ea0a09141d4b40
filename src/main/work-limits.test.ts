import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitWork } from './work-limits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('30 webhooks about one order, which follow each other, are all served', async () => {
  const { webhook } = limitWork().byKind;
  const ends: Array<() => void> = [];
  // All of them wait for the order, which each has for 150 ms.
  const work = () => new Promise<string>((resolve) => ends.push(() => resolve('served')));
  const answers = Array.from({ length: 30 }, () =>
    webhook?.run<string>({ work, refused: () => 'refused', isGone: () => false }),
  );
  for (let served = 0; served < 30; served++) {
    await vi.advanceTimersByTimeAsync(150);
    ends[served]?.();
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['served']));
});
