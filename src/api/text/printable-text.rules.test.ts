import { expect, test } from 'vitest';
import { printable, printableLines } from './printable-text.rules.ts';

test('a message quotes foreign text on one line, with a sign where a line ended', () => {
  expect(printable('First line\r\nsecond\u2028third\tcell')).toBe('First line↵second↵third cell');
  expect(printable('red \u001b[31m\u202eevil\0')).toBe('red \ufffd[31m\ufffdevil\ufffd');
  expect(printable('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
});

test('a preview keeps the lines of a text, and nothing else that moves a cursor', () => {
  expect(printableLines('First line\r\nsecond\rthird\u2029\u001bfourth', 100)).toBe(
    'First line\nsecond\nthird\n\ufffdfourth',
  );
});
