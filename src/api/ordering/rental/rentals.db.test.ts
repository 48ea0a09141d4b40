// Machines that are rented by time: one of the stock each, however long, from the payment until the time is over.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CartItem } from '#contract/ordering/checkout.ts';
import { aFile, importInto } from '../../../../test/catalogue/import-into.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { addressOf, storeSeller } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { runHours } from '../../goods/hours/run-hours.ts';
import { fulfilOrder } from '../checkout/delivery/fulfil-order.ts';
import { refundOrder } from '../checkout/refund/refund-order.ts';
import { returnMachines } from './rentals.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;

const HOUR = 60 * 60;
const machine = { product_id: 'gpu', product_name: 'GPU', product_type: 'computing', price: 2, price_unit: 'hour' };

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  shop = await startBuying(database);
  await storeSeller(database, { seller_id: 'ours', address: 'ours', name: 'Our shop' }, { ada: 'owner' });
});
afterEach(() => shop.close());
afterAll(() => database.close());

async function sell(product: object) {
  const line = JSON.stringify({ ...machine, ...product });
  expect(await importInto(database, aFile('products.jsonl', line, 1_000))).toMatchObject({ rejected: 0 });
  if ('goods' in product)
    await database.kysely
      .updateTable('api.product')
      .set({ seller_id: 'ours' })
      .where('product_id', '=', 'gpu')
      .execute();
}

const order = async (name: string, amount: number, item: Partial<CartItem>) =>
  (await shop.customer(name)).post('/checkout-session', {
    items: [{ product_id: 'gpu', quantity: 1, ...item }],
    amount,
  });

/** Answers the order's id, once it is paid. */
async function rent(name: string, amount: number, item: Partial<CartItem>, status = 'paid'): Promise<string> {
  const placed = await order(name, amount, item);
  expect(placed, JSON.stringify(placed.body)).toMatchObject({ status: 200 });
  expect(await shop.pay(placed.body.checkout_url)).toBe(303);
  const customer = await shop.customer(name);
  const { order_id: id } = placed.body;
  await expect.poll(async () => (await customer.get(`/order/${id}`)).body.order_status).toBe(status);
  return id;
}

async function free(): Promise<number | null> {
  const { stock, held } = await database.kysely
    .selectFrom('api.product')
    .select(['stock', 'held'])
    .where('product_id', '=', 'gpu')
    .executeTakeFirstOrThrow();
  return stock === null ? null : stock - held;
}

const hoursOf = async (name: string, entitlement: string) =>
  (await (await shop.customer(name)).get(`/library/${entitlement}/hours`)).body;
const start = async (name: string, entitlement: string) =>
  (await shop.customer(name)).post(`/library/${entitlement}/hours/start`, {});
const owner = () =>
  shop.api.signIn(
    { email: addressOf('ada'), nickname: 'ada' },
    { sub: 'ada', auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'] },
  );

/** The word of those who run a machine by hand. */
async function say(entitlement: string, what: 'started' | 'stopped') {
  const said = await (await owner()).post(`/seller/ours/hours/${entitlement}/${what}`, {});
  expect(said, JSON.stringify(said.body)).toMatchObject({ status: 200 });
}

const runAll = async () => {
  await runHours(shop.api.provisioning.hours);
  await returnMachines(shop.service);
};

test('[V-07] two machines can be rented for a day each; a third one is not there', async () => {
  await sell({ stock: 2 });
  await order('ann', 48, { quantity: 24 });
  expect(await free()).toBe(1);
  expect(await order('ben', 96, { quantity: 24, machines: 2 })).toMatchObject({
    status: 409,
    body: { refusal: 'out_of_stock', error: 'Only 1 of GPU can be had now.' },
  });
  expect(await order('ben', 20_000, { quantity: 10_000 })).toMatchObject({ status: 200 });
  expect(await free()).toBe(0);
});

test('[V-07] two buyers of the last machine get one', async () => {
  await sell({ stock: 1 });
  const answers = await Promise.all(['ann', 'ben'].map((name) => order(name, 48, { quantity: 24 })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await free()).toBe(0);
});

test('[V-07] several machines at once are one line: its price, what it takes, its mail and its refund', async () => {
  await sell({ stock: 8 });
  const quote = await (await shop.customer('ann')).post('/cart/quote', {
    items: [{ product_id: 'gpu', quantity: 24, machines: 2 }],
  });
  expect(quote.body).toMatchObject({ total: 96, lines: [{ quantity: 24, machines: 2, amount: 96, available: true }] });
  const id = await rent('ann', 96, { quantity: 24, machines: 2 });
  expect(await free()).toBe(6);
  const ann = await shop.customer('ann');
  expect((await ann.get(`/order/${id}`)).body.products).toMatchObject([{ num: 24, machines: 2, amount: 96 }]);
  const mail = shop.mails.find(({ subject }) => subject.includes(id));
  expect(mail?.rows?.[0]?.label).toBe('GPU × 2 × 24, 2 machines × 24 hours');
  await refundOrder(shop.service, { orderId: id, amountCents: 4_800, reason: 'Half of it.' });
  await runAll();
  expect(await free()).toBe(6);
  await refundOrder(shop.service, { orderId: id, amountCents: null, reason: '' });
  await expect.poll(free).toBe(8);
  shop.wait(48 * HOUR);
  await runAll();
  expect(await free()).toBe(8);
});

test('[V-07] machines that are handed over come back when their time is over, once', async () => {
  await sell({ stock: 3 });
  const id = await rent('ann', 96, { quantity: 24, machines: 2 });
  shop.wait(48 * HOUR);
  await runAll();
  // Nobody has handed them over yet: their time has not begun.
  expect(await free()).toBe(1);
  expect(await fulfilOrder(shop.service, id)).toMatchObject({ fulfilledAt: expect.any(Date) });
  shop.wait(24 * HOUR - 60);
  await runAll();
  expect(await free()).toBe(1);
  shop.wait(120);
  await Promise.all([runAll(), runAll()]);
  expect(await free()).toBe(3);
  // A refund later brings back what is not there already: nothing.
  await refundOrder(shop.service, { orderId: id, amountCents: null, reason: '' });
  await runAll();
  expect(await free()).toBe(3);
});

test('[V-07] hours of several machines: each has its own, runs by itself, and comes back when it is used up', async () => {
  await sell({ stock: 2, goods: { hours: { by: 'hand', minutes_each: 60 } } });
  const id = await rent('ann', 8, { quantity: 2, machines: 2 }, 'fulfilled');
  expect(await free()).toBe(0);
  const [one, two] = [`${id}-0`, `${id}-0-2`];
  const library = await (await shop.customer('ann')).get('/library');
  expect(library.body.entries.map((entry: { machine: object }) => entry.machine)).toEqual(
    expect.arrayContaining([
      { number: 1, of: 2 },
      { number: 2, of: 2 },
    ]),
  );
  await start('ann', two);
  await say(two, 'started');
  shop.wait(HOUR);
  await runAll();
  expect(await hoursOf('ann', one)).toMatchObject({ minutes_left: 120 });
  expect((await hoursOf('ann', two)).minutes_left).toBeLessThanOrEqual(60);
  expect(await free()).toBe(0);
  shop.wait(4 * HOUR);
  // The second machine has used its own hours, and then those of the first.
  await runAll();
  expect(await hoursOf('ann', one)).toMatchObject({ minutes_left_in_all: 0 });
  // It runs until its shop has said that it is off; the first one was reserved in vain.
  await runAll();
  expect(await free()).toBe(1);
  await say(two, 'stopped');
  await runAll();
  expect(await free()).toBe(2);
});

test('[V-07] minutes that come back find a machine as long as one is free', async () => {
  await sell({ stock: 1, goods: { hours: { by: 'hand', minutes_each: 60 } } });
  const id = await rent('ann', 2, {}, 'fulfilled');
  const own = `${id}-0`;
  await start('ann', own);
  await say(own, 'started');
  const from = new Date((await hoursOf('ann', own)).session.started_at).getTime();
  shop.wait(2 * HOUR);
  await runAll();
  await say(own, 'stopped');
  await runAll();
  expect(await free()).toBe(1);
  const at = (minutes: number) => new Date(from + minutes * 60_000).toISOString();
  const outage = { product_id: 'gpu', from: at(0), to: at(30), reason: 'Power cut.' };
  expect((await (await owner()).post('/seller/ours/hours/outage', outage)).status).toBe(201);
  const other = await order('ben', 2, {});
  expect(await start('ann', own)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('rented now') },
  });
  await (await shop.customer('ben')).post(`/order/${other.body.order_id}/cancel`, {});
  expect(await free()).toBe(1);
  expect(await start('ann', own)).toMatchObject({ status: 200, body: { session: { state: 'starting' } } });
  expect(await free()).toBe(0);
  // Refunded while it is reserved again, it is in stock once more, and not twice.
  await refundOrder(shop.service, { orderId: id, amountCents: null, reason: '' });
  await expect.poll(free).toBe(1);
  await runAll();
  expect(await free()).toBe(1);
});

test('[V-07] a time outside the bounds of the product is refused, also when they were changed meanwhile', async () => {
  await sell({ stock: 5, attributes: { minimum_rental: 2, maximum_rental: 24 } });
  const item = (quantity: number) => ({ items: [{ product_id: 'gpu', quantity }] });
  const ann = await shop.customer('ann');
  const lineOf = async (quantity: number) => (await ann.post('/cart/quote', item(quantity))).body.lines[0];
  expect(await lineOf(2)).toMatchObject({ available: true });
  expect((await ann.get('/product?category=computing')).body.products).toMatchObject([{ least_quantity: 2 }]);
  expect(await lineOf(1)).toMatchObject({
    available: false,
    problem: 'Rented for at least 2 hours and at most 24 hours.',
  });
  expect(await order('ann', 50, { quantity: 25 })).toMatchObject({
    status: 409,
    body: {
      refusal: 'time_out_of_range',
      error: 'GPU is rented for at least 2 hours and at most 24 hours. Change the time, then try again.',
    },
  });
  await sell({ stock: 5, attributes: { maximum_rental: 12 } });
  expect(await order('ann', 48, { quantity: 24 })).toMatchObject({
    status: 409,
    body: { refusal: 'time_out_of_range' },
  });
  expect(await order('ann', 24, { quantity: 12 })).toMatchObject({ status: 200 });
});

test.each([
  ['an hour of no machine', { quantity: 1, machines: 0 }, 400],
  ['no hour', { quantity: 0, machines: 1 }, 400],
  ['ten million hours', { quantity: 10_000_000 }, 400],
  ['half a machine', { machines: 1.5 }, 400],
  ['more machines than a line has', { machines: 101 }, 400],
  ['machines and hours beyond what an amount can be', { quantity: 10_000, machines: 11 }, 400],
])('[V-07] %s is refused', async (_what, item, status) => {
  await sell({});
  expect((await order('ann', 2, item)).status).toBe(status);
});

test('[V-07] machines of what is no rental are refused; seats by the month and keys are counted as before', async () => {
  await sell({ price_unit: 'license', stock: 3 });
  expect(await order('ann', 4, { machines: 2 })).toMatchObject({ status: 409, body: { refusal: 'no_machines' } });
  expect(await order('ann', 8, { quantity: 4 })).toMatchObject({ status: 409, body: { refusal: 'out_of_stock' } });
  await sell({ price_unit: 'seat per month', stock: 3 });
  expect(await order('ann', 8, { quantity: 4 })).toMatchObject({ status: 409, body: { refusal: 'out_of_stock' } });
});
