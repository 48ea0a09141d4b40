import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';
import { excerpt } from './excerpt.ts';

test.each([
  ['short', 10, 'short'],
  ['exactly', 7, 'exactly'],
  ['two words', 5, 'two w'],
  ['a😀😀', 2, 'a'],
  ['a😀😀', 3, 'a😀'],
  ['a👩‍👩‍👧‍👦b', 10, 'a'],
  ['🇩🇪🇫🇷', 6, '🇩🇪'],
  ['Cafe\u0301s', 4, 'Caf'],
  ['line\r\nline', 5, 'line'],
  [`a${'\u0301'.repeat(300)}`, 250, `a${'\u0301'.repeat(249)}`],
])('%j cut to %i is %j', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

const pieces = fc.constantFrom(
  'a',
  ' ',
  '😀',
  '👩‍👩‍👧',
  '🇩🇪',
  'e\u0301',
  '한',
  '\r\n',
  'ﷺ',
  '[a](b)',
  '**',
  '\u{20000}',
);
const anyText = fc.array(pieces, { maxLength: 300 }).map((parts) => parts.join(''));

test('wherever a text is cut, it is a beginning of the text, short enough and valid Unicode', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 260 }), (text, most) => {
      const cut = cutText(text, most);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect(cut.isWellFormed()).toBe(true);
      if (text.length > most) expect(cut.length).toBeGreaterThan(most - 64);
    }),
  );
});

test('an excerpt of any description is valid Unicode without a replaced character', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 41, max: 160 }), (text, length) => {
      const short = excerpt(text, length);
      expect(short.isWellFormed()).toBe(true);
      expect(short).not.toContain('\ufffd');
      expect(short.length).toBeLessThanOrEqual(length);
    }),
  );
});

test.each([
  ['see [the card](https://example.com/a) here', 'see the card here'],
  ['see [the page](https://example.com/a_(b)) here', 'see the page here'],
  ['![a picture](/a.png "its title") here', 'a picture here'],
  ['[ [ [ no link', '[ [ [ no link'],
])('the excerpt of %j is %j', (description, plain) => {
  expect(excerpt(description, 160)).toBe(plain);
});
