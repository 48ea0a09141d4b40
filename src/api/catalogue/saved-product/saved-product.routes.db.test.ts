import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { savedMaximum } from '#contract/catalogue/product/product-limits.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { startApi } from '../../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let jane: Awaited<ReturnType<typeof api.signIn>>;
let other: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
beforeEach(async () => {
  await emptyDatabase(database);
  const specs = JSON.stringify([
    { name: 'Version', value: '1.0' },
    { name: 'Memory', value: '2 GB' },
  ]);
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'gpu', product_name: 'GPU', price_micros: 2_490_000, stock: 3, price_unit: 'hour' }),
      aProduct({ product_id: 'data', product_type: 'data', price_micros: 990_000, price_unit: '', specs }),
      aProduct({ product_id: 'a/b c' }),
    ])
    .execute();
  jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
  other = await api.signIn({ email: 'other@example.com', nickname: 'Other' });
});
afterAll(() => database.close());

const idsOf = async (customer = jane) => (await customer.get('/saved-product/ids')).body.product_ids;
const changePrice = (price_micros: number) =>
  database.kysely.updateTable('api.product').set({ price_micros }).where('product_id', '=', 'gpu').execute();

describe('[Q-09] saved products', () => {
  test('are found again, newest first, with what they cost then and now, and by nobody else', async () => {
    await jane.put('/saved-product/gpu', {});
    await jane.put(`/saved-product/${encodeURIComponent('a/b c')}`, {});
    await changePrice(1_990_000);
    const { items } = (await jane.get('/saved-product')).body;
    expect(items).toMatchObject([
      { product: { product_id: 'a/b c' } },
      {
        product: { product_id: 'gpu', product_name: 'GPU', price: 1.99, stock: 3 },
        saved_price: 2.49,
        saved_price_unit: 'hour',
        version: null,
        alerts: [],
        cheaper_than: null,
      },
    ]);
    expect(await idsOf()).toEqual(['a/b c', 'gpu']);
    expect((await other.get('/saved-product')).body).toEqual({ items: [] });
    expect(await idsOf(other)).toEqual([]);
  });

  test('are saved once, and removed once', async () => {
    for (let time = 0; time < 2; time++) expect((await jane.put('/saved-product/gpu', {})).status).toBe(200);
    expect(await idsOf()).toEqual(['gpu']);
    expect((await other.delete('/saved-product/gpu')).status, 'of another one nothing').toBe(204);
    expect(await idsOf()).toEqual(['gpu']);
    for (let time = 0; time < 2; time++) expect((await jane.delete('/saved-product/gpu')).status).toBe(204);
    expect(await idsOf()).toEqual([]);
  });

  test('alerts are asked for and taken back; one that stands is compared with what it was asked at', async () => {
    const { body } = await jane.put('/saved-product/gpu', { alerts: ['back_in_stock', 'cheaper'] });
    expect(body).toMatchObject({ alerts: ['cheaper', 'back_in_stock'], cheaper_than: 2.49 });
    await changePrice(3_000_000);
    expect((await jane.put('/saved-product/gpu', { alerts: ['cheaper'] })).body).toMatchObject({
      alerts: ['cheaper'],
      cheaper_than: 2.49,
    });
    expect((await jane.put('/saved-product/gpu', {})).body, 'left out, they stay').toMatchObject({
      alerts: ['cheaper'],
    });
    await jane.put('/saved-product/gpu', { alerts: [] });
    expect((await jane.put('/saved-product/gpu', { alerts: ['cheaper'] })).body.cheaper_than).toBe(3);
  });

  test('a new version is told of where the product names one', async () => {
    const { body } = await jane.put('/saved-product/data', { alerts: ['new_version'] });
    expect(body).toMatchObject({ version: '1.0', alerts: ['new_version'] });
    expect(body.product, 'only machines have facts').not.toHaveProperty('facts');
    const refused = await jane.put('/saved-product/gpu', { alerts: ['new_version'] });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('names no version') } });
    expect(await idsOf(), 'a refused request saves nothing').toEqual(['data']);
  });

  test('of before the sign-in are added: what is saved stays, what is gone is dropped', async () => {
    await jane.put('/saved-product/data', { alerts: ['cheaper'] });
    const { body } = await jane.post('/saved-product', { product_ids: ['gpu', 'gone', 'data', 'gpu', 'a\u0000'] });
    expect(body).toEqual({ product_ids: ['gpu', 'data'], left: [] });
    expect((await jane.get('/saved-product')).body.items[1]).toMatchObject({ alerts: ['cheaper'] });
    expect((await jane.post('/saved-product', { product_ids: [] })).body.product_ids).toEqual(['gpu', 'data']);
  });

  test('an account saves so many and no more; what there is no room for is told', async () => {
    const many = Array.from({ length: savedMaximum }, (_, index) => aProduct({ product_id: `many-${index}` }));
    await database.kysely.insertInto('api.product').values(many).execute();
    await jane.put('/saved-product/gpu', {});
    const ids = many.map(({ product_id }) => product_id);
    const { body } = await jane.post('/saved-product', { product_ids: ids });
    expect(body.product_ids).toHaveLength(savedMaximum);
    expect(body.left).toEqual(ids.slice(-1));
    expect(await jane.put('/saved-product/data', {})).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('Remove one') },
    });
    expect((await jane.put('/saved-product/gpu', { alerts: ['cheaper'] })).status, 'it is saved').toBe(200);
    expect((await jane.post('/saved-product', { product_ids: [...ids, 'data'] })).status).toBe(400);
  });

  test('many at once are saved once each, and not beyond the limit', async () => {
    await Promise.all(Array.from({ length: 6 }, () => jane.put('/saved-product/gpu', {})));
    await Promise.all(['gpu', 'data'].map((id) => jane.post('/saved-product', { product_ids: [id] })));
    expect((await idsOf()).sort()).toEqual(['data', 'gpu']);
  });

  test('come back as they were saved, without what cannot be asked for any more', async () => {
    await jane.put('/saved-product/data', { alerts: ['cheaper', 'new_version'] });
    await jane.put('/saved-product/gpu', {});
    const [, item] = (await jane.get('/saved-product')).body.items;
    const { saved_at, saved_price, saved_price_unit } = item;
    await jane.delete('/saved-product/data');
    const without = { price_micros: 500_000, specs: '[]' };
    await database.kysely.updateTable('api.product').set(without).where('product_id', '=', 'data').execute();
    const before = { saved_at, saved_price, saved_price_unit };
    const restored = await jane.put('/saved-product/data', { alerts: item.alerts, before });
    expect(restored).toMatchObject({ status: 200, body: { ...before, alerts: ['cheaper'], cheaper_than: 0.5 } });
    expect(await idsOf(), 'in its place').toEqual(['gpu', 'data']);
    const later = { ...before, saved_at: '2999-01-01T00:00:00.000Z', saved_price: 7 };
    expect((await jane.put('/saved-product/data', { before: later })).body, 'what is saved stays').toMatchObject(
      before,
    );
    await jane.delete('/saved-product/data');
    const { body } = await jane.put('/saved-product/data', { before: later });
    expect(Date.parse(body.saved_at), 'nothing was saved in the future').toBeLessThanOrEqual(Date.now() + 60_000);
  });

  onPostgres('what is being removed is gone: nothing waits for it', async () => {
    const removing = await database.kysely.startTransaction().execute();
    await removing.selectFrom('api.product').select('product_id').where('product_id', '=', 'gpu').forUpdate().execute();
    expect((await jane.put('/saved-product/gpu', {})).status).toBe(404);
    expect((await jane.post('/saved-product', { product_ids: ['gpu', 'data'] })).body.product_ids).toEqual(['data']);
    await removing.rollback().execute();
  });

  test('go with a product that leaves the catalogue', async () => {
    await jane.put('/saved-product/gpu', {});
    await database.kysely.deleteFrom('api.product').where('product_id', '=', 'gpu').execute();
    expect((await jane.get('/saved-product')).body).toEqual({ items: [] });
  });

  test('go with the account, whose address may be another one’s later', async () => {
    const rows = () => database.kysely.selectFrom('api.saved_product').select('account_id').execute();
    await jane.put('/saved-product/gpu', { alerts: ['cheaper'] });
    await jane.delete('/user/jane@example.com');
    expect(await rows()).toEqual([]);

    const now = Math.floor(Date.now() / 1_000);
    const back = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' }, { iat: now + 2 });
    await back.post('/user', { user_id: 'jane@example.com' });
    await back.put('/saved-product/gpu', { alerts: ['cheaper'] });
    expect(await rows()).toHaveLength(1);
    const later = await api.signIn({ email: 'jane@example.com', nickname: 'Later' }, { sub: 'later', iat: now + 5 });
    await later.get('/user/jane@example.com');
    expect(await rows(), 'nothing is told to whoever has the address now').toEqual([]);
  });
});

const before = { saved_at: '2026-01-01T00:00:00.000Z', saved_price: 1, saved_price_unit: 'hour' };
test.each([
  ['an unknown product', 'gone', {}, 404],
  ['an id that no table can hold', 'a%00b', {}, 404],
  ['half a character', '%ED%A0%80', {}, 404],
  ['an unknown alert', 'gpu', { alerts: ['dearer'] }, 400],
  ['alerts that are no list', 'gpu', { alerts: 'cheaper' }, 400],
  ['one alert many times', 'gpu', { alerts: Array(50).fill('cheaper') }, 400],
  ['what is no object', 'gpu', 'x', 400],
  ['a price that nothing has', 'gpu', { before: { ...before, saved_price: 1e300 } }, 400],
  ['a unit that no table can hold', 'gpu', { before: { ...before, saved_price_unit: 'a\0' } }, 400],
  ['no time', 'gpu', { before: { ...before, saved_at: 'yesterday' } }, 400],
  ['a year that no table can hold', 'gpu', { before: { ...before, saved_at: '0000-01-01T00:00:00Z' } }, 400],
])('%s is refused', async (_what, id, body, status) => {
  const answer = await jane.put(`/saved-product/${id}`, body);
  expect(answer).toMatchObject({ status, body: { message: expect.any(String) } });
  expect(await idsOf()).toEqual([]);
});

test('without a sign-in nothing is told and nothing saved', async () => {
  for (const answer of [
    await api.get('/saved-product'),
    await api.get('/saved-product/ids'),
    await api.put('/saved-product/gpu', {}),
    await api.post('/saved-product', { product_ids: ['gpu'] }),
    await api.delete('/saved-product/gpu'),
  ])
    expect(answer.status).toBe(401);
  expect((await jane.delete('/saved-product/a%00b')).status).toBe(204);
});
