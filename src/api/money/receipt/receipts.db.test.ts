// Receipts of orders that were bought as customers do, with the real payment sandbox.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { refundOrder } from '../../ordering/checkout/refund/refund-order.ts';
import { findOrder } from '../../ordering/order/order.store.ts';
import { forgetReceipts } from './receipt.store.ts';
import { createReceipts } from './receipts.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  const product = aProduct({ product_id: 'gpu', price_micros: 2_490_000 });
  await database.kysely.insertInto('api.product').values(product).execute();
  shop = await startBuying(database);
  jane = await shop.customer('jane');
});
afterEach(() => shop.close());
afterAll(() => database.close());

/** The id of a paid order. */
async function buy(customer = jane): Promise<string> {
  const { body } = await customer.post('/checkout-session', {
    items: [{ product_id: 'gpu', quantity: 1 }],
    amount: 2.49,
  });
  expect(await shop.pay(body.checkout_url)).toBe(303);
  return body.order_id;
}

test('a receipt is drawn once, with the card that paid; another one after a refund', async () => {
  const order_id = await buy();
  const cached = () => database.kysely.selectFrom('api.receipt').selectAll().execute();
  const read = async () => (await jane.get(`/order/${order_id}/receipt.pdf`)).status;
  expect((await jane.get(`/order/${order_id}`)).body.card).toBeNull();
  // At once, and by the mail: all of them wait for the same drawing.
  expect(await Promise.all([read(), read(), shop.receipts.find(order_id).then(() => 200)])).toEqual([200, 200, 200]);
  const first = await cached();
  expect(first).toHaveLength(1);
  expect((await jane.get(`/order/${order_id}`)).body.card).toEqual({ brand: 'visa', last4: '4242' });
  await database.kysely
    .updateTable('api.receipt')
    .set({ pdf: Buffer.from('cached') })
    .execute();
  expect(Buffer.from(await shop.receipts.find(order_id)).toString()).toBe('cached');

  await refundOrder(shop.service, { orderId: order_id, amountCents: 100, reason: 'A part was not delivered' });
  expect(await read()).toBe(200);
  const [second, ...more] = await cached();
  expect(more).toEqual([]);
  expect(second?.content_hash).not.toBe(first[0]?.content_hash);
  expect(Buffer.from(second?.pdf ?? '').toString('latin1', 0, 5)).toBe('%PDF-');
});

test('a receipt does not wait for a provider that does not know the card', async () => {
  const order_id = await buy();
  await database.kysely.updateTable('api.order').set({ payment_intent: 'pi_unknown' }).execute();
  expect((await jane.get(`/order/${order_id}/receipt.pdf`)).status).toBe(200);
  expect((await jane.get(`/order/${order_id}`)).body.card).toBeNull();
});

test('one customer asks for thirty receipts a minute at most; the others go on', async () => {
  // Limits are counted over all tests: these are customers of their own.
  const kim = await shop.customer('kim');
  const order_id = await buy(kim);
  const path = `/order/${order_id}/receipt.pdf`;
  const answers = await Promise.all(Array.from({ length: 31 }, () => kim.get(path)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  const eve = await shop.customer('eve');
  expect((await eve.get(path)).status).toBe(404);
});

test('receipts are forgotten with the account, when they are old, and when there are too many', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  const drawn = ['OLD', 'FIRST', 'SECOND'].map((order_id, index) => ({
    order_id,
    content_hash: '',
    pdf: Buffer.from('pdf'),
    drawn_at: at([100, 2, 1][index] ?? 0),
  }));
  await database.kysely.insertInto('api.receipt').values(drawn).execute();
  const left = async () =>
    (await database.kysely.selectFrom('api.receipt').select('order_id').orderBy('drawn_at').execute()).map(
      ({ order_id }) => order_id,
    );
  await forgetReceipts(database.kysely, { days: 90, most: 10 });
  expect(await left()).toEqual(['FIRST', 'SECOND']);
  await forgetReceipts(database.kysely, { days: 90, most: 1 });
  expect(await left()).toEqual(['SECOND']);

  const order_id = await buy();
  await shop.receipts.find(order_id);
  expect(await left()).toEqual(['SECOND', order_id]);
  expect((await jane.delete('/user/jane@example.com')).status).toBe(204);
  expect(await left()).toEqual(['SECOND']);
});

test.each([['visa'], [null]])(
  'a receipt that is drawn while its buyer deletes the account is not cached: paid with %s',
  async (brand) => {
    const order_id = await buy();
    const receipts = createReceipts({
      findOrder,
      db: database.kysely,
      drawer: {
        async draw() {
          expect((await jane.delete('/user/jane@example.com')).status).toBe(204);
          return new Uint8Array([1]);
        },
      },
      seller: shop.service.shop,
      findCard: async () => (brand === null ? null : { brand, last4: '4242' }),
      log: shop.service.log,
    });
    // The person who asked has it; nobody else is to find the address on it.
    expect(await receipts.find(order_id)).toHaveLength(1);
    expect(await database.kysely.selectFrom('api.receipt').selectAll().execute()).toEqual([]);
  },
);
