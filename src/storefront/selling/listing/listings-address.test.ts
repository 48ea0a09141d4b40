import { expect, test } from 'vitest';
import { editorPath, listingsAddress, nextSort, readListingsAddress, sortDirection } from './listings-address.ts';

test('[S-05] what the list shows stands in its address, and what is no word of ours is left out', () => {
  expect(readListingsAddress('?state=returned&q=+gpu+&sort=-price&after=x&seller=a')).toEqual({
    state: 'returned',
    q: 'gpu',
    sort: '-price',
    after: 'x',
  });
  expect(readListingsAddress('?state=none&sort=drop%20table')).toEqual({
    state: null,
    q: '',
    sort: 'attention',
    after: null,
  });
});

test('[S-05] what is asked for anew begins at its first page, and stays in the same shop', () => {
  const here = '?seller=a&state=draft&q=gpu&sort=name&after=x';
  expect(listingsAddress(here, { sort: '-name' })).toBe(
    '/profile/products-management?seller=a&state=draft&q=gpu&sort=-name',
  );
  expect(listingsAddress(here, { after: 'y' })).toContain('after=y');
  expect(listingsAddress('?state=draft', { state: null })).toBe('/profile/products-management');
  expect(editorPath('a b', here)).toBe('/profile/products-management/a%20b?seller=a');
});

test('[S-05] the head of a column turns its order around', () => {
  expect(nextSort('attention', 'price')).toBe('price');
  expect(nextSort('price', 'price')).toBe('-price');
  expect(nextSort('-price', 'price')).toBe('price');
  expect(nextSort('attention', 'sold')).toBe('-sold');
  expect(nextSort('-sold', 'sold')).toBe('sold');
  expect([sortDirection('-sold', 'sold'), sortDirection('price', 'price'), sortDirection('price', 'name')]).toEqual([
    'descending',
    'ascending',
    undefined,
  ]);
});
