import { expect, test } from 'vitest';
import { stableText } from './stable-text.ts';

test('objects are told in one order, lists in their own', () => {
  expect(stableText({ b: [{ d: 1, c: null }, 2], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1},2]}');
  expect(stableText([2, 1])).toBe('[2,1]');
  expect(stableText(null)).toBe('null');
});
