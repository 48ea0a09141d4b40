import { expect, test } from 'vitest';
import { line, lines } from './text.schema.ts';

test('a line drops the spaces around it', () => {
  expect(line().parse('  Zoë 😀 \n')).toBe('Zoë 😀');
});

test.each(['a\nb', 'a\tb', 'a\0b', 'a\u2028b', 'a\u202eb', '\ud800', 7, undefined])('%j is no line', (given) => {
  expect(line().safeParse(given).success).toBe(false);
});

test('text keeps its lines and tabs, and ends them alike', () => {
  expect(lines().parse('\r\none\r\n\ttwo\nthree ')).toBe('one\n\ttwo\nthree');
});

test('text may be written in both directions', () => {
  expect(lines().parse('\u200fשלום\u200e')).toBe('\u200fשלום\u200e');
});

test.each(['a\rb', 'a\0b', 'a\u001bb', 'a\u0085b', 'a\udc00', null])('%j is no text', (given) => {
  expect(lines().safeParse(given).success).toBe(false);
});
