import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createGiveWay } from './give-way.ts';

/** A long answer whose pieces take `pieceMs` in a process that works so much of its time; what it has rested after each. */
async function answer({
  pieceMs,
  utilization,
  pieces,
  servesOthers = false,
}: {
  pieceMs: number;
  utilization: number;
  pieces: number;
  servesOthers?: boolean;
}) {
  let time = 0;
  let rested = 0;
  const giveWay = createGiveWay({
    now: () => time,
    utilization: () => utilization,
    servesOthers: () => servesOthers,
    rest: async (milliseconds) => {
      time += milliseconds;
      rested += milliseconds;
    },
  });
  const rests: number[] = [];
  for (let piece = 0; piece < pieces; piece++) {
    time += pieceMs;
    const before = rested;
    await giveWay();
    rests.push(rested - before);
  }
  return rests;
}

describe('[B-05] [B-16] a long answer', () => {
  test('goes on at once where the process has nothing else to do', async () => {
    expect(await answer({ pieceMs: 40, utilization: 0.5, pieces: 8 })).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('rests five times as long as it has worked where pages wait', async () => {
    expect(await answer({ pieceMs: 40, utilization: 1, pieces: 6 })).toEqual([0, 0, 600, 0, 0, 600]);
  });

  test('rests twice as long as it has worked where others are served beside it, though there is time left', async () => {
    expect(await answer({ pieceMs: 60, utilization: 0.5, pieces: 4, servesOthers: true })).toEqual([0, 240, 0, 240]);
    expect(await answer({ pieceMs: 60, utilization: 1, pieces: 2, servesOthers: true })).toEqual([0, 600]);
  });

  test('rests a second at most, however long a piece takes', async () => {
    expect(await answer({ pieceMs: 700, utilization: 1, pieces: 2 })).toEqual([1_000, 1_000]);
  });

  test('looks at the process it runs in', async () => {
    const giveWay = createGiveWay();
    const begun = performance.now();
    while (performance.now() - begun < 150);
    let isBack = false;
    const back = giveWay().then(() => {
      isBack = true;
    });
    await setImmediate();
    expect(isBack).toBe(false);
    await back;
  });
});
