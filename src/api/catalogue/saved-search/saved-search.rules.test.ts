import { expect, test } from 'vitest';
import { afterEmail, type Fits, isSameMemory, judgeFits, type Seen } from './saved-search.rules.ts';

const seen = (given: Partial<Seen> = {}): Seen => ({ isFirst: false, tooMany: false, known: [], fresh: [], ...given });
const found = (...ids: string[]): Fits => ({ kind: 'found', ids });

test.each([
  ['at the first look all is known', seen({ isFirst: true }), found('a', 'b'), seen({ known: ['a', 'b'] })],
  ['what comes is new', seen({ known: ['a'] }), found('a', 'b'), seen({ known: ['a'], fresh: ['b'] })],
  ['what was not told stays new', seen({ fresh: ['b'] }), found('b', 'c'), seen({ fresh: ['b', 'c'] })],
  ['what goes is forgotten', seen({ known: ['a'], fresh: ['b'] }), found(), seen()],
  ['too many are not followed', seen({ known: ['a'], fresh: ['b'] }), { kind: 'too many' }, seen({ tooMany: true })],
  ['after too many all is known', seen({ tooMany: true }), found('a'), seen({ known: ['a'] })],
  ['too many at first', seen({ isFirst: true }), { kind: 'too many' }, seen({ tooMany: true })],
  [
    'unknown changes nothing',
    seen({ known: ['a'], fresh: ['b'] }),
    { kind: 'unknown' },
    seen({ known: ['a'], fresh: ['b'] }),
  ],
  ['unknown at first stays first', seen({ isFirst: true }), { kind: 'unknown' }, seen({ isFirst: true })],
] satisfies Array<[string, Seen, Fits, Seen]>)('[Q-18] %s', (_what, before, fits, after) => {
  expect(judgeFits(before, fits)).toEqual(after);
});

test('[Q-18] what was told is new again only when it has stopped fitting', () => {
  let memory = judgeFits(seen({ isFirst: true }), found('a'));
  memory = afterEmail(judgeFits(memory, found('a', 'b')));
  expect(judgeFits(memory, found('b', 'a')).fresh).toEqual([]);
  memory = judgeFits(memory, found('a'));
  expect(judgeFits(memory, found('a', 'b')).fresh).toEqual(['b']);
});

test('an order that changes is no change', () => {
  expect(isSameMemory(seen({ known: ['a', 'b'] }), seen({ known: ['b', 'a'] }))).toBe(true);
  expect(isSameMemory(seen({ known: ['a', 'b'] }), seen({ known: ['a', 'c'] }))).toBe(false);
  expect(isSameMemory(seen({ known: ['a'] }), seen({ fresh: ['a'] }))).toBe(false);
  expect(isSameMemory(seen({ isFirst: true }), seen())).toBe(false);
});
