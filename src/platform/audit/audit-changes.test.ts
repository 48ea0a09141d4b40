import { expect, test } from 'vitest';
import { changesBetween } from './audit-changes.ts';

test('[B-14] only what differs is told, before and after, and long texts are cut', () => {
  const before = { price: 10, name: 'GPU', tags: ['a'], text: 'x'.repeat(500), secret: 'hidden' };
  expect(changesBetween(before, { price: 12, name: 'GPU', tags: ['a', 'b'], text: '' })).toEqual({
    price: { before: 10, after: 12 },
    tags: { before: '["a"]', after: '["a","b"]' },
    text: { before: `${'x'.repeat(299)}…`, after: '' },
  });
});

test('[B-14] of more fields than an entry has room for the rest is counted', () => {
  const after = Object.fromEntries(Array.from({ length: 20 }, (_, number) => [`field${number}`, number]));
  const changes = changesBetween({}, after);
  expect(Object.keys(changes)).toHaveLength(13);
  expect(changes.more).toEqual({ before: null, after: '8 more fields' });
});
