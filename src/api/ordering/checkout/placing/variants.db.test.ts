// A variant is bought as itself: its own price, its own stock, from the cart to the refund.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CartItem } from '#contract/ordering/checkout.ts';
import { aFile, importInto } from '../../../../../test/catalogue/import-into.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { cancelOrder } from '../cancel-order.ts';
import { reconcile } from '../reconcile.ts';
import { refundOrder } from '../refund/refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;

const chosen = (gpus: string, region = 'Norway') => [
  { name: 'Region', value: region },
  { name: 'GPUs', value: gpus },
];
const machine = {
  product_id: 'h100',
  product_name: 'H100',
  product_type: 'computing',
  price: 2,
  price_unit: 'hour',
  options: [
    { name: 'Region', choices: ['Norway', 'Quebec'] },
    { name: 'GPUs', choices: ['1', '8'] },
  ],
  variants: [
    { selected_options: chosen('1'), price: 2, stock: 10, is_default: true },
    { selected_options: chosen('8'), price: 15.5, stock: 2 },
    { selected_options: chosen('1', 'Quebec'), price: 1.9, stock: null },
  ],
};
const lens = {
  product_id: 'lens',
  product_name: 'Lens',
  product_type: 'solutions',
  price: 5,
  options: [{ name: 'Mount', choices: ['C', 'F'] }],
  variants: [
    { selected_options: { Mount: 'C' }, price: 5 },
    { selected_options: { Mount: 'F' }, price: 6 },
  ],
};
const wishes = {
  product_id: 'shirt',
  product_name: 'Shirt',
  product_type: 'solutions',
  price: 10,
  stock: 3,
  options: [{ name: 'Color', choices: ['Black', 'White'] }],
};

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  await say(machine, lens, wishes);
  shop = await startBuying(database);
});
afterEach(() => shop.close());
afterAll(() => database.close());

async function say(...rows: object[]) {
  const lines = rows.map((row) => JSON.stringify(row)).join('\n');
  const { told, ...outcome } = await importInto(database, aFile('products.jsonl', lines, 1_000));
  expect(outcome).toMatchObject({ rejected: 0 });
  return told.warnings;
}

async function order(name: string, amount: number, ...items: CartItem[]) {
  return (await shop.customer(name)).post('/checkout-session', { items, amount });
}

/** Stock of the three variants, of the product, what is held of it, and whether that is too much. */
async function stock(productId = 'h100') {
  const row = await database.kysely
    .selectFrom('api.product')
    .select(['variants', 'stock', 'held', 'variant_overheld'])
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  const { variants, ...product } = row;
  return { variants: variants.map((variant) => variant.stock), ...product };
}

test('[V-02] a variant is priced and held as itself; what is chosen stands on the order', async () => {
  const eight = { product_id: 'h100', quantity: 1, machines: 2, selected_options: chosen('8') };
  const placed = await order('ann', 35, eight, { product_id: 'h100', quantity: 1, machines: 2 });
  expect(placed, JSON.stringify(placed.body)).toMatchObject({ status: 200 });
  // Two machines of eight, two of one that is the default; the third region is not counted.
  expect(await stock()).toEqual({ variants: [10, 2, null], stock: null, held: 4, variant_overheld: false });
  const ann = await shop.customer('ann');
  const products = (await ann.get(`/order/${placed.body.order_id}`)).body.products;
  expect(products).toMatchObject([
    { product_id: 'h100', num: 1, machines: 2, unit_price: 15.5, selected_options: chosen('8'), price_unit: 'hour' },
    { product_id: 'h100', num: 1, machines: 2, unit_price: 2, selected_options: chosen('1'), price_unit: 'hour' },
  ]);
  const late = await order('ben', 15.5, { ...eight, machines: 1 });
  expect(late).toMatchObject({
    status: 409,
    body: { refusal: 'out_of_stock', error: 'H100 (Region: Norway, GPUs: 8) is sold out.' },
  });
  expect(await order('ben', 2, { product_id: 'h100', quantity: 1 })).toMatchObject({ status: 200 });

  expect(await shop.pay(placed.body.checkout_url)).toBe(303);
  await vi.waitFor(async () => expect(await stock()).toMatchObject({ variants: [8, 0, null], held: 1 }));
  const mail = shop.mails.find(({ subject }) => subject.includes(placed.body.order_id));
  expect(mail?.rows?.slice(0, 2).map(({ label }) => label)).toEqual([
    'H100 (Region: Norway, GPUs: 8) × 2 × 1, 2 machines × 1 hour',
    'H100 (Region: Norway, GPUs: 1) × 2 × 1, 2 machines × 1 hour',
  ]);
  await refundOrder(shop.service, { orderId: placed.body.order_id, amountCents: null, reason: '' });
  await vi.waitFor(async () => expect(await stock()).toMatchObject({ variants: [10, 2, null] }));
});

test('an order that ends gives its variant back', async () => {
  const placed = await order('ann', 31, { product_id: 'h100', quantity: 2, selected_options: chosen('8') });
  await cancelOrder(shop.service, placed.body.order_id, 'cancelled');
  expect(await stock()).toEqual({ variants: [10, 2, null], stock: null, held: 0, variant_overheld: false });
});

test('of the last one of a variant two buyers get one', async () => {
  const eight = { product_id: 'h100', quantity: 1, selected_options: chosen('8') };
  const outcomes = await Promise.all(['ann', 'ben', 'cat', 'dan'].map((name) => order(name, 15.5, eight)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  expect(await stock()).toMatchObject({ held: 2, variant_overheld: false });
});

test.each([
  [{ product_id: 'lens', selected_options: [] }, 400, 'options_missing', 'Choose Mount of Lens'],
  [
    { product_id: 'h100', selected_options: [{ name: 'GPUs', value: '8' }] },
    400,
    'options_missing',
    'Choose Region of H100',
  ],
  [{ product_id: 'h100', selected_options: chosen('8', 'Quebec') }, 409, 'variant_not_sold', 'GPUs: 8'],
  [{ product_id: 'h100', selected_options: chosen('16') }, 400, 'options_unknown', 'GPUs: 16'],
  [{ product_id: 'shirt', selected_options: [{ name: 'Size', value: 'M' }] }, 400, 'options_unknown', 'Size: M'],
  [
    { product_id: 'h100', selected_options: [...chosen('8'), { name: 'GPUs', value: '1' }] },
    400,
    'options_unknown',
    'GPUs',
  ],
])('refuses %j', async (item, status, refusal, sentence) => {
  const answer = await order('ann', 5, { ...item, quantity: 1 });
  expect(answer).toMatchObject({ status, body: { refusal, error: expect.stringContaining(sentence) } });
  expect((await stock()).held).toBe(0);
});

test('a variant that is gone between the cart and the payment page is named, and nothing is charged', async () => {
  await say({ ...machine, variants: machine.variants.slice(0, 1) });
  const answer = await order('ann', 15.5, { product_id: 'h100', quantity: 1, selected_options: chosen('8') });
  expect(answer).toMatchObject({ status: 409, body: { refusal: 'variant_not_sold' } });
});

test("one that is gone after it was held is still the buyer's", async () => {
  const placed = await order('ann', 15.5, { product_id: 'h100', quantity: 1, selected_options: chosen('8') });
  await say({ ...machine, variants: machine.variants.slice(0, 1) });
  expect(await shop.pay(placed.body.checkout_url)).toBe(303);
  await vi.waitFor(async () =>
    expect(await stock()).toEqual({ variants: [10], stock: 10, held: 0, variant_overheld: false }),
  );
});

test('an import below what is held of a variant ends the newest orders of that variant alone', async () => {
  const eight = { product_id: 'h100', quantity: 1, selected_options: chosen('8') };
  const first = await order('ann', 15.5, eight);
  const second = await order('ben', 15.5, eight);
  const other = await order('cat', 2, { product_id: 'h100', quantity: 1 });
  const [one, of, uncounted] = machine.variants;
  const warnings = await say({ ...machine, variants: [one, { ...of, stock: 1 }, uncounted] });
  expect(warnings.join()).toContain('stock of Region: Norway, GPUs: 8: 1 is less than the 2 that orders hold');
  expect(await stock()).toMatchObject({ variant_overheld: true });
  await reconcile(shop.service);
  const orders = await database.kysely.selectFrom('api.order').select(['order_id', 'status']).execute();
  expect(Object.fromEntries(orders.map(({ order_id, status }) => [order_id, status]))).toEqual({
    [first.body.order_id]: 'pending',
    [second.body.order_id]: 'cancelled',
    [other.body.order_id]: 'pending',
  });
  expect(await stock()).toMatchObject({ held: 2, variant_overheld: false });
});

test('lines that differ in wishes alone are of one stock', async () => {
  const shirt = (value: string, quantity: number) => ({
    product_id: 'shirt',
    quantity,
    selected_options: [{ name: 'Color', value }],
  });
  expect(await order('ann', 40, shirt('Black', 2), shirt('White', 2))).toMatchObject({ status: 409 });
  const placed = await order('ann', 30, shirt('Black', 2), shirt('White', 1));
  expect(placed, JSON.stringify(placed.body)).toMatchObject({ status: 200 });
  expect(await stock('shirt')).toMatchObject({ stock: 3, held: 3 });
  expect(await shop.pay(placed.body.checkout_url)).toBe(303);
  await vi.waitFor(async () => expect(await stock('shirt')).toMatchObject({ stock: 0, held: 0 }));
});

test("a variant that is sold out ends none of the buyer's own orders of another, which hold nothing of it", async () => {
  const [one, eight, uncounted] = machine.variants;
  await say({ ...machine, variants: [{ ...one, stock: 0 }, eight, uncounted] });
  const own = await order('ann', 15.5, { product_id: 'h100', quantity: 1, selected_options: chosen('8') });
  const soldOut = await order('ann', 2, { product_id: 'h100', quantity: 1, selected_options: chosen('1') });
  expect(soldOut).toMatchObject({ status: 409, body: { refusal: 'out_of_stock' } });
  const ann = await shop.customer('ann');
  expect((await ann.get(`/order/${own.body.order_id}`)).body.order_status).toBe('pending');
  // More of the same it is that the own order is in the way of.
  const more = await order('ann', 31, {
    ...{ product_id: 'h100', quantity: 1, machines: 2 },
    selected_options: chosen('8'),
  });
  expect(more).toMatchObject({ status: 200 });
  expect((await ann.get(`/order/${own.body.order_id}`)).body.order_status).toBe('cancelled');
});

test('the same cart sent twice is one order, also where the default was not named', async () => {
  const [first, second] = [
    await order('ann', 2, { product_id: 'h100', quantity: 1 }),
    await order('ann', 2, { product_id: 'h100', quantity: 1 }),
  ];
  expect(first.body.order_id).toBe(second.body.order_id);
});

test('a cart that names nothing means the default: an order for another variant at the same price is not its own', async () => {
  const plug = {
    product_id: 'plug',
    product_name: 'Plug',
    product_type: 'solutions',
    price: 5,
    options: [{ name: 'Plug', choices: ['EU', 'US'] }],
    variants: [{ selected_options: { Plug: 'EU' }, is_default: true }, { selected_options: { Plug: 'US' } }],
  };
  await say(plug);
  const us = { product_id: 'plug', quantity: 1, selected_options: [{ name: 'Plug', value: 'US' }] };
  const first = await order('ann', 5, us);
  const second = await order('ann', 5, { product_id: 'plug', quantity: 1 });
  expect(second).toMatchObject({ status: 200 });
  expect(second.body.order_id).not.toBe(first.body.order_id);
});

test("what was held before the product had variants is its buyer's, and takes nothing from a variant", async () => {
  await say({ ...wishes, product_id: 'late', stock: 2 });
  const placed = await order('ann', 10, { product_id: 'late', quantity: 1 });
  const variants = [{ selected_options: { Color: 'Black' }, stock: 0, is_default: true }];
  await say({ ...wishes, product_id: 'late', stock: 0, variants });
  expect(await shop.pay(placed.body.checkout_url)).toBe(303);
  await vi.waitFor(async () => expect(await stock('late')).toMatchObject({ variants: [0], stock: 0, held: 0 }));
  const paid = await database.kysely.selectFrom('api.order').select('status').executeTakeFirstOrThrow();
  expect(paid.status).toBe('paid');
});
