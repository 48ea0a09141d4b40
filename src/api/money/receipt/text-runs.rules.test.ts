import { expect, test } from 'vitest';
import { fontsOf, linesOf } from './text-runs.rules.ts';

const all = () => true;
/** As wide as its characters, in one font that has them all. */
const lines = (text: string, width = 200) =>
  linesOf(text, { width, fonts: 1, has: all, measure: ({ text: of }) => of.length }).map((pieces) =>
    pieces.map((piece) => piece.text),
  );

test('words from right to left stand from right to left, with their spaces', () => {
  // Each word as the font is given it: in its logical order, which the font turns round.
  expect(lines('דוד כהן')).toEqual([['כהן', ' ', 'דוד']]);
  expect(lines('شركة محمد عبد الله')).toEqual([['الله', ' ', 'عبد', ' ', 'محمد', ' ', 'شركة']]);
});

test('numbers and Latin words keep their own direction inside', () => {
  expect(lines('רחוב הרצל 12, תל אביב')).toEqual([['אביב', ' ', 'תל', ' ', ',', '12', ' ', 'הרצל', ' ', 'רחוב']]);
  expect(lines('حزمة GPU Cloud الأولى')).toEqual([['الأولى', ' ', 'GPU', ' ', 'Cloud', ' ', 'حزمة']]);
});

test('the direction of a paragraph is that of its first letter', () => {
  expect(lines('Sale: דוד כהן (2)')).toEqual([['Sale:', ' ', '(', '2', ')', ' ', 'כהן', ' ', 'דוד']]);
  expect(lines('דוד (Cohen)')).toEqual([['(', 'Cohen', ')', ' ', 'דוד']]);
});

test('brackets are mirrored where they stand from right to left', () => {
  expect(lines('(דוד) כהן')).toEqual([['כהן', ' ', ')דוד(']]);
});

test('what does not turn by itself is turned before it is drawn', () => {
  // Digits of Persian are of the Arabic script, and stand from left to right.
  expect(lines('۱۲')).toEqual([['۲۱']]);
  expect(lines('אב -.')).toEqual([['.-', ' ', 'אב']]);
});

test('lines break at spaces, between words that have none, and in words that are longer than a line', () => {
  expect(lines('דוד כהן לוי', 8)).toEqual([['כהן', ' ', 'דוד'], ['לוי']]);
  expect(lines('語音の標本', 2).map((pieces) => pieces.join(''))).toEqual(['語音', 'の', '標本']);
  expect(lines('אאאאאבב', 5)).toEqual([['אאאאא'], ['בב']]);
  expect(lines('', 5)).toEqual([[]]);
  // A letter with more accents than a line has room for.
  expect(lines(`א${'\u0301'.repeat(12)}`, 5).map((pieces) => pieces.join('').length)).toEqual([5, 5, 3]);
});

test('each part of a text is in the first font that has its signs', () => {
  const has = (font: number, point: number) => (font === 0 ? point < 0x3000 : font === 1 ? point >= 0x3000 : false);
  expect(fontsOf('a 語é', 2, has)).toEqual([0, 0, 1, 0]);
  expect(fontsOf('a\u{1f600}', 1, (_, point) => point < 0x3000)).toEqual([0, 0, 0]);
});
