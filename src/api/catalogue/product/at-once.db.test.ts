import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliveryMinutes } from '#contract/catalogue/product/delivery.ts';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import type { Goods, GoodsOfOne } from '#contract/goods/goods.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { startApi } from '../../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
afterAll(async () => {
  api.version.close();
  await database.close();
});
beforeEach(() => emptyDatabase(database));

async function store(...products: Array<Parameters<typeof aProduct>[0]>) {
  await database.kysely
    .insertInto('api.product')
    .values(products.map((given) => aProduct(given)))
    .execute();
}

const files = JSON.stringify({ files: { updates: 'free' } });
const endpoint = JSON.stringify({ access: { by: 'endpoint', within_minutes: 15 } });

test('[V-09] at_once=true leaves out what is not delivered at once, whatever else is asked for, and counts the rest', async () => {
  await store(
    { product_id: 'files', goods: files },
    { product_id: 'promised', delivery_within_hours: 24 },
    { product_id: 'endpoint', goods: endpoint },
    { product_id: 'by-hand' },
    { product_id: 'data', product_type: 'data', goods: files },
    { product_id: 'none-left', goods: files, stock: 0 },
  );
  const { body } = await api.get('/product?at_once=true');
  const found = body.products.map(({ product_id }: ProductSummary) => product_id);
  expect(found).toEqual(['files', 'data', 'none-left']);
  expect(body).toMatchObject({ total: 3, counts: { all: 3, computing: 2, data: 1, solutions: 0, algorithm: 0 } });
  const both = (await api.get('/product?at_once=true&in_stock=true&category=computing')).body;
  expect(both.products.map(({ product_id }: ProductSummary) => product_id)).toEqual(['files']);
  expect(both.total).toBe(1);
  expect((await api.get('/product?at_once=maybe')).status).toBe(400);
});

test('[V-09] a list says when each product is delivered, where a time is promised', async () => {
  await store(
    { product_id: 'files', goods: files },
    { product_id: 'promised', delivery_within_hours: 48 },
    { product_id: 'endpoint', goods: endpoint },
    { product_id: 'by-hand' },
  );
  const { products } = (await api.get('/product')).body;
  expect(products.map(({ delivery }: ProductSummary) => delivery)).toEqual([
    'Delivered at once',
    'Delivered within 2 days',
    'Delivered within 15 minutes',
    undefined,
  ]);
  expect((await api.get('/product/promised')).body).toMatchObject({ delivery_within_hours: 48 });
  expect((await api.get('/product/by-hand')).body).not.toHaveProperty('delivery_within_hours');
});

const kinds: fc.Arbitrary<GoodsOfOne> = fc.record(
  {
    files: fc.constant({ updates: 'free' as const }),
    keys: fc.constantFrom({ source: 'list' as const }, { source: 'signed' as const }),
    access: fc.constantFrom({ by: 'text' as const }, { by: 'endpoint' as const, within_minutes: 5 }),
    hours: fc.constantFrom({ by: 'endpoint' as const, minutes_each: 60 }, { by: 'hand' as const, minutes_each: 60 }),
  },
  { requiredKeys: [] },
);
const choice = fc.constantFrom('S', 'M', 'L');
const given = fc.record({
  whole: kinds,
  own: fc.uniqueArray(fc.record({ size: choice, goods: kinds }), { selector: ({ size }) => size }),
  sold: fc.uniqueArray(fc.record({ size: choice, stock: fc.constantFrom(null, 0, 2) }), {
    selector: ({ size }) => size,
  }),
  stock: fc.constantFrom(null, 0, 2),
});

test('[V-09] the database finds at once what the rule says is delivered at once', async () => {
  const cases = fc.sample(given, 200).map(({ whole, own, sold, stock }) => {
    // In another order than the variant has them: the same choices are the same variant.
    const selected = (size: string) => [
      { name: 'Size', value: size },
      { name: 'Color', value: 'red' },
    ];
    const goods: Goods = {
      ...whole,
      ...(own.length > 0 && {
        variants: own.map((one) => ({ selected_options: selected(one.size).reverse(), ...one.goods })),
      }),
    };
    const variants = sold.map((one) => ({
      selected_options: selected(one.size),
      price: 1,
      sale_price: null,
      stock: one.stock,
      is_default: false,
    }));
    return { goods, variants, stock };
  });
  await store(
    ...cases.map(({ goods, variants, stock }, index) => ({
      product_id: `p${index}`,
      goods: JSON.stringify(goods),
      variants: JSON.stringify(variants),
      stock,
    })),
  );
  const rows = await database.kysely
    .selectFrom('api.product')
    .select(['goods', 'variants', 'stock', 'at_once'])
    .execute();
  expect(rows).toHaveLength(cases.length);
  // The stock that it was stored with: keys count the stock themselves.
  for (const { at_once, ...row } of rows) expect([row, at_once]).toEqual([row, deliveryMinutes(row) === 0]);
  expect(new Set(rows.map(({ at_once }) => at_once)).size).toBe(2);
});
