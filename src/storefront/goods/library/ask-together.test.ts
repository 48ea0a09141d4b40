import { expect, test } from 'vitest';
import { createAskTogether } from './ask-together.ts';

test('[G-02] what is asked for in one moment is one question, of at most so many', async () => {
  const asked: string[][] = [];
  const ask = createAskTogether(async (ids) => {
    asked.push([...ids]);
    if (ids.includes('broken')) throw new Error('no answer');
    return new Map(ids.filter((id) => id !== 'gone').map((id) => [id, id.toUpperCase()]));
  }, 3);
  expect(await Promise.all(['a', 'b', 'a', 'gone', 'd'].map(ask))).toEqual(['A', 'B', 'A', null, 'D']);
  expect(asked).toEqual([['a', 'b', 'gone'], ['d']]);
  expect(await ask('a')).toBe('A');
  expect(asked).toHaveLength(3);
  await expect(Promise.all([ask('broken'), ask('a')])).rejects.toThrow('no answer');
  expect(await ask('b')).toBe('B');
});
