// Products that are not listed are there for orders and their seller, and for no visitor: in no answer that anybody may read, whole or in
// part.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sortsOf } from '#contract/catalogue/product/product-sort.ts';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { storeSeller } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { rebuildIndex } from '../search/update-index.ts';

let database: Database<Tables>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  const seller_id = await storeSeller(database, { seller_id: 'ours' }, {});
  const rare = {
    product_type: 'data' as const,
    license: 'MIT',
    attributes: '{"format":["WAV"]}',
    facets: ['format=wav'],
  };
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'plain', product_name: 'Plain voices', product_type: 'data' }),
      aProduct({ product_id: 'zebra', product_name: 'Zebra voices', seller_id, version: 1, stock: 5, ...rare }),
    ])
    .execute();
  await rebuildIndex(database as never);
  shop = await startBuying(database);
  jane = await shop.customer('jane');
});
afterAll(() => database.close());

async function list(isListed: boolean): Promise<void> {
  await database.kysely
    .updateTable('api.product')
    .set({ listed: isListed })
    .where('product_id', '=', 'zebra')
    .execute();
  await rebuildIndex(database as never);
}

const items = [{ product_id: 'zebra', quantity: 1 }];
const billing = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: '1 Main Street',
  city: 'London',
  country: 'GB',
  postcode: 'SW1A 1AA',
  mobile: '+44 20',
  email: 'ada@example.com',
};

/** Everything that anybody may read of the catalogue. */
async function everything(): Promise<Record<string, { status: number; body: unknown }>> {
  const paths = [
    ...sortsOf('data').map((sort) => `/product?sort=${sort}&facets=true&attributes=true`),
    '/product?category=data',
    '/product?keyword=voices',
    '/product?keyword=zebra&cursor=last',
    '/product?category=data&format=WAV',
    '/product/all',
    '/product/zebra',
    '/search?q=zebra',
    '/search?q=zebras%20voice',
    '/search?q=zebra&beyond_name=true',
    '/search/suggestions?q=zeb',
    '/search/suggestions?q=wav',
    '/sitemap',
    '/sitemap/part?after=',
    '/feed/part?after=',
  ];
  const answers: Record<string, { status: number; body: unknown }> = {};
  for (const path of paths) {
    const { status, body } = await shop.api.get(path);
    answers[path] = { status, body };
  }
  return answers;
}

function withoutIds(answers: Record<string, { status: number; body: unknown }>) {
  return JSON.parse(
    JSON.stringify(answers, (name, value) => (name === 'request_id' || name === 'updated_at' ? '' : value)),
  );
}

test('[S-15] what is not listed is in no list, count, facet, search, suggestion, sitemap, feed or page, and comes back whole', async () => {
  const before = await everything();
  expect(before['/product/zebra']?.status).toBe(200);
  const shown = Object.entries(before).filter(([, { body }]) => JSON.stringify(body).includes('zebra'));
  // Each of these would fail below if it did not leave it out.
  expect(shown.length).toBeGreaterThanOrEqual(12);

  await list(false);
  const hidden = await everything();
  for (const [path, { status, body }] of Object.entries(hidden)) {
    expect(status, path).toBe(path === '/product/zebra' ? 404 : 200);
    const text = JSON.stringify(body);
    expect(text.replaceAll('q=zebra', ''), path).not.toMatch(/"zebra"|Zebra voices|"value":"WAV"/);
  }
  expect(hidden['/product?sort=featured&facets=true&attributes=true']?.body).toMatchObject({
    total: 1,
    counts: { all: 1, data: 1 },
  });
  expect(hidden['/product?keyword=voices']?.body).toMatchObject({ total: 1 });

  await list(true);
  expect(withoutIds(await everything())).toEqual(withoutIds(before));
});

test('[S-15] what is not listed is neither quoted, ordered, paid, saved nor reviewed; it is again once it is listed', async () => {
  await jane.put('/saved-product/zebra', {});
  const review = { product_id: 'zebra', rate: 4, review_text: 'Does what it says.' };
  expect((await jane.post('/review', review)).status).toBe(201);
  await jane.put('/cart', { items });
  const placed = await jane.post('/checkout-session', { items, amount: 2.5 });
  expect(placed.status).toBe(200);

  await list(false);
  expect((await jane.post('/cart/quote', { items })).body).toMatchObject({ refusal: 'not_sold' });
  for (const [path, body] of [
    ['/checkout-session', { items, amount: 2.5 }],
    ['/order', { items, amount: 2.5, payment_method: 'transfer', billing }],
  ] as const)
    expect(await shop.customer('eve').then((eve) => eve.post(path, body))).toMatchObject({
      body: { refusal: 'not_sold' },
    });
  expect((await jane.get('/saved-product')).body).toEqual({ items: [] });
  expect((await (await shop.customer('eve')).put('/saved-product/zebra', {})).status).toBe(404);
  expect((await shop.api.get('/review/product/zebra')).status).toBe(404);
  expect((await shop.api.get('/review/product/zebra/summary')).status).toBe(404);
  expect((await jane.get('/review/product/zebra?mine=true')).status).toBe(404);
  expect((await (await shop.customer('eve')).post('/review', review)).status).toBe(404);
  // Earlier orders stay with their buyer.
  expect((await jane.get(`/order/${placed.body.order_id}`)).body.products).toMatchObject([{ product_id: 'zebra' }]);

  await list(true);
  expect((await jane.get('/saved-product')).body.items).toMatchObject([{ product: { product_id: 'zebra' } }]);
  expect((await shop.api.get('/review/product/zebra')).body).toHaveLength(1);
  expect((await jane.post('/cart/quote', { items })).status).toBe(200);
});
