import { expect, test } from 'vitest';
import { readCents, readPlainNumber } from './typed-number.ts';

test.each([
  ['12', 12],
  ['12.', 12],
  [' 1,250.50 ', 1_250.5],
  ['1,234,567.5', 1_234_567.5],
  ['0.000001', 0.000001],
  ['', null],
  ['-1', null],
  ['1e3', null],
  ['12%', null],
  // As most of Europe writes them.
  ['7,5', null],
  ['12,50', null],
  ['1.250,50', null],
  ['1,25,000', null],
  [',500', null],
  ['1234,567', null],
  ['1,234,56', null],
  ['1.5,000', null],
])('%j as somebody types it', (text, number) => expect(readPlainNumber(text)).toBe(number));

test.each([
  ['$1,250.50', 125_050],
  [' 12.5 ', 1_250],
  ['999,999,999.99', 99_999_999_999],
  ['1,000,000,000', null],
  ['12,50', null],
  ['12.505', null],
  ['12 50', null],
  ['', null],
])('%j in cents', (text, cents) => expect(readCents(text)).toBe(cents));
