import { expect, onTestFinished, test } from 'vitest';
import { createRefresher } from './refresher.ts';

const NEVER_MS = 1_000_000;

function aRefresher() {
  const open: Array<() => void> = [];
  const refresher = createRefresher(() => new Promise((answer) => open.push(answer)), NEVER_MS);
  onTestFinished(refresher.close);
  return { ...refresher, open };
}

test('a call meanwhile asks once more, after the answer of the one before', async () => {
  const { refresh, open } = aRefresher();
  const first = refresh();
  const second = refresh();
  await expect.poll(() => open.length).toBe(1);
  open[0]?.();
  await first;
  await expect.poll(() => open.length).toBe(2);
  open[1]?.();
  await second;
});

test('who only waits does not ask while a question is open', async () => {
  const { refresh, settled, open } = aRefresher();
  const asked = refresh();
  const waited = settled();
  await expect.poll(() => open.length).toBe(1);
  open[0]?.();
  await Promise.all([asked, waited]);
  expect(open).toHaveLength(1);
});
