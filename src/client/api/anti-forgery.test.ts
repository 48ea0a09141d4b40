import { expect, test } from 'vitest';
import { readCookie } from './anti-forgery.ts';

test.each([
  ['XSRF-TOKEN=abc', 'abc'],
  ['theme=dark; XSRF-TOKEN=abc', 'abc'],
  ['XSRF-TOKEN=abc==; theme=dark', 'abc=='],
  ['XSRF-TOKEN=a%20b', 'a b'],
  ['XSRF-TOKEN=100%', '100%'],
  ['', null],
  ['XSRF-TOKEN=', null],
  ['NOT-XSRF-TOKEN=abc', null],
  ['theme=XSRF-TOKEN=abc', null],
])('[E-12] the anti-forgery token in the cookies %j is %j', (cookies, value) => {
  expect(readCookie(cookies, 'XSRF-TOKEN')).toBe(value);
});
