// Price, sale, stock and standing of the operator's own products, of one or of many at once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAudit } from '#platform/audit/audit-log.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct, inSizes } from '../../../../test/factories/product.ts';
import { storeSeller } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { stepOf } from '../listing/offer/offer.rules.ts';
import { changeOwnOffers } from './change-own-offers.ts';
import { changeOwnStatus } from './change-own-status.ts';

let database: Database<ApiTables>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await storeSeller(database, { seller_id: 'birds', name: 'Birds' }, {});
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'a', product_name: 'Apple', price_micros: 10_000_000, stock: 5 }),
      aProduct({ product_id: 'b', product_name: 'Bear', price_micros: 20_000_000, stock: null }),
      aProduct({ product_id: 'theirs', seller_id: 'birds', price_micros: 1_000_000 }),
      aProduct({
        product_id: 'v',
        price_micros: 1_000_000,
        stock: 3,
        ...inSizes,
      }),
    ])
    .execute();
  api = await startApi(database);
});
afterAll(() => database.close());

const acting = () => ({ db: database.kysely, by: 'kim' });
const shown = async (id: string) => (await api.get(`/product/${id}`)).body;
const names = async () =>
  (await api.get('/product')).body.products.map(({ product_id }: { product_id: string }) => product_id).sort();
const audit = async (id: string) => {
  const entries = await listAudit(database.kysely, { subject: id, limit: 100 });
  return entries
    .filter(({ at, subject_kind }) => subject_kind === 'product' && at >= begun)
    .map(({ action, details, changes }) => ({ action, details, changes }));
};
const stockChanges = () =>
  database.kysely
    .selectFrom('api.stock_change')
    .select(['product_id', 'by_account', 'reason', 'selected_options', 'stock_before', 'stock_after'])
    .orderBy('change_id')
    .execute();
let begun = new Date();
beforeEach(async () => {
  const row = await database.kysely
    .selectNoFrom(({ fn }) => fn<Date>('clock_timestamp').as('at'))
    .executeTakeFirstOrThrow();
  begun = row.at;
});

test('price and sale of many change at once; what is refused of one keeps nobody else', async () => {
  const changes = ['a', 'b', 'theirs', 'none'].map((productId) => ({
    productId,
    change: (offer: Parameters<typeof stepOf>[0]) => stepOf(offer, { by: 'percent', value: -10, round_to: 0.01 }),
  }));
  const would = await changeOwnOffers(acting(), changes, { isDryRun: true });
  expect(would.get('a')).toMatchObject({ name: 'Apple', before: { price: 10 }, after: { price: 9 }, isSame: false });
  expect(await shown('a')).toMatchObject({ price: 10 });
  expect(await audit('a')).toEqual([]);

  const outcomes = await changeOwnOffers(acting(), changes);
  expect(outcomes).toEqual(would);
  expect(outcomes.get('theirs')).toEqual({
    refused: { code: 'of_a_shop', message: 'It is a product of the shop Birds, which changes it by itself.' },
  });
  expect(outcomes.get('none')).toMatchObject({ refused: { code: 'unknown' } });
  expect([(await shown('a')).price, (await shown('b')).price, (await shown('theirs')).price]).toEqual([9, 18, 1]);
  expect(await audit('a')).toEqual([
    { action: 'product.offer_changed', details: { by: 'kim' }, changes: { price: { before: 10, after: 9 } } },
  ]);
});

test('a sale that an import would refuse is refused, and what is so already writes nothing', async () => {
  const put = async (change: object) => (await changeOwnOffers(acting(), [{ productId: 'a', change }])).get('a');
  expect(await put({ on_sale: true, sale_price: 10 })).toEqual({
    refused: { code: 'product_refused', message: 'Sale price is equal to price; on sale it must be below it.' },
  });
  expect(await put({ on_sale: true, sale_price: 7 })).toMatchObject({ after: { on_sale: true, sale_price: 7 } });
  expect(await put({ on_sale: true, sale_price: 7 })).toMatchObject({ isSame: true });
  expect(await audit('a')).toHaveLength(1);
  expect(await shown('a')).toMatchObject({ on_sale: true, sale_price: 7 });
});

test('stock changes with a reason, of a variant too, which is noted with who and how it was', async () => {
  const put = async (productId: string, change: object, reason?: string) =>
    (await changeOwnOffers(acting(), [{ productId, change }], { ...(reason && { reason }) })).get(productId);
  expect(await put('a', { stock: 9 })).toEqual({
    refused: { code: 'product_refused', message: 'Say why its stock changes.' },
  });
  await put('a', { stock: 9 }, 'Counted again');
  const selected_options = [{ name: 'Size', value: 'L' }];
  await put('v', { variants: [{ selected_options, stock: 0 }] }, 'Broken');
  expect(await stockChanges()).toEqual([
    {
      product_id: 'a',
      by_account: 'kim',
      reason: 'Counted again',
      selected_options: [],
      stock_before: 5,
      stock_after: 9,
    },
    { product_id: 'v', by_account: 'kim', reason: 'Broken', selected_options, stock_before: 2, stock_after: 0 },
  ]);
  expect(await shown('v')).toMatchObject({ stock: 1 });
  expect(await audit('a')).toEqual([
    {
      action: 'product.offer_changed',
      details: { by: 'kim', reason: 'Counted again' },
      changes: { stock: { before: 5, after: 9 } },
    },
  ]);
});

test('less stock than orders hold is told, and what was expected to be otherwise stays', async () => {
  await database.kysely.updateTable('api.product').set({ held: 3 }).where('product_id', '=', 'a').execute();
  const change = { productId: 'a', change: { stock: 1 } };
  const would = await changeOwnOffers(acting(), [change], { reason: 'Lost', isDryRun: true });
  expect(would.get('a')).toMatchObject({
    warnings: ['Stock 1 is less than the 3 that orders hold until they are paid: the newest of them are cancelled.'],
  });
  const expected = { price: 10, on_sale: false, sale_price: null, stock: 4, variants: [] };
  expect((await changeOwnOffers(acting(), [{ ...change, expected }], { reason: 'Lost' })).get('a')).toMatchObject({
    refused: { code: 'product_changed' },
  });
  expect(await shown('a')).toMatchObject({ stock: 5 });
});

test('a product that is paused or archived is not in the shop, and comes back as it was', async () => {
  const act = (action: 'pause' | 'publish' | 'archive' | 'restore', isDryRun = false) =>
    changeOwnStatus(acting(), ['a', 'theirs', 'none'], action, { isDryRun });
  expect((await act('pause', true)).get('a')).toEqual({
    name: 'Apple',
    isSame: false,
    before: 'on_sale',
    after: 'paused',
  });
  expect(await names()).toEqual(['a', 'b', 'theirs', 'v']);
  const paused = await act('pause');
  expect(paused.get('theirs')).toMatchObject({ refused: { code: 'of_a_shop' } });
  expect(paused.get('none')).toMatchObject({ refused: { code: 'unknown' } });
  expect(await names()).toEqual(['b', 'theirs', 'v']);
  expect(await api.get('/product/a')).toMatchObject({ status: 404 });
  expect((await act('pause')).get('a')).toMatchObject({ isSame: true });

  await act('archive');
  expect((await act('publish')).get('a')).toEqual({
    refused: { code: 'product_state', message: 'It is archived. Restore it from the archive first.' },
  });
  expect((await act('restore')).get('a')).toMatchObject({ before: 'archived', after: 'paused' });
  expect(await names()).toEqual(['b', 'theirs', 'v']);
  await act('publish');
  expect(await names()).toEqual(['a', 'b', 'theirs', 'v']);
  expect((await audit('a')).map(({ action }) => action)).toEqual([
    'product.paused',
    'product.archived',
    'product.restored',
    'product.published',
  ]);
  expect((await audit('a'))[0]).toMatchObject({
    details: { by: 'kim' },
    changes: { state: { before: 'on_sale', after: 'paused' } },
  });
});

test('what is called in a transaction that fails has changed nothing', async () => {
  const failing = database.kysely.transaction().execute(async (db) => {
    await changeOwnStatus({ db, by: 'kim' }, ['a'], 'pause');
    await changeOwnOffers({ db, by: 'kim' }, [{ productId: 'b', change: { price: 1 } }]);
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await names()).toContain('a');
  expect(await shown('b')).toMatchObject({ price: 20 });
  expect([...(await audit('a')), ...(await audit('b'))]).toEqual([]);
});
