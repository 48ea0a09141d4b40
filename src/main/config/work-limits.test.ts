import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pathMaximum } from '#contract/goods/release.ts';
import { createAddressTable } from '#contract/site-address.ts';
import { findTooLong } from '#platform/http/request-lengths.ts';
import { limitWork, requestLengths } from './work-limits.ts';

test('the longest addresses that the shop makes itself fit through its door', () => {
  const longest = encodeURIComponent('\u{1f600}'.repeat(pathMaximum));
  const file = `/datasets/${'n'.repeat(40)}/${'p'.repeat(100)}/resolve/${'v'.repeat(100)}/${longest}`;
  expect(findTooLong({ url: file, headers: { cookie: 'a'.repeat(12_000) } }, requestLengths)).toBeNull();
  const link = `/api/download/link?token=${'t'.repeat(4_000)}`;
  expect(findTooLong({ url: link, headers: {} }, requestLengths)).toBeNull();
});

test.each([
  [`/a${'/'.repeat(15_000)}x/`, {}, 414],
  ['/a', { range: `bytes=${' '.repeat(15_000)}` }, 431],
  ['/a', { 'x-anything': 'a'.repeat(15_000) }, 431],
])('long runs of one character do not: %#', (url, headers, status) => {
  expect(findTooLong({ url, headers }, requestLengths)?.status).toBe(status);
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('30 webhooks about one order, which follow each other, are all served', async () => {
  const { webhook } = limitWork(createAddressTable([])).byKind;
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
