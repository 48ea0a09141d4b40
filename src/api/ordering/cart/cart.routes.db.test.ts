import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { deleteCustomer } from '../../people/user/user.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
beforeEach(async () => {
  await emptyDatabase(database);
  await database.kysely
    .insertInto('api.product')
    .values([aProduct({ product_id: 'gpu' }), aProduct({ product_id: 'data' })])
    .execute();
});
afterAll(() => database.close());

test('a stored cart is found again, in its order, and by nobody else', async () => {
  const jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
  const items = [
    { product_id: 'data', quantity: 2 },
    { product_id: 'gpu', quantity: 1 },
  ];
  expect(await jane.put('/cart', { items })).toMatchObject({ status: 200, body: { items } });
  expect((await jane.get('/cart')).body).toEqual({ items });
  const other = await api.signIn({ email: 'other@example.com', nickname: 'Other' });
  expect((await other.get('/cart')).body).toEqual({ items: [] });
  expect((await jane.put('/cart', { items: [] })).body).toEqual({ items: [] });
});

test('a coupon belongs to the stored cart, of one account, until the cart has none', async () => {
  const jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
  const items = [{ product_id: 'gpu', quantity: 1 }];
  expect((await jane.put('/cart', { items, coupon: ' TENOFF ' })).body).toEqual({ items, coupon: 'TENOFF' });
  expect((await jane.put('/cart', { items: [], coupon: 'OTHER' })).body).toEqual({ items: [], coupon: 'OTHER' });
  expect((await jane.get('/cart')).body).toEqual({ items: [], coupon: 'OTHER' });
  const other = await api.signIn({ email: 'other@example.com', nickname: 'Other' });
  expect((await other.get('/cart')).body).toEqual({ items: [] });
  for (const coupon of ['x'.repeat(65), 'a\u0000', 5])
    expect((await jane.put('/cart', { items, coupon })).status, JSON.stringify(coupon)).toBe(400);
  expect((await jane.get('/cart')).body).toEqual({ items: [], coupon: 'OTHER' });
  expect((await jane.put('/cart', { items, coupon: null })).body).toEqual({ items });
});

test('a coupon is left with the account', async () => {
  const jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
  await jane.put('/cart', { items: [{ product_id: 'gpu', quantity: 1 }], coupon: 'TENOFF' });
  await deleteCustomer(database.kysely, { kind: 'operator', name: 'test' }, 'jane@example.com');
  for (const table of ['api.cart_item', 'api.cart_coupon'] as const)
    expect(await database.kysely.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

test('what is not sold any more is left out', async () => {
  const jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
  const answer = await jane.put('/cart', {
    items: [
      { product_id: 'gone', quantity: 1 },
      { product_id: 'gpu', quantity: 3 },
    ],
  });
  expect(answer.body).toEqual({ items: [{ product_id: 'gpu', quantity: 3 }] });
  await database.kysely.deleteFrom('api.product').where('product_id', '=', 'gpu').execute();
  expect((await jane.get('/cart')).body).toEqual({ items: [] });
});

test('a cart that is none is refused, and needs somebody signed in', async () => {
  const jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
  for (const items of [
    null,
    'x',
    [{ product_id: 'gpu', quantity: 0 }],
    [{ product_id: 'gpu', quantity: 1.5 }],
    [{ product_id: 'a\u0000', quantity: 1 }],
    [{ quantity: 1 }],
  ])
    expect((await jane.put('/cart', { items })).status, JSON.stringify(items)).toBe(400);
  expect((await api.get('/cart')).status).toBe(401);
});

test('choices are kept, and one that a product does not have is refused: what was kept stays', async () => {
  const options = JSON.stringify([{ name: 'GPUs', choices: ['1', '8'] }]);
  await database.kysely.updateTable('api.product').set({ options }).where('product_id', '=', 'gpu').execute();
  const jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
  const chosen = (value: string) => [{ product_id: 'gpu', quantity: 2, selected_options: [{ name: 'GPUs', value }] }];
  expect((await jane.put('/cart', { items: chosen('8') })).body).toEqual({ items: chosen('8') });
  const refused = await jane.put('/cart', { items: chosen('16') });
  expect(refused).toMatchObject({ status: 400, body: { refusal: 'options_unknown' } });
  for (const selected_options of ['8', [{ name: 'GPUs' }], [{ name: 'GPUs', value: 'a\u0000' }]])
    expect((await jane.put('/cart', { items: [{ product_id: 'gpu', quantity: 1, selected_options }] })).status).toBe(
      400,
    );
  expect((await jane.get('/cart')).body).toEqual({ items: chosen('8') });
  // An import that takes the choice away does not keep the rest of the cart from being saved.
  await database.kysely.updateTable('api.product').set({ options: '[]' }).where('product_id', '=', 'gpu').execute();
  const items = [...chosen('8'), { product_id: 'data', quantity: 1 }];
  expect((await jane.put('/cart', { items })).body).toEqual({ items });
});
