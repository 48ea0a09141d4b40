import { expect, test } from 'vitest';
import { longestSearchAddress, readSearchAddress } from '#contract/catalogue/saved-search-address.ts';
import { withOneAddress } from './one-address.rules.ts';

const machines = '/products/category/computing';
const written = (search: string) => {
  const read = readSearchAddress(`${machines}?${search}`);
  return read && withOneAddress(read)?.address;
};

test.each([
  ['region=usa', 'region=United+States'],
  ['region=United States&region=USA&region=us', 'region=United+States'],
  ['region=Oregon&region=Deutschland', 'region=Germany&region=Oregon'],
  // Its label names no region.
  ['region=DACH', 'region=dach'],
  ['region=Atlantis&gpu_model=A10&min_gpu_memory=24', 'gpu_model=A10&min_gpu_memory=24&region=Atlantis'],
])('[Q-18] a region has one name in what is saved, %s', (given, address) => {
  expect(written(given)).toBe(`${machines}?${address}`);
  expect(written(address), 'it stays').toBe(`${machines}?${address}`);
});

test('an address that its regions make too long is none', () => {
  const rest = Array.from({ length: 5 }, (_, at) => `provider=${at}${'a'.repeat(370)}`).join('&');
  const room = longestSearchAddress - `${machines}?${rest}&region=us`.length;
  const read = readSearchAddress(`${machines}?${rest}${'c'.repeat(room)}&region=us`);
  expect(read?.address).toHaveLength(longestSearchAddress);
  expect(read && withOneAddress(read)).toBeNull();
});
