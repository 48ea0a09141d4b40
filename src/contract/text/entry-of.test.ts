import { expect, test } from 'vitest';
import { entryOf } from './entry-of.ts';

test('a table has what was written into it', () => {
  const table = { card: 1, toString: 2 } as Record<string, number>;
  expect([entryOf(table, 'card'), entryOf(table, 'toString')]).toEqual([1, 2]);
  for (const name of ['constructor', 'hasOwnProperty', '__proto__', '', null, undefined])
    expect(entryOf(table, name)).toBeUndefined();
});
