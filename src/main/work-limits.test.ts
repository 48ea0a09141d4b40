import { expect, test } from 'vitest';
import { pathMaximum } from '#contract/release.ts';
import { findTooLong } from '#platform/http/request-lengths.ts';
import { requestLengths } from './work-limits.ts';

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
