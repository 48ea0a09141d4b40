// A product that is taken out of the catalogue, and what people have of it.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { acceptPayment } from '#api/ordering/checkout/payment/accept-payment.ts';
import { previewRemoval, removeProducts } from '../../src/api/catalogue/catalogue-file/import/product-removal.store.ts';
import { cancelOrder } from '../../src/api/ordering/checkout/cancel-order.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { aProduct } from '../factories/product.ts';
import { aReview } from '../factories/review.ts';
import { aUser } from '../factories/user.ts';
import { type Buying, startBuying } from '../parts/buying.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  shop = await startBuying(database);
  await add();
});
afterEach(() => shop.close());
afterAll(() => database.close());

const add = (stock = 5) =>
  database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'gpu', product_name: 'GPU hour', price_micros: 2_000_000, stock }))
    .execute();
const remove = () => removeProducts(database.kysely, { kind: 'operator', name: 'root' }, ['gpu', 'none']);
const items = [{ product_id: 'gpu', quantity: 2 }];

async function order(name: string, quantity = 2) {
  const buyer = await shop.customer(name);
  const { status, body } = await buyer.post('/checkout-session', {
    items: [{ product_id: 'gpu', quantity }],
    amount: 2 * quantity,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...(body as { checkout_url: string; order_id: string }), buyer };
}

const statusOf = async ({ buyer, order_id }: Awaited<ReturnType<typeof order>>) =>
  (await buyer.get(`/order/${order_id}`)).body;

test('it is gone from the catalogue, with its reviews and from carts, and cannot be ordered', async () => {
  const jane = await shop.customer('jane');
  expect((await jane.put('/cart', { items })).status).toBe(200);
  await database.kysely
    .insertInto('api.user')
    .values(aUser({ user_id: 'ann@example.com' }))
    .execute();
  await database.kysely
    .insertInto('api.review')
    .values(aReview({ product_id: 'gpu', user_email: 'ann@example.com' }))
    .execute();
  await jane.put('/saved-product/gpu', {});
  const asking = await shop.customer('ben');
  await asking.put('/saved-product/gpu', { alerts: ['cheaper'] });
  expect(await previewRemoval(database.kysely, ['gpu', 'none'])).toEqual([
    {
      seller: null,
      product_id: 'gpu',
      product_name: 'GPU hour',
      reviews: 1,
      carts: 1,
      saved: 2,
      alerts: 1,
      waiting: 0,
    },
  ]);
  expect(await remove()).toEqual(['gpu']);
  expect((await jane.get('/product/gpu')).status).toBe(404);
  expect((await jane.get('/cart')).body).toMatchObject({ items: [] });
  expect((await asking.get('/saved-product')).body).toEqual({ items: [] });
  expect((await jane.post('/checkout-session', { items, amount: 4 })).body.error).toMatch(
    /is not sold any more \(gpu\)/,
  );
  const { rows } = await sql`select actor_name, subject_id from platform.audit_entry where action = 'catalogue.removed'
    order by id desc limit 1`.execute(database.kysely);
  expect(rows).toEqual([{ actor_name: 'root', subject_id: 'gpu' }]);
});

test('orders keep their lines: a paid one its receipt, one that waits can be paid, and a late payment goes back', async () => {
  const [paid, waiting] = [await order('ann'), await order('ben')];
  const late = await order('cat', 1);
  await shop.pay(paid.checkout_url);
  await expect.poll(async () => (await statusOf(paid)).order_status).toBe('paid');
  await remove();
  expect(await statusOf(paid)).toMatchObject({ order_status: 'paid', products: [{ product_id: 'gpu', num: 2 }] });
  expect((await paid.buyer.get(`/order/${paid.order_id}/receipt.pdf`)).status).toBe(200);
  expect(await shop.pay(waiting.checkout_url)).toBe(303);
  await expect.poll(async () => (await statusOf(waiting)).order_status).toBe('paid');
  // It had ended, and the provider was not asked: the worst case.
  const ended = { status: 'expired' as const };
  await database.kysely.updateTable('api.order').set(ended).where('order_id', '=', late.order_id).execute();
  await shop.pay(late.checkout_url);
  await expect.poll(async () => (await statusOf(late)).order_status).toBe('refunded');
});

test('a product that comes back under its id is not held by orders from before, and sold no further than it is there', async () => {
  const [first, second] = [await order('ann'), await order('ben')];
  await remove();
  await add(1);
  await cancelOrder(shop.service, second.order_id, 'cancelled');
  const product = () => database.kysely.selectFrom('api.product').select(['stock', 'held']).executeTakeFirstOrThrow();
  expect(await product()).toEqual({ stock: 1, held: 0 });
  await shop.pay(first.checkout_url);
  await expect.poll(async () => (await statusOf(first)).order_status).toBe('refunded');
  expect(await product()).toEqual({ stock: 1, held: 0 });
});

test('an order whose payment is looked at holds nothing of a product that comes back either', async () => {
  const first = await order('ann');
  const change = { status: 'in_review', resume_status: 'pending', review_reason: 'amount' } as const;
  await database.kysely
    .updateTable('api.order')
    .set({ ...change, received_cents: 500 })
    .where('order_id', '=', first.order_id)
    .execute();
  expect(await previewRemoval(database.kysely, ['gpu'])).toMatchObject([{ waiting: 1 }]);
  await remove();
  await add(5);
  await order('ben');
  await acceptPayment(shop.service, first.order_id);
  expect(await statusOf(first)).toMatchObject({ order_status: 'paid' });
  const product = database.kysely.selectFrom('api.product').select(['stock', 'held']).executeTakeFirstOrThrow();
  expect(await product).toEqual({ stock: 3, held: 2 });
});
