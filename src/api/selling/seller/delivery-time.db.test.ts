// From payment to delivery: what is delivered by itself, and what a shop hands over, each measured as it was.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;
let owner: Awaited<ReturnType<Buying['customer']>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  shop = await startBuying(database);
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { ada: 'owner' });
  const own = { seller_id: 'ours', price_micros: 10_000_000 };
  const goods = (given: object) => JSON.stringify(given);
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ ...own, product_id: 'quill', goods: goods({ keys: { source: 'signed' } }) }),
      aProduct({ ...own, product_id: 'birds', goods: goods({ files: { updates: 'none' } }) }),
      aProduct({ ...own, product_id: 'advice' }),
    ])
    .execute();
  jane = await shop.customer('jane');
  owner = await shop.api.signIn({ email: addressOf('ada'), nickname: 'ada' }, { sub: 'ada' });
});
afterEach(() => shop.close());
afterAll(() => database.close());

async function buy(...ids: string[]): Promise<string> {
  const items = ids.map((product_id) => ({ product_id, quantity: 1 }));
  const { body } = await jane.post('/checkout-session', { items, amount: 10 * ids.length });
  await shop.pay(body.checkout_url);
  await expect.poll(async () => (await jane.get(`/order/${body.order_id}`)).body.order_status).not.toBe('pending');
  return body.order_id;
}

const order = async (id: string) => (await jane.get(`/order/${id}`)).body;
const page = async () => (await shop.api.get('/seller/page/ours')).body;

test('[G-16] an order is delivered when all its lines are: what is there at once, and what somebody hands over', async () => {
  const instant = await buy('quill', 'birds');
  expect(await order(instant)).toMatchObject({
    order_status: 'fulfilled',
    products: [{ delivered_at: expect.any(String) }, { delivered_at: expect.any(String) }],
  });
  const mixed = await buy('quill', 'advice');
  const before = await order(mixed);
  expect([before.order_status, ...before.products.map((line: object) => 'delivered_at' in line)]).toEqual([
    'paid',
    true,
    false,
  ]);
  await owner.post(`/seller/ours/order/${mixed}/deliver`, {});
  expect((await order(mixed)).order_status).toBe('fulfilled');
});

test('[G-16] the shop’s page says how fast each is, and what is there at once does not hide how long the rest takes', async () => {
  for (let number = 0; number < 2; number++) await buy('quill');
  expect(await page()).toMatchObject({ delivery_hours: null, automatic_delivery_hours: null });
  const mixed = [await buy('birds', 'advice'), await buy('quill', 'advice'), await buy('advice')];
  expect(await page()).toMatchObject({ delivery_hours: null, automatic_delivery_hours: null });
  shop.wait(5 * 60 * 60);
  for (const id of mixed) await owner.post(`/seller/ours/order/${id}/deliver`, {});
  expect(await page()).toMatchObject({ delivery_hours: 5, automatic_delivery_hours: 0 });
});
