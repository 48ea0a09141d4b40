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

test('[B-14] a text is never cut through a character of two halves, which the database would refuse', () => {
  const cut = changesBetween({ text: '' }, { text: `${'x'.repeat(298)}😀${'y'.repeat(10)}` });
  expect(cut.text?.after).toBe(`${'x'.repeat(298)}…`);
  const whole = changesBetween({ text: '' }, { text: `${'x'.repeat(297)}😀${'y'.repeat(10)}` });
  expect(whole.text?.after).toBe(`${'x'.repeat(297)}😀…`);
});

test('[B-14] fields full of quotes and ends of lines stay within the room that an entry has', () => {
  for (const text of ['"', '\\', '\n', '\u0001', '😀']) {
    const fields = (with_: string) =>
      Object.fromEntries(
        Array.from({ length: 14 }, (_, number) => [`a field with a name ${number}`, `${with_}${text.repeat(400)}`]),
      );
    const changes = changesBetween(fields('x'), fields('y'));
    // As jsonb is written: a space after each colon and comma between values.
    const written = JSON.stringify(changes, null, 1).replace(/\n */g, ' ');
    expect([...written].length, text).toBeLessThan(8_000);
    expect(Object.keys(changes)).toHaveLength(13);
    expect(changes['a field with a name 3']?.before).toMatch(/^x.+…$/su);
  }
});
