// More time for a machine: an order that takes nothing of the stock, from the card or the wallet to the machine, and back.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CartItem } from '#contract/ordering/checkout.ts';
import { aFile, importInto } from '../../../../../test/catalogue/import-into.ts';
import { dashboard } from '../../../../../test/clients/payments-dashboard.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { addressOf, storeSeller } from '../../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { walletOf } from '../../../../../test/parts/wallets.ts';
import { reconcile } from '../../../ordering/checkout/reconcile.ts';
import { refundLines } from '../../../ordering/checkout/refund/refund-lines.ts';
import { refundOrder } from '../../../ordering/checkout/refund/refund-order.ts';
import { getLockedOrder } from '../../../ordering/order/order.store.ts';
import { runHours } from '../run-hours.ts';
import { listLostExtensions } from './extension.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;

const HOUR = 60 * 60;
const hours = { hours: { by: 'hand', minutes_each: 60 } };
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

async function sell(product: object = {}) {
  const line = JSON.stringify({ ...machine, stock: 1, goods: hours, ...product });
  expect(await importInto(database, aFile('products.jsonl', line, 1_000))).toMatchObject({ rejected: 0 });
  await database.kysely.updateTable('api.product').set({ seller_id: 'ours' }).execute();
}

const jsonOf = { 'content-type': 'application/json' };
async function order(
  name: string,
  amount: number,
  item: Partial<CartItem>,
  given: { wallet?: number; key?: string } = {},
) {
  const items = [{ product_id: 'gpu', quantity: 1, ...item }];
  const body = { items, amount, ...(given.wallet !== undefined && { wallet_amount: given.wallet }) };
  const headers = { ...jsonOf, ...(given.key && { 'idempotency-key': given.key }) };
  return (await shop.customer(name)).send('POST', '/checkout-session', headers, JSON.stringify(body));
}

/** Answers the order's id, once the card has paid it. */
async function pay(name: string, placed: { body: { checkout_url: string; order_id: string } }, status = 'fulfilled') {
  expect(placed, JSON.stringify(placed.body)).toMatchObject({ status: 200 });
  expect(await shop.pay(placed.body.checkout_url)).toBe(303);
  const { order_id: id } = placed.body;
  const customer = await shop.customer(name);
  await expect.poll(async () => (await customer.get(`/order/${id}`)).body.order_status).toBe(status);
  return id;
}

/** Answers the entitlement of a machine that is rented for so many hours. */
async function rent(name: string, quantity = 2, item: Partial<CartItem> = {}, amount = 2 * quantity): Promise<string> {
  return `${await pay(name, await order(name, amount, { quantity, ...item }))}-0`;
}

const extend = async (name: string, own: string, quantity = 1) =>
  pay(name, await order(name, 2 * quantity, { quantity, extends: own }));

const left = async (name: string, own: string): Promise<number> =>
  (await (await shop.customer(name)).get(`/library/${own}/hours`)).body.minutes_left;

async function free(): Promise<number> {
  const { stock, held } = await database.kysely
    .selectFrom('api.product')
    .select(['stock', 'held'])
    .where('product_id', '=', 'gpu')
    .executeTakeFirstOrThrow();
  return (stock ?? 0) - held;
}

const owner = () =>
  shop.api.signIn(
    { email: addressOf('ada'), nickname: 'ada' },
    { sub: 'ada', auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'] },
  );

async function say(own: string, what: 'started' | 'stopped') {
  const said = await (await owner()).post(`/seller/ours/hours/${own}/${what}`, {});
  expect(said, JSON.stringify(said.body)).toMatchObject({ status: 200 });
}

async function start(name: string, own: string) {
  expect((await (await shop.customer(name)).post(`/library/${own}/hours/start`, {})).status).toBe(200);
  await say(own, 'started');
}

const run = () => runHours(shop.api.provisioning.hours);

/** Until its hours are used up, it is off, and in stock again. */
async function useUp(name: string, own: string, seconds: number) {
  await start(name, own);
  shop.wait(seconds);
  await run();
  await say(own, 'stopped');
  await run();
}

test('[G-18] the renter of the last machine buys more time for it by card, while it runs; it takes nothing of the stock', async () => {
  await sell();
  const own = await rent('ann');
  expect(await free()).toBe(0);
  await start('ann', own);
  shop.wait(HOUR);
  await run();
  const before = await left('ann', own);
  const placed = await order('ann', 6, { quantity: 3, extends: own });
  expect([await free(), await left('ann', own)]).toEqual([0, before]);
  const id = await pay('ann', placed);
  expect(await left('ann', own)).toBe(before + 180);
  expect(await free()).toBe(0);
  const ann = await shop.customer('ann');
  expect((await ann.get(`/order/${id}`)).body.products).toMatchObject([{ extends: own, num: 3, amount: 6 }]);
  const library = await ann.get('/library');
  expect(library.body.entries.map((entry: { entitlement_id: string }) => entry.entitlement_id)).toEqual([own]);
  expect((await ann.get(`/library/${own}/hours`)).body.session).toMatchObject({ state: 'running' });
  const entries = (await ann.get(`/library/${own}/hours/entry?each=machine`)).body;
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'bought', minutes: 180, reason: `Order ${id}.` }));
  // The time runs on, and the machine comes back into stock once.
  shop.wait(5 * HOUR);
  await run();
  await say(own, 'stopped');
  await run();
  await run();
  expect(await free()).toBe(1);
});

test('[G-18] the wallet pays for more time at once; a second click is the same order, another one more', async () => {
  await sell();
  const own = await rent('ann');
  await walletOf(shop, await shop.customer('ann')).payIn(20);
  const byWallet = (key: string) => order('ann', 2, { extends: own }, { wallet: 2, key });
  const answers = await Promise.all([byWallet('a'), byWallet('a')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1]?.body.order_id).toBe(answers[0]?.body.order_id);
  expect(await left('ann', own)).toBe(180);
  expect((await byWallet('b')).body.order_id).not.toBe(answers[0]?.body.order_id);
  expect(await left('ann', own)).toBe(240);
});

test('[G-18] more time costs the price of today, and an order at another one is refused', async () => {
  await sell();
  const own = await rent('ann');
  await database.kysely.updateTable('api.product').set({ price_micros: 3_000_000 }).execute();
  expect(await order('ann', 2, { extends: own })).toMatchObject({ status: 409, body: { refusal: 'price_changed' } });
  await pay('ann', await order('ann', 3, { extends: own }));
  expect(await left('ann', own)).toBe(180);
});

test('[G-18] an order that is not paid adds nothing, whether it is cancelled or expires', async () => {
  await sell();
  const own = await rent('ann');
  const first = await order('ann', 2, { extends: own });
  await (await shop.customer('ann')).post(`/order/${first.body.order_id}/cancel`, {});
  await order('ann', 4, { quantity: 2, extends: own });
  shop.wait(2 * HOUR);
  await reconcile(shop.service);
  const states = await database.kysely.selectFrom('api.order').select('status').orderBy('created_at').execute();
  expect(states.map(({ status }) => status)).toEqual(['fulfilled', 'cancelled', 'expired']);
  expect([await left('ann', own), await free()]).toEqual([120, 0]);
});

test('[G-18] a refund takes the minutes that are left of it, and no more than that; those of before stay', async () => {
  await sell();
  const own = await rent('ann');
  const id = await extend('ann', own, 2);
  expect(await left('ann', own)).toBe(240);
  await refundOrder(shop.service, { orderId: id, amountCents: 100, reason: '' });
  expect(await left('ann', own)).toBe(240);
  await refundOrder(shop.service, { orderId: id, amountCents: null, reason: '' });
  expect(await left('ann', own)).toBe(120);
  expect(await free()).toBe(0);
  // Whatever is settled again, what went stays away.
  const order = await getLockedOrder(database.kysely, own.slice(0, -2));
  await shop.api.checkout.settleGoods(database.kysely, order, shop.service.now());
  expect(await left('ann', own)).toBe(120);
  const second = await extend('ann', own, 1);
  await start('ann', own);
  shop.wait(2.5 * HOUR);
  await run();
  const rest = await left('ann', own);
  expect(rest).toBeLessThan(60);
  await refundOrder(shop.service, { orderId: second, amountCents: null, reason: '' });
  expect(await left('ann', own)).toBe(0);
});

test('[G-18] once the machine is in stock again it is nobody’s to extend', async () => {
  await sell();
  const own = await rent('ann', 1);
  await useUp('ann', own, 2 * HOUR);
  expect(await free()).toBe(1);
  expect(await order('ann', 2, { extends: own })).toMatchObject({
    status: 409,
    body: {
      refusal: 'no_machine',
      error: 'Your machine is free for others now. Start one first, then extend it.',
    },
  });
});

test.each([
  ['the card alone', 0],
  ['the wallet beside the card', 2],
])(
  '[G-18] the machine ends between order and payment: what %s has paid goes back, nothing is added',
  async (_what, part) => {
    await sell();
    const own = await rent('ann', 1);
    const wallet = walletOf(shop, await shop.customer('ann'));
    await wallet.payIn(20);
    const placed = await order('ann', 4, { quantity: 2, extends: own }, { wallet: part });
    await database.kysely
      .updateTable('api.hours_balance')
      .set({ machine_returned_at: shop.service.now() })
      .where('entitlement_id', '=', own)
      .execute();
    const id = await pay('ann', placed, 'refunded');
    await expect
      .poll(async () => (await (await shop.customer('ann')).get(`/order/${id}`)).body.refunded)
      .toBe(4 - part);
    expect([await left('ann', own), await wallet.balance()]).toEqual([60, 20]);
  },
);

test('[G-18] the machine’s own money goes back: that of more time follows, once', async () => {
  await sell();
  const own = await rent('ann');
  const id = await extend('ann', own, 2);
  await refundOrder(shop.service, { orderId: own.slice(0, -2), amountCents: null, reason: '' });
  expect(await left('ann', own)).toBe(0);
  await run();
  await expect
    .poll(async () => (await (await shop.customer('ann')).get(`/order/${id}`)).body.order_status)
    .toBe('refunded');
  await run();
  expect((await (await shop.customer('ann')).get(`/order/${id}`)).body).toMatchObject({ refunded: 4 });
});

const orderOf = (own: string) => own.slice(0, -2);
const refundAll = (orderId: string) => refundOrder(shop.service, { orderId, amountCents: null, reason: '' });
const bank = () => dashboard(shop.stripe);

async function paymentOf(orderId: string): Promise<string> {
  const { payment_intent: payment } = await database.kysely
    .selectFrom('api.order')
    .select('payment_intent')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return payment ?? '';
}

/** The refund of an order comes back from the bank. */
async function failRefundOf(orderId: string) {
  const [refund] = (await shop.stripe.refunds.list({ payment_intent: await paymentOf(orderId) })).data;
  await bank().failRefund(refund?.id ?? '');
}

const refundedOf = async (name: string, id: string): Promise<number> =>
  (await (await shop.customer(name)).get(`/order/${id}`)).body.refunded;

test.each([
  ['all of it was used', 2.5, 0],
  ['half of it was used', 1.5, 1],
  ['none of it was used', 0.5, 2],
])(
  '[G-18] the machine’s own money goes back when of more time %s: only the rest follows',
  async (_what, used, cost) => {
    await sell();
    const own = await rent('ann', 1);
    const id = await extend('ann', own);
    await start('ann', own);
    // The minute that has begun counts: one second before it ends.
    shop.wait(Math.min(used, 2) * HOUR - 30);
    await run();
    if (used > 2) shop.wait(HOUR);
    await run();
    await refundAll(orderOf(own));
    expect(await left('ann', own)).toBe(0);
    await run();
    await run();
    await expect.poll(() => refundedOf('ann', id)).toBe(cost);
    const { rows } = await sql`select from api.refund where order_id = ${id}`.execute(database.kysely);
    expect(rows).toHaveLength(cost > 0 ? 1 : 0);
    expect(await listLostExtensions(database.kysely, 10)).toEqual([]);
  },
);

test('[G-18] the machine’s own refund fails: its minutes come back, and not those of more time that was refunded', async () => {
  await sell();
  const own = await rent('ann', 2);
  const second = await extend('ann', own, 1);
  await refundAll(orderOf(own));
  // The other one’s money is on its way before the machine comes back.
  await run();
  await expect.poll(() => refundedOf('ann', second)).toBe(2);
  await failRefundOf(orderOf(own));
  await expect.poll(() => left('ann', own)).toBe(120);
  await run();
  expect(await left('ann', own)).toBe(120);
});

test('[G-18] the machine’s own refund fails before more time was refunded: its minutes come back with the machine', async () => {
  await sell();
  const own = await rent('ann', 2);
  const id = await extend('ann', own, 1);
  await refundAll(orderOf(own));
  await failRefundOf(orderOf(own));
  await expect.poll(() => left('ann', own)).toBe(180);
  await run();
  expect([await left('ann', own), await refundedOf('ann', id)]).toEqual([180, 0]);
  // The next time it is lost for good.
  await refundAll(orderOf(own));
  await run();
  await expect.poll(() => refundedOf('ann', id)).toBe(2);
});

test('[G-18] a machine whose refund fails keeps what was taken of more time away from it', async () => {
  await sell();
  const own = await rent('ann', 2);
  const id = await extend('ann', own, 1);
  await refundAll(orderOf(own));
  await refundAll(id);
  await failRefundOf(orderOf(own));
  await expect.poll(() => left('ann', own)).toBe(120);
  // Its own refund fails too.
  await failRefundOf(id);
  await expect.poll(() => left('ann', own)).toBe(180);
});

test('[G-18] a refund of lost time that fails is asked for once, and keeps no other one waiting', async () => {
  await sell({ stock: 2 });
  const [own, other] = [await rent('ann', 1), await rent('bob', 1)];
  const [id, next] = [await extend('ann', own), await extend('bob', other)];
  await bank().planRefunds(await paymentOf(id), 'refused');
  for (const machine of [own, other]) await refundAll(orderOf(machine));
  expect(await listLostExtensions(database.kysely, 10)).toHaveLength(2);
  await run();
  expect(await listLostExtensions(database.kysely, 10)).toEqual([]);
  await expect.poll(() => refundedOf('bob', next)).toBe(2);
  await run();
  const { rows } = await sql`select from api.refund where order_id = ${id}`.execute(database.kysely);
  expect(rows).toHaveLength(1);
});

test('[G-18] a bank asks for the money of more time: its minutes are away, and come back once it has decided so', async () => {
  await sell();
  const own = await rent('ann', 1);
  const id = await extend('ann', own, 2);
  const won = await bank().dispute(await paymentOf(id));
  await expect.poll(() => left('ann', own)).toBe(60);
  await bank().winDispute(won.id);
  await expect.poll(() => left('ann', own)).toBe(180);
  const lost = await bank().dispute(await paymentOf(orderOf(own)));
  await bank().loseDispute(lost.id);
  await expect.poll(() => left('ann', own)).toBe(0);
  await run();
  await expect.poll(() => refundedOf('ann', id)).toBe(4);
});

test('[G-18] a bank takes the money of more time: what is left of it is gone, and no minute of before', async () => {
  await sell();
  const own = await rent('ann', 1);
  const id = await extend('ann', own, 2);
  const dispute = await bank().dispute(await paymentOf(id));
  await expect.poll(() => left('ann', own)).toBe(60);
  await bank().loseDispute(dispute.id);
  await expect
    .poll(async () => (await (await shop.customer('ann')).get(`/order/${id}`)).body.order_status)
    .toBe('refunded');
  expect(await left('ann', own)).toBe(60);
});

test('[G-18] a machine whose last minutes are away while a bank looks at them stays reserved', async () => {
  await sell();
  const own = await rent('ann', 1);
  const id = await extend('ann', own, 2);
  const dispute = await bank().dispute(await paymentOf(id));
  await expect.poll(() => left('ann', own)).toBe(60);
  await useUp('ann', own, HOUR + 60);
  expect([await left('ann', own), await free()]).toEqual([0, 0]);
  await bank().winDispute(dispute.id);
  await expect.poll(() => left('ann', own)).toBe(120);
  expect(await free()).toBe(0);
});

test('[G-18] hours are kept as long as what is paid of them: a refund of more time takes its longer end too', async () => {
  await sell({ goods: { hours: { by: 'hand', minutes_each: 60, valid_days: 30 } } });
  const DAY = 24 * HOUR;
  const own = await rent('ann', 1);
  const end = async (): Promise<string> =>
    (await (await shop.customer('ann')).get(`/library/${own}/hours`)).body.expires_at;
  const first = await end();
  shop.wait(10 * DAY);
  const one = await extend('ann', own);
  const second = await end();
  shop.wait(10 * DAY);
  const two = await extend('ann', own);
  const third = await end();
  expect(first < second && second < third).toBe(true);
  await refundAll(one);
  expect(await end()).toBe(third);
  await failRefundOf(one);
  await expect.poll(() => left('ann', own)).toBe(180);
  await refundAll(two);
  expect(await end()).toBe(second);
  await failRefundOf(two);
  await expect.poll(end).toBe(third);
  const dispute = await bank().dispute(await paymentOf(two));
  await expect.poll(() => left('ann', own)).toBe(120);
  expect(await end()).toBe(third);
  await bank().loseDispute(dispute.id);
  await expect.poll(end).toBe(second);
  await refundAll(one);
  expect(await end()).toBe(first);
});

test('[G-18] nobody extends a machine of somebody else, nor what is none', async () => {
  await sell();
  const own = await rent('ann');
  for (const [name, id] of [
    ['eve', own],
    ['ann', 'nothing'],
    ['ann', 'a\u0000'],
  ] as const)
    expect(await order(name, 2, { extends: id }), id).toMatchObject({
      status: 404,
      body: { refusal: 'no_such_machine' },
    });
});

test('[G-18] a cheaper variant extends no dearer machine; its own needs not be named', async () => {
  const size = (value: string) => [{ name: 'GPUs', value }];
  await sell({
    options: [{ name: 'GPUs', choices: ['1', '8'] }],
    variants: [
      { selected_options: size('1'), price: 2, stock: 1, is_default: true },
      { selected_options: size('8'), price: 16, stock: 1 },
    ],
  });
  const own = await rent('ann', 1, { selected_options: size('8') }, 16);
  expect(await order('ann', 2, { extends: own, selected_options: size('1') })).toMatchObject({
    status: 409,
    body: { refusal: 'other_variant' },
  });
  expect(await order('ann', 2, { extends: own })).toMatchObject({ status: 409, body: { refusal: 'price_changed' } });
  await pay('ann', await order('ann', 16, { extends: own }));
  await pay('ann', await order('ann', 32, { quantity: 2, extends: own, selected_options: size('8') }));
  expect(await left('ann', own)).toBe(240);
});

test('[G-18] two lines for one machine are refused; two machines are extended by one order', async () => {
  await sell({ stock: 2 });
  const id = (await rent('ann', 1, { machines: 2 }, 4)).slice(0, -2);
  const [one, two] = [`${id}-0`, `${id}-0-2`];
  const place = async (...owns: string[]) =>
    (await shop.customer('ann')).post('/checkout-session', {
      items: owns.map((own) => ({ product_id: 'gpu', quantity: 1, extends: own })),
      amount: 2 * owns.length,
    });
  expect(await place(one, one)).toMatchObject({ status: 409, body: { refusal: 'extended_twice' } });
  await pay('ann', await place(one, two));
  expect([await left('ann', one), await left('ann', two)]).toEqual([120, 120]);
  expect(await free()).toBe(0);
});

test('[G-18] more time beside a machine of one’s own in one order are two things', async () => {
  await sell({ stock: 2 });
  const own = await rent('ann', 1);
  const answer = await (await shop.customer('ann')).post('/checkout-session', {
    items: [
      { product_id: 'gpu', quantity: 1 },
      { product_id: 'gpu', quantity: 2, extends: own },
    ],
    amount: 6,
  });
  const id = await pay('ann', answer);
  expect([await left('ann', own), await left('ann', `${id}-0`), await free()]).toEqual([180, 60, 0]);
});

test('[G-18] the longest time that a product is rented for bounds what is bought in all', async () => {
  await sell({ attributes: { maximum_rental: 4 } });
  const own = await rent('ann', 2);
  expect(await order('ann', 6, { quantity: 3, extends: own })).toMatchObject({
    status: 409,
    body: {
      refusal: 'extension_too_long',
      error: 'GPU can be extended by at most 2 hours. Change the time, then try again.',
    },
  });
  await extend('ann', own, 2);
  expect(await order('ann', 2, { extends: own })).toMatchObject({
    status: 409,
    body: { error: 'You have rented GPU for as long as one can.' },
  });
});

test('[G-18] two orders that fit into the longest time one by one: what is paid last goes back', async () => {
  await sell({ attributes: { maximum_rental: 4 } });
  const own = await rent('ann', 2);
  const [one, two] = [
    await order('ann', 4, { quantity: 2, extends: own }, { key: 'one' }),
    await order('ann', 2, { quantity: 1, extends: own }, { key: 'two' }),
  ];
  await pay('ann', two);
  const id = await pay('ann', one, 'refunded');
  await expect.poll(() => refundedOf('ann', id)).toBe(4);
  expect(await left('ann', own)).toBe(180);
});

test.each([
  ['is not sold by hours any more', { goods: {} }],
  ['is started otherwise now', { goods: { hours: { by: 'endpoint', minutes_each: 60 } } }],
  ['has a key too now', { goods: { ...hours, keys: { source: 'signed' } } }],
])('[G-18] a machine whose product %s is not extended', async (_what, product) => {
  await sell();
  const own = await rent('ann');
  await database.kysely
    .updateTable('api.product')
    .set({ goods: JSON.stringify(product.goods) })
    .execute();
  expect(await order('ann', 2, { extends: own })).toMatchObject({ status: 409, body: { refusal: 'cannot_extend' } });
});

test.each([
  ['hours alone', hours, true],
  ['a text beside its hours', { ...hours, access: { by: 'text', text: 'Welcome' } }, false],
])('[G-18] whether a machine with %s is offered more time', async (_what, goods, offered) => {
  await sell();
  const own = await rent('ann');
  await sql`update api.entitlement set goods = ${JSON.stringify(goods)}::jsonb`.execute(database.kysely);
  const { body } = await (await shop.customer('ann')).get(`/library/${own}/hours`);
  expect(body.may_extend).toBe(offered);
});

test('[G-18] carts and orders by transfer take no more time for a machine, and no second machine', async () => {
  await sell();
  const own = await rent('ann');
  const ann = await shop.customer('ann');
  const items = [{ product_id: 'gpu', quantity: 1, extends: own }];
  expect((await ann.post('/checkout-session', { items: [{ ...items[0], machines: 2 }], amount: 4 })).status).toBe(400);
  const billing = {
    ...{ first_name: 'Jane', last_name: 'Doe', address: 'Road 1', city: 'Berlin', country: 'DE', postcode: '10115' },
    ...{ mobile: '1234567', email: 'jane@example.com' },
  };
  expect((await ann.post('/order', { items, amount: 2, payment_method: 'transfer', billing })).status).toBe(400);
});

test('[G-20] cost and budget count each minute at the price that was paid for it, that of more time too', async () => {
  await sell();
  const own = await rent('ann', 1);
  const ann = await shop.customer('ann');
  // $2 for the first hour: of $3.50 half an hour of more time at $3 is left.
  expect((await ann.post(`/library/${own}/hours/start`, { budget: 3.5 })).status).toBe(200);
  await say(own, 'started');
  const session = async () => (await ann.get(`/library/${own}/hours`)).body.session;
  const lasts = async () => {
    const { stops_at, started_at } = await session();
    return (Date.parse(stops_at) - Date.parse(started_at)) / 60_000;
  };
  expect(await lasts()).toBe(105);
  await database.kysely.updateTable('api.product').set({ price_micros: 3_000_000 }).execute();
  await pay('ann', await order('ann', 3, { extends: own }));
  await run();
  expect(await lasts()).toBe(90);
  expect((await ann.get(`/library/${own}/hours`)).body).toMatchObject({ price_of_hour: 2, prices_differ: true });
  shop.wait(70 * 60);
  await run();
  // Each minute that has begun counts.
  const { minutes, cost } = await session();
  expect([70, 71]).toContain(minutes);
  expect(cost).toBe(2 + (minutes - 60) * 0.05);
  expect((await ann.get(`/library/${own}/hours`)).body).toMatchObject({ price_of_hour: 3, prices_differ: false });
  shop.wait(HOUR);
  await run();
  expect(await session()).toMatchObject({ minutes: 90, cost: 3.5, stop_reason: 'budget' });
  expect(await left('ann', own)).toBe(30);
});

test('[G-20] more time whose money went back is no part of the cost, and what comes behind it is', async () => {
  await sell();
  const own = await rent('ann', 1);
  const setPrice = (price_micros: number) => database.kysely.updateTable('api.product').set({ price_micros }).execute();
  await setPrice(3_000_000);
  const given = await pay('ann', await order('ann', 3, { extends: own }));
  await setPrice(6_000_000);
  await pay('ann', await order('ann', 6, { extends: own }));
  await refundOrder(shop.service, { orderId: given, amountCents: null, reason: 'Not wanted' });
  await run();
  expect(await left('ann', own)).toBe(120);
  await start('ann', own);
  shop.wait(80 * 60);
  await run();
  const { minutes, cost } = (await (await shop.customer('ann')).get(`/library/${own}/hours`)).body.session;
  expect(cost).toBe(Math.round(200 + (minutes - 60) * 10) / 100);
});

test('[G-20] minutes that a refund of a part took are no part of the cost or of what a budget lasts', async () => {
  await sell();
  const own = await rent('ann', 2);
  await database.kysely.updateTable('api.product').set({ price_micros: 6_000_000 }).execute();
  await pay('ann', await order('ann', 6, { extends: own }));
  const orderId = own.replace(/-0$/, '');
  await refundLines(shop.service, {
    ...{ orderId, sellerId: 'ours', reason: 'Half of it.', by: 'ada' },
    lines: [{ line: 0, cents: 200, minutes: 60 }],
  });
  await expect.poll(() => left('ann', own)).toBe(120);
  const ann = await shop.customer('ann');
  expect((await ann.post(`/library/${own}/hours/start`, { budget: 5 })).status).toBe(200);
  await say(own, 'started');
  const session = async () => (await ann.get(`/library/${own}/hours`)).body.session;
  const { stops_at, started_at } = await session();
  expect((Date.parse(stops_at) - Date.parse(started_at)) / 60_000).toBe(90);
  expect((await ann.put(`/library/${own}/hours/limits`, {})).status).toBe(200);
  shop.wait(3 * HOUR);
  await run();
  expect(await session()).toMatchObject({ minutes: 120, cost: 8, stop_reason: 'used_up' });
});

test('[G-20] minutes that an outage gives back of a machine cost what they cost it, whoever used the hours since', async () => {
  await sell({ price: 1 });
  const own = await rent('ann', 2, {}, 2);
  await database.kysely.updateTable('api.product').set({ price_micros: 60_000_000 }).execute();
  await pay('ann', await order('ann', 60, { extends: own }));
  const ann = await shop.customer('ann');
  const session = async () => (await ann.get(`/library/${own}/hours`)).body.session;
  const use = async (minutes: number) => {
    expect((await ann.post(`/library/${own}/hours/start`, { stop_after_minutes: minutes })).status).toBe(200);
    await say(own, 'started');
    shop.wait(3 * HOUR);
    await run();
    await say(own, 'stopped');
    return session();
  };
  const first = await use(120);
  expect(first).toMatchObject({ minutes: 120, cost: 2 });
  expect(await use(30)).toMatchObject({ minutes: 30, cost: 30 });
  const from = new Date(Date.parse(first.started_at));
  const given = await (await owner()).post('/seller/ours/hours/outage', {
    ...{ session_id: first.session_id, from: from.toISOString(), reason: 'Power cut.' },
    to: new Date(from.getTime() + 60 * 60_000).toISOString(),
  });
  expect(given, JSON.stringify(given.body)).toMatchObject({ body: { minutes: 60 } });
  expect(await session()).toMatchObject({ minutes: 30, cost: 30 });
  // As if the first were the last one again.
  await database.kysely
    .updateTable('api.machine_session')
    .set({ requested_at: new Date(Date.now() + 7 * 24 * 3_600_000) })
    .where('session_id', '=', first.session_id)
    .execute();
  expect(await session()).toMatchObject({ session_id: first.session_id, cost: 1 });
});

test('[G-20] a budget does not count on minutes that expire before their turn, however late somebody looks', async () => {
  await sell({ price: 1, stock: 2 });
  const own = await rent('ann', 1, {}, 1);
  await database.kysely.updateTable('api.product').set({ price_micros: 10_000_000 }).execute();
  await rent('ann', 1, {}, 10);
  const ann = await shop.customer('ann');
  expect((await ann.post(`/library/${own}/hours/start`, { budget: 2 })).status).toBe(200);
  await say(own, 'started');
  const session = async () => (await ann.get(`/library/${own}/hours`)).body.session;
  const started = Date.parse((await session()).started_at);
  await database.kysely
    .updateTable('api.hours_balance')
    .set({ expires_at: new Date(started + 10 * 60_000) })
    .where('entitlement_id', '=', own)
    .execute();
  shop.wait(2 * HOUR);
  await run();
  // 10 minutes at $1 an hour, and what is left of $2 at $10.
  expect(await session()).toMatchObject({ minutes: 21, cost: 2, stop_reason: 'budget' });
});
