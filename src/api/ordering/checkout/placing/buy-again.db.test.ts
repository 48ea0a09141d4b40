// Files that are in the buyer's library are not sold again by accident.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CartItem } from '#contract/ordering/checkout.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { storeRelease } from '../../../../../test/factories/goods.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { refundOrder } from '../refund/refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

const billing = {
  ...{ first_name: 'Jane', last_name: 'Doe', address: 'Road 1', city: 'Berlin', country: 'DE', postcode: '10115' },
  ...{ mobile: '1234567', email: 'jane@example.com' },
};

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  await sell('tide', { files: { release: await release(1), updates: 'none' } });
  shop = await startBuying(database);
  jane = await shop.customer('jane');
});
afterEach(() => shop.close());
afterAll(() => database.close());

const release = (number: number, given: object = {}) =>
  storeRelease(database, { product_id: 'tide', number, version: `${number}.0.0`, ...given });

async function sell(product_id: string, goods: object, given: object = {}) {
  const product = aProduct({ product_id, product_name: product_id, price_micros: 5_000_000, ...given });
  await database.kysely
    .insertInto('api.product')
    .values({ ...product, goods: JSON.stringify(goods) })
    .execute();
}

const change = (goods: object) =>
  database.kysely
    .updateTable('api.product')
    .set({ goods: JSON.stringify(goods) })
    .where('product_id', '=', 'tide')
    .execute();

const item = (given: Partial<CartItem> = {}): CartItem => ({ product_id: 'tide', quantity: 1, ...given });
const order = (items: CartItem[], amount = 5) => jane.post('/checkout-session', { items, amount });
const quoted = async (items: CartItem[]) => (await jane.post('/cart/quote', { items })).body.lines;

async function buy(items: CartItem[] = [item()], amount = 5): Promise<string> {
  const { status, body } = await order(items, amount);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await shop.pay(body.checkout_url)).toBe(303);
  await expect.poll(async () => (await jane.get(`/order/${body.order_id}`)).body.order_status).toBe('fulfilled');
  return body.order_id;
}

const refusal = {
  status: 409,
  body: {
    refusal: 'already_owned',
    message: 'You have tide in your library. Confirm in your cart that you want to buy it again, or remove it.',
  },
};

test('[Q-17] files that one has are ordered again with a yes alone, by card and by transfer', async () => {
  expect((await quoted([item()]))[0]).not.toHaveProperty('owned');
  const id = await buy();
  expect((await quoted([item()]))[0]).toMatchObject({ owned: { entitlement_id: `${id}-0`, needs_yes: true } });
  expect(await order([item()])).toMatchObject(refusal);
  expect(await order([item({ buy_again: false })])).toMatchObject(refusal);
  const billed = (given: Partial<CartItem>) =>
    jane.post('/order', { items: [item(given)], amount: 5, payment_method: 'transfer', billing });
  expect(await billed({})).toMatchObject(refusal);
  expect((await billed({ buy_again: true })).status).toBe(201);
  expect(await buy([item({ buy_again: true })])).not.toBe(id);
});

test('[Q-17] the yes to one product is no yes to another, and others need none', async () => {
  await sell('reef', { files: { updates: 'none' } });
  await buy([item(), item({ product_id: 'reef' })], 10);
  const both = (tide: boolean, reef: boolean) =>
    order([item({ buy_again: tide }), item({ product_id: 'reef', buy_again: reef })], 10);
  expect(await both(true, false)).toMatchObject({ status: 409, body: { refusal: 'already_owned' } });
  expect(await both(false, true)).toMatchObject(refusal);
  expect((await both(true, true)).status).toBe(200);
});

test('[Q-17] after a whole refund nothing is owned, after a part of it all of it is', async () => {
  const id = await buy();
  await refundOrder(shop.service, { orderId: id, amountCents: 200, reason: '' });
  expect(await order([item()])).toMatchObject(refusal);
  await refundOrder(shop.service, { orderId: id, amountCents: null, reason: '' });
  expect((await quoted([item()]))[0]).not.toHaveProperty('owned');
  expect((await jane.get('/library/owned?id=tide')).body.items).toEqual([]);
  expect((await order([item()])).status).toBe(200);
});

test('[Q-17] a newer version that the buyer does not get for free is sold without a question', async () => {
  const id = await buy();
  await change({ files: { release: await release(2, { published_at: new Date() }), updates: 'none' } });
  expect((await quoted([item()]))[0]).toMatchObject({ owned: { entitlement_id: `${id}-0`, needs_yes: false } });
  await buy();
  expect(await order([item()])).toMatchObject(refusal);
});

test('[Q-17] a newer version that earlier buyers get is the same thing', async () => {
  await change({ files: { updates: 'free' } });
  await buy();
  await change({ files: { release: await release(2, { published_at: new Date() }), updates: 'free' } });
  expect(await order([item()])).toMatchObject(refusal);
});

test('[Q-17] another variant with files of its own is another thing; wishes are not', async () => {
  const option = (value: string) => [{ name: 'Size', value }];
  const variant = (value: string, is_default: boolean) => ({
    ...{ selected_options: option(value), price: 5, on_sale: false, sale_price: null, stock: null },
    is_default,
  });
  await database.kysely
    .updateTable('api.product')
    .set({
      options: JSON.stringify([{ name: 'Size', choices: ['small', 'large'] }]),
      variants: JSON.stringify([variant('small', true), variant('large', false)]),
      goods: JSON.stringify({
        files: { updates: 'none' },
        variants: [{ selected_options: option('large'), files: { updates: 'none' } }],
      }),
    })
    .where('product_id', '=', 'tide')
    .execute();
  await buy();
  // The default may be named or not.
  expect(await order([item({ selected_options: option('small') })])).toMatchObject({ status: 409 });
  expect((await order([item({ buy_again: true })])).status).toBe(200);
  expect((await order([item({ selected_options: option('large') })])).status).toBe(200);
});

test.each([
  ['keys', { keys: { source: 'signed' } }],
  ['files with a key', { files: { updates: 'none' }, keys: { source: 'signed' } }],
  ['access', { access: { by: 'text', text: 'Come in.' } }],
  ['hours', { hours: { by: 'hand', minutes_each: 60 } }],
])('[Q-17] %s may be bought again without a question', async (_what, goods) => {
  await sell('again', goods);
  const id = await buy([item({ product_id: 'again' })]);
  expect((await quoted([item({ product_id: 'again' })]))[0]).toMatchObject({
    owned: { entitlement_id: `${id}-0`, needs_yes: false },
  });
  expect((await order([item({ product_id: 'again' })])).status).toBe(200);
});
