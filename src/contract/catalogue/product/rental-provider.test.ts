import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storeSchema } from '../../store.schema.ts';
import { findRentalProvider, gpuModel, rentalSearchUrl, type SearchProvider } from './rental-provider.ts';

const store = storeSchema.parse(JSON.parse(readFileSync(new URL('../../../../store.json', import.meta.url), 'utf8')));
const search = findRentalProvider(store.rental_providers, { provider: 'HYCONS' }) as SearchProvider;
const product = { product_name: 'RTX 3080 Ti (HYCONS)' };

test('[D-13] gpuModel is GeForce and the name without spaces and without (HYCONS)', () => {
  expect(gpuModel(search, product.product_name)).toBe('GeForceRTX3080Ti');
});

test('[D-12] the search address has the five parameters', () => {
  const url = new URL(rentalSearchUrl(search, product, { gpuCount: '4', region: 'South Korea' }) ?? '');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    gpuModel: 'GeForceRTX3080Ti',
    countryName: 'South Korea',
    gpuCountStart: '4',
    gpuCountEnd: '4',
    pageIndex: '1',
  });
});

test('[D-12] a range of counts sets both ends', () => {
  const url = new URL(rentalSearchUrl(search, product, { gpuCount: '5-8', region: 'Germany' }) ?? '');
  expect([url.searchParams.get('gpuCountStart'), url.searchParams.get('gpuCountEnd')]).toEqual(['5', '8']);
});

test.each([
  { gpuCount: '', region: 'Germany' },
  { gpuCount: '4', region: '' },
  { gpuCount: '', region: '' },
])('[D-11] there is no address while a choice is open: %o', (chosen) => {
  expect(rentalSearchUrl(search, product, chosen)).toBeNull();
});

test('[D-09] the decentralized network has links to three exchanges', () => {
  const network = findRentalProvider(store.rental_providers, { provider: 'DBC' });
  expect(network?.kind === 'network' && network.exchanges.length).toBe(3);
});

test('ordinary providers are not in the registry', () => {
  expect(findRentalProvider(store.rental_providers, { provider: 'Northlight Compute' })).toBeNull();
});
