// A product as the staff keep it: all its fields, its stock, its copies, its end, and its history.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StaffProduct } from '#contract/staff-product.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../../../test/database/test-database.ts';
import { aLine, anOrder } from '../../../test/factories/order.ts';
import { aProduct } from '../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../test/factories/seller.ts';
import { startApi } from '../../../test/parts/api.ts';
import { insertOrder } from '../order/order.store.ts';
import type { ApiTables } from '../schema.ts';

let database: Database<ApiTables>;
let api: Awaited<ReturnType<typeof startApi>>;
let kim: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await storeSeller(database, { seller_id: 'birds', name: 'Birds' }, {});
  await storeStaff(database, 'kim', 'catalogue');
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'own', product_name: 'Own', price_micros: 10_000_000, stock: 5 }),
      aProduct({ product_id: 'theirs', seller_id: 'birds' }),
    ])
    .execute();
  api = await startApi(database);
  kim = await api.signIn({ email: addressOf('kim'), nickname: 'kim' }, { sub: 'kim' });
});
afterAll(() => database.close());

const path = '/admin/product';
const read = async (id = 'own'): Promise<StaffProduct> => (await kim.get(`${path}/${id}`)).body;
const put = (mark: string, fields: object, id = 'own') => kim.put(`${path}/${id}`, { mark, fields });

test('[B-08] every field of an own product is changed by the rules of a catalogue file, and its history says how it was', async () => {
  const { mark } = await read();
  const refused = await put(mark, { product_img: 'javascript:alert(1)' });
  expect(refused).toMatchObject({
    status: 409,
    body: { refusal: 'product_refused', message: 'Product_img is not an http or https address.' },
  });
  const changed = await put(mark, { product_name: 'Owned', specs: [{ name: 'Weight', value: '2 kg' }], price: 12 });
  expect(changed).toMatchObject({
    status: 200,
    body: { fields: { product_name: 'Owned', price: 12 }, stock: 5, seller: null, state: 'on_sale' },
  });
  expect((await api.get('/product/own')).body).toMatchObject({
    product_name: 'Owned',
    price: 12,
    specs: [{ name: 'Weight', value: '2 kg' }],
  });
  expect(changed.body.history[0]).toMatchObject({
    action: 'product.changed',
    by: 'kim',
    details: { product_name_before: 'Own', product_name: 'Owned', price_before: 10, price: 12 },
  });
});

test('[B-08] who saves second is told what the first has changed, and what was sold meanwhile hinders nobody', async () => {
  const { mark } = await read();
  await put(mark, { provider: 'First' });
  const second = await put(mark, { product_name: 'Second' });
  expect(second).toMatchObject({
    status: 409,
    body: {
      refusal: 'product_changed',
      current: { changed: ['provider'], product: { fields: { provider: 'First', product_name: 'Own' } } },
    },
  });
  expect((await read()).fields.product_name).toBe('Own');
  // Their own click once more is no conflict.
  expect(await put(mark, { provider: 'First' })).toMatchObject({ status: 200 });
  const now = await read();
  await database.kysely.updateTable('api.product').set({ stock: 4 }).where('product_id', '=', 'own').execute();
  expect(await put(now.mark, { product_name: 'Second' })).toMatchObject({
    status: 200,
    body: { stock: 4, fields: { product_name: 'Second', provider: 'First' } },
  });
});

test('[B-08] stock is changed for a reason, and only from what was read', async () => {
  const stock = (body: object) => kim.post(`${path}/own/stock`, body);
  expect(await stock({ before: 5, after: 7, reason: ' ' })).toMatchObject({ status: 400 });
  expect(await stock({ before: 5, after: 7, reason: 'Counted' })).toMatchObject({
    status: 200,
    body: { stock: 7, stock_changes: [{ by: 'kim', reason: 'Counted', before: 5, after: 7 }] },
  });
  expect(await stock({ before: 5, after: 7, reason: 'Counted' })).toMatchObject({
    status: 409,
    body: { refusal: 'product_changed' },
  });
  expect((await read()).stock_changes).toHaveLength(1);
});

test('[B-08] a new product and a copy are paused until they are published, and take no id that there is', async () => {
  const fields = { product_name: 'New', product_type: 'data', price: 3 };
  expect(await kim.post(path, { product_id: 'new', fields })).toMatchObject({
    status: 201,
    body: { state: 'paused', sold: 0, reviews: 0 },
  });
  expect(await kim.post(path, { product_id: 'own', fields })).toMatchObject({
    status: 409,
    body: { refusal: 'product_exists' },
  });
  expect(await kim.post(path, { product_id: 'x', fields: { product_name: 'X' } })).toMatchObject({
    status: 409,
    body: { refusal: 'product_refused', message: 'Product_type is missing. Price is missing.' },
  });
  expect(await kim.post(`${path}/own/duplicate`, { product_id: 'copy' })).toMatchObject({
    status: 201,
    body: { state: 'paused', stock: 0, fields: { product_name: 'Own', price: 10 } },
  });
  expect(await api.get('/product/copy')).toMatchObject({ status: 404 });
  await kim.post(`${path}/copy/publish`, {});
  expect(await api.get('/product/copy')).toMatchObject({ status: 200 });
});

test('[B-08] what no order knows is deleted; what was sold is archived instead', async () => {
  await kim.post(`${path}/own/duplicate`, { product_id: 'copy' });
  expect(await kim.delete(`${path}/copy`)).toMatchObject({ status: 204 });
  expect(await kim.get(`${path}/copy`)).toMatchObject({ status: 404 });

  const { lines: _lines, refunds: _refunds, billing: _billing, ...order } = anOrder();
  await insertOrder(database.kysely, { ...order, updated_at: order.created_at }, [aLine({ product_id: 'own' })]);
  expect(await kim.delete(`${path}/own`)).toMatchObject({
    status: 409,
    body: {
      refusal: 'product_sold',
      message: 'Orders know it, and whoever bought it keeps it: archive it instead.',
    },
  });
  expect(await kim.post(`${path}/own/archive`, {})).toMatchObject({
    status: 200,
    body: { state: 'archived', sold: 1 },
  });
});

test("[B-08] a shop's product is read with its history, and changed by its shop alone", async () => {
  const theirs = await read('theirs');
  expect(theirs).toMatchObject({ seller: { seller_id: 'birds', name: 'Birds' }, state: 'on_sale' });
  const message = 'It is a product of the shop Birds, which changes it by itself.';
  const refused = { status: 409, body: { refusal: 'of_a_shop', message } };
  expect(await put(theirs.mark, { price: 1 }, 'theirs')).toMatchObject(refused);
  expect(await kim.post(`${path}/theirs/pause`, {})).toMatchObject(refused);
  expect(await kim.post(`${path}/theirs/duplicate`, { product_id: 'mine' })).toMatchObject(refused);
  expect(await kim.delete(`${path}/theirs`)).toMatchObject(refused);
});
