import { expect, test } from 'vitest';
import { bytesText, spanText } from './system-status-labels.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_400, '1.4 kB'],
  [250_000_000, '250 MB'],
  [3_210_000_000, '3.2 GB'],
])('%i bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));

test.each([
  [0.2, 'less than 1 s'],
  [45, '45 s'],
  [300, '5 min'],
  [10_800, '3 h'],
  [1_036_800, '12 days'],
])('%d seconds are %s', (seconds, text) => expect(spanText(seconds)).toBe(text));
