import { expect, test } from 'vitest';
import { longestSearchName, nameOfSearch, readSearchAddress } from './saved-search-address.ts';

const read = (address: string) => {
  const search = readSearchAddress(address);
  return search && [search.address, nameOfSearch(search)];
};

test.each([
  ['/products/category/computing', '/products/category/computing', 'Computing'],
  ['/products/category/COMPUTING/?sort=name&view=table&cursor=x&utm=y', '/products/category/computing', 'Computing'],
  ['/products/category/all', '/products/category/all', 'All products'],
  [
    '/products/category/computing?in_stock=true&max_gpu_price=0.40&min_gpu_memory=24&gpu_count=2&region=Europe',
    '/products/category/computing?max_gpu_price=0.4&in_stock=true&min_gpu_memory=24&gpu_count=2&region=Europe',
    'Computing · Up to $0.40 a GPU-hour · GPU memory: 24 GB and more · GPUs in one machine: 2 · Region: Europe · In stock',
  ],
  // Licenses are read in whatever letters; the names of a shop's own stay.
  [
    '/products/category/data?license=Apache&license=apache&license=LicenseRef-House-1.0',
    '/products/category/data?license=LicenseRef-House-1.0&license=apache',
    'Data · License: LicenseRef-House-1.0 · License: apache',
  ],
  // A price range that the page ignores is no part of the search; neither is an attribute of another category.
  ['/products/category/data?min_price=9&max_price=1&gpu_model=A10', '/products/category/data', 'Data'],
  ['/products/category/data?max_price=1', '/products/category/data', 'Data'],
  [
    '/products/category/all?max_price=1&min_price=0&keyword=bert',
    '/products/category/all?keyword=bert&min_price=0&max_price=1',
    '’bert’ · Up to $1',
  ],
  [
    '/products/keyword/2%20%C3%97%2024%20GB%20in%20Europe%20under%20%240.40%20a%20GPU-hour',
    '/products/keyword/2%20%C3%97%2024%20GB%20in%20Europe%20under%20%240.40%20a%20GPU-hour',
    '2 × 24 GB in Europe under $0.40 a GPU-hour',
  ],
  ['/products/keyword/a%2Fb?category=data', '/products/keyword/a%2Fb?category=data', 'a/b · data'],
  ['/products/keyword/100%', '/products/keyword/100%25', '100%'],
])('[Q-18] %s is one search', (given, address, name) => {
  expect(read(given)).toEqual([address, name.replaceAll('’', "'")]);
  expect(read(address)?.[0], 'its address is that of the same').toBe(address);
});

test.each([
  ['', 'nothing'],
  ['products/category/all', 'no path'],
  ['//evil.example/products/category/all', 'another site'],
  ['/\\evil.example/products/category/all', 'another site'],
  ['/\t/evil.example/products/category/all', 'another site'],
  ['/\\[', 'no host'],
  ['/\t/[', 'no host'],
  ['/products/id/gpu', 'a product'],
  ['/products/category/none', 'no category'],
  ['/products/keyword/%20', 'no keyword'],
  ['/products/keyword/%00', 'no text'],
  ['/products/keyword/%0a', 'no text'],
  [`/products/keyword/${'a'.repeat(201)}`, 'a longer query than anybody types'],
  [
    `/products/category/all?${Array.from({ length: 49 }, (_, at) => `provider=${at}${'a'.repeat(400)}`).join('&')}`,
    'too long',
  ],
])('[Q-18] %s is no search', (given) => {
  expect(readSearchAddress(given)).toBeNull();
});

test('a name is as long as can be saved', () => {
  const search = readSearchAddress(
    `/products/category/all?${Array.from({ length: 20 }, (_, at) => `provider=Provider number ${at}`).join('&')}`,
  );
  expect(search && nameOfSearch(search).length).toBeLessThanOrEqual(longestSearchName);
});
