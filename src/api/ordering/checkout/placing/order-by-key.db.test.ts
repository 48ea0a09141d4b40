// Orders of one click: a key of the client makes a second click, and a retry after an answer that was lost, one order.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct, inSizes } from '../../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

const files = JSON.stringify({ files: { updates: 'free' } });
const keys = JSON.stringify({ keys: { source: 'signed' } });

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'birds', product_name: 'Birds', price_micros: 0, goods: files, license: 'CC-BY-4.0' }),
      aProduct({ product_id: 'desk', product_name: 'Desk', price_micros: 0, goods: keys }),
      aProduct({ product_id: 'shirt', product_name: 'Shirt', price_micros: 1_000_000, ...inSizes }),
    ])
    .execute();
  shop = await startBuying(database);
  jane = await shop.customer('jane');
});
afterEach(() => shop.close());
afterAll(() => database.close());

const one = (product_id: string, given: object = {}) => ({ items: [{ product_id, quantity: 1, ...given }], amount: 0 });
const shirt = { items: [{ product_id: 'shirt', quantity: 1 }], amount: 1 };
const json = { 'content-type': 'application/json' };
const send = (key: string, request: object, who = jane) =>
  who.send('POST', '/checkout-session', { ...json, 'idempotency-key': key }, JSON.stringify(request));
const countOrders = async () => (await database.kysely.selectFrom('api.order').select('order_id').execute()).length;

test('[K-16] what is free is had by one request, under the license that was shown, and once for each key', async () => {
  const answers = await Promise.all(['a', 'a', 'a'].map((key) => send(key, one('birds', { license: 'CC-BY-4.0' }))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [{ body } = { body: {} }] = answers;
  expect(new Set(answers.map((answer) => answer.body.order_id)).size).toBe(1);
  expect((await jane.get(`/library/${body.order_id}-0`)).body).toMatchObject({ license: 'CC-BY-4.0', because: 'free' });
  // Sent again after it is owned it is the same order still, and no second one.
  expect((await send('a', one('birds', { license: 'CC-BY-4.0' }))).body.order_id).toBe(body.order_id);
  expect(await send('b', one('birds', { license: 'CC-BY-4.0' }))).toMatchObject({
    status: 409,
    body: { refusal: 'already_owned' },
  });
  expect(await countOrders()).toBe(1);
  expect(shop.mails).toHaveLength(1);
});

test('[K-16] under a license that was not shown nothing is had', async () => {
  expect(await send('a', one('birds', { license: '' }))).toMatchObject({
    status: 409,
    body: { refusal: 'license_changed' },
  });
  expect(await countOrders()).toBe(0);
});

test('[K-16] with another key the same is another order, also within a moment', async () => {
  const [first, second] = [await send('a', one('desk')), await send('b', one('desk'))];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.order_id).not.toBe(first.body.order_id);
});

test('[K-16] a retry after the payment is the same order, of a product with options too, whatever has changed', async () => {
  const first = await send('a', shirt);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  expect((await send('a', shirt)).body).toEqual(first.body);
  expect(await shop.pay(first.body.checkout_url)).toBe(303);
  const { order_id: id } = first.body;
  await expect.poll(async () => (await jane.get(`/order/${id}`)).body.order_status).toBe('paid');
  const [small, large] = JSON.parse(inSizes.variants);
  await database.kysely
    .updateTable('api.product')
    .set({
      variants: JSON.stringify([
        { ...small, price: 3, stock: 0, is_default: false },
        { ...large, is_default: true },
      ]),
      default_options: JSON.stringify(large.selected_options),
    })
    .where('product_id', '=', 'shirt')
    .execute();
  const again = await send('a', shirt);
  expect(again).toMatchObject({ status: 200, body: { order_id: id } });
  expect(again.body.checkout_url).toMatch(/\/success\?session_id=/);
  expect(await countOrders()).toBe(1);
});

test('[K-16] a key with another request is refused, and is nobody else’s', async () => {
  const first = await send('a', one('desk'));
  expect(await send('a', one('birds'))).toMatchObject({
    status: 409,
    body: {
      refusal: 'request_key_reused',
      error: 'This Idempotency-Key came with another request before. Send a key of its own with each request.',
    },
  });
  const eve = await send('a', one('birds'), await shop.customer('eve'));
  expect(eve.status).toBe(200);
  expect(eve.body.order_id).not.toBe(first.body.order_id);
});

test('[K-16] an order that ended unpaid gives its key to the next try', async () => {
  const first = await send('a', shirt);
  await jane.post(`/order/${first.body.order_id}/cancel`, {});
  const second = await send('a', shirt);
  expect(second.status).toBe(200);
  expect(second.body.order_id).not.toBe(first.body.order_id);
  expect((await send('a', shirt)).body.order_id).toBe(second.body.order_id);
});

test.each(['a b', 'é', 'x'.repeat(256)])('[K-16] %j is no key', async (key) => {
  expect((await send(key, one('desk'))).status).toBe(400);
  expect(await countOrders()).toBe(0);
});
