import { expect, test } from 'vitest';
import { pickVaried } from './highlight.rules.ts';

const from = (...providers: string[]) =>
  providers.map((provider, position) => ({ provider, position, product_id: String(position) }));
const positions = (picked: Array<{ position: number }>) => picked.map(({ position }) => position);

test('[Q-19] of one provider two stand in a row, in the order of the figures', () => {
  expect(positions(pickVaried(from('a', 'a', 'a', 'a', 'b', 'c', 'b'), 5))).toEqual([0, 1, 4, 5, 6]);
});

test('[Q-19] where there is nobody else, more of one stand there', () => {
  expect(positions(pickVaried(from('a', 'a', 'a', 'b', 'a'), 4))).toEqual([0, 1, 2, 3]);
  expect(pickVaried([], 4)).toEqual([]);
});
