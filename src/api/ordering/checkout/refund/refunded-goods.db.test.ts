// Goods that a refund takes back, and those given again when the money comes back to the shop.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSecrets } from '#platform/secrets.ts';
import { dashboard } from '../../../../../test/clients/payments-dashboard.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { storeSeller } from '../../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { statusOf } from '../../../goods/entitlement/entitlement.rules.ts';
import { grantOrder } from '../../../goods/entitlement/entitlement.store.ts';
import { loadKeys } from '../../../goods/product-key/load-keys.ts';
import { deliverGoods } from '../delivery/deliver-goods.ts';
import { reconcile } from '../reconcile.ts';
import { refundLines } from './refund-lines.ts';
import { refundOrder } from './refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { ada: 'owner' });
  const own = { seller_id: 'ours', price_micros: 10_000_000 };
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ ...own, product_id: 'quill', goods: JSON.stringify({ keys: { source: 'list' } }) }),
      aProduct({ ...own, product_id: 'birds', goods: JSON.stringify({ files: { updates: 'free' } }) }),
      aProduct({
        ...{ ...own, product_id: 'nest', product_type: 'computing', price_unit: 'hour', stock: 5 },
        goods: JSON.stringify({ hours: { by: 'hand', minutes_each: 60, valid_days: 90 } }),
      }),
    ])
    .execute();
  shop = await startBuying(database);
  await load('QK-1', 'QK-2', 'QK-3');
  jane = await shop.customer('jane');
});
afterEach(() => shop.close());
afterAll(() => database.close());

function load(...keys: string[]) {
  const secrets = createSecrets([new Uint8Array(32).fill(5)]);
  return loadKeys(
    { db: database.kysely as never, secrets, deliverGoods: (orderId) => deliverGoods(shop.service, orderId) },
    { productId: 'quill', edition: '', selectedOptions: [], sellerId: 'ours', actor: { kind: 'job' }, by: 'test' },
    keys,
    { batch: '', dryRun: false },
  );
}

async function buy(...lines: Array<[product_id: string, quantity: number]>): Promise<string> {
  const items = lines.map(([product_id, quantity]) => ({ product_id, quantity }));
  const amount = 10 * lines.reduce((sum, [, quantity]) => sum + quantity, 0);
  const { body } = await jane.post('/checkout-session', { items, amount });
  await shop.pay(body.checkout_url);
  await expect.poll(async () => (await jane.get(`/order/${body.order_id}`)).body.order_status).not.toBe('pending');
  return body.order_id;
}

const keysOf = async (orderId: string, line = 0) => (await jane.get(`/library/${orderId}-${line}/key`)).body;
const textsOf = async (orderId: string) => (await keysOf(orderId)).items.map(({ key }: { key: string }) => key);
const standings = async (orderId: string) =>
  (await grantOrder(database.kysely as never, orderId, new Date())).map((entitled) => statusOf(entitled, new Date()));
const stock = async () => (await shop.api.get('/product/quill')).body.stock;
const states = async () =>
  (await database.kysely.selectFrom('api.product_key').select('state').orderBy('place').execute()).map(
    ({ state }) => state,
  );

test('[G-14] one line back: its keys are revoked and never sold again, the other line stays the buyer’s', async () => {
  const orderId = await buy(['quill', 2], ['birds', 1]);
  expect(await textsOf(orderId)).toEqual(['QK-1', 'QK-2']);
  const lines = [{ line: 0, cents: null }];
  await refundLines(shop.service, { orderId, sellerId: 'ours', lines, reason: 'Sorry.', by: 'ada' });
  expect(await standings(orderId)).toEqual(['refunded', 'active']);
  expect(await keysOf(orderId)).toMatchObject({
    standing: 'refunded',
    items: [],
    waiting: 0,
    revoked_at: expect.any(String),
  });
  expect(await states()).toEqual(['revoked', 'revoked', 'free']);
  expect(await stock()).toBe(1);
  await load('QK-1', 'QK-4');
  expect(await stock()).toBe(2);
  expect(await textsOf(await buy(['quill', 2]))).toEqual(['QK-3', 'QK-4']);
});

test('[G-14] while the money is on its way nothing can be used any more', async () => {
  const orderId = await buy(['quill', 1], ['birds', 1]);
  // Decided, and the provider does not answer: the buyer has not got the money yet.
  const away = {
    ...shop.service,
    provider: { ...shop.service.provider, refund: () => Promise.reject(new Error('away')) },
  };
  await refundOrder(away, { orderId, amountCents: null, reason: '' });
  expect((await jane.get(`/order/${orderId}`)).body).toMatchObject({ order_status: 'fulfilled', refunding: 20 });
  expect(await standings(orderId)).toEqual(['refunded', 'refunded']);
  expect((await keysOf(orderId)).items).toEqual([]);
  expect(await states()).toEqual(['revoked', 'free', 'free']);
});

test('[G-14] money that comes back to the shop brings back the same keys', async () => {
  const orderId = await buy(['quill', 2]);
  await refundOrder(shop.service, { orderId, amountCents: null, reason: '' });
  expect(await stock()).toBe(1);
  const order = await database.kysely.selectFrom('api.order').select('payment_intent').executeTakeFirstOrThrow();
  const [refund] = (await shop.stripe.refunds.list({ payment_intent: order.payment_intent ?? '' })).data;
  await dashboard(shop.stripe).failRefund(refund?.id ?? '');
  await expect.poll(() => textsOf(orderId), { timeout: 10_000 }).toEqual(['QK-1', 'QK-2']);
  expect(await keysOf(orderId)).toMatchObject({ standing: 'active', revoked_at: null });
  expect(await states()).toEqual(['given', 'given', 'free']);
  expect(await stock()).toBe(1);
});

test('[G-14] what was not given out goes to the next, or is free again', async () => {
  const orderId = await buy(['quill', 2]);
  // Some are owed: as if the list had been shorter.
  await database.kysely.deleteFrom('api.product_key').where('state', '=', 'free').execute();
  await database.kysely.deleteFrom('api.product_key').where('entitlement_id', 'is not', null).execute();
  await deliverGoods(shop.service, orderId);
  expect(await keysOf(orderId)).toMatchObject({ waiting: 2, items: [] });
  await refundOrder(shop.service, { orderId, amountCents: null, reason: '' });
  expect(await database.kysely.selectFrom('api.product_key_wait').selectAll().execute()).toEqual([]);
  await load('QK-7');
  await reconcile(shop.service);
  expect([await stock(), await states()]).toEqual([1, ['free']]);
});

describe('time that goes with a part of the money', () => {
  const entriesOf = async (orderId: string) =>
    (
      await database.kysely
        .selectFrom('api.hours_entry as entry')
        .innerJoin('api.entitlement as owned', 'owned.entitlement_id', 'entry.entitlement_id')
        .select(['kind', 'minutes'])
        .where('order_id', '=', orderId)
        .orderBy('entry_id')
        .execute()
    ).map(({ kind, minutes }) => [kind, minutes]);
  const leftOf = async (orderId: string) => (await jane.get(`/library/${orderId}-0/hours`)).body.minutes_left;
  const giveBack = (orderId: string, cents: number, minutes?: number) =>
    refundLines(shop.service, {
      ...{ orderId, sellerId: 'ours', reason: 'Half of it.', by: 'ada' },
      lines: [{ line: 0, cents, ...(minutes !== undefined && { minutes }) }],
    });

  test('[G-14] half of the hours go with half of the money, once, and the rest is still the buyer’s', async () => {
    const orderId = await buy(['nest', 24]);
    expect(await leftOf(orderId)).toBe(1_440);
    await giveBack(orderId, 12_000, 720);
    await deliverGoods(shop.service, orderId);
    expect(await entriesOf(orderId)).toEqual([
      ['bought', 1_440],
      ['taken', -720],
    ]);
    expect(await leftOf(orderId)).toBe(720);
    expect(await standings(orderId)).toEqual(['active']);
    expect(shop.mails.at(-1)?.paragraphs).toContain('Machine time that goes with it: 12 h.');
  });

  test('[G-14] more time than is left is refused, and no money goes back', async () => {
    const orderId = await buy(['nest', 2]);
    expect(await giveBack(orderId, 1_000, 121)).toEqual({
      refused: { code: 'line_time_too_long', productName: expect.any(String), leftMinutes: 120 },
    });
    await giveBack(orderId, 500, 100);
    expect(await giveBack(orderId, 500, 21)).toMatchObject({ refused: { leftMinutes: 20 } });
    expect((await jane.get(`/order/${orderId}`)).body.refunded).toBe(5);
    expect(await leftOf(orderId)).toBe(20);
  });

  test('[G-14] money without time leaves all of it, and the rest of the money takes what is left', async () => {
    const orderId = await buy(['nest', 2]);
    await giveBack(orderId, 500);
    expect(await leftOf(orderId)).toBe(120);
    await giveBack(orderId, 500, 60);
    await giveBack(orderId, 1_000);
    expect(await entriesOf(orderId)).toEqual([
      ['bought', 120],
      ['taken', -60],
      ['taken', -60],
    ]);
    expect(await standings(orderId)).toEqual(['refunded']);
  });

  test('[G-14] a refund that fails afterwards brings its time back, and that alone', async () => {
    const orderId = await buy(['nest', 2]);
    await giveBack(orderId, 500, 30);
    await giveBack(orderId, 500, 45);
    const order = await database.kysely.selectFrom('api.order').select('payment_intent').executeTakeFirstOrThrow();
    const refunds = (await shop.stripe.refunds.list({ payment_intent: order.payment_intent ?? '' })).data;
    const [newest] = refunds.toSorted((a, b) => b.created - a.created);
    const minutesOf = await database.kysely
      .selectFrom('api.refund_line as part')
      .innerJoin('api.refund as refund', 'refund.refund_id', 'part.refund_id')
      .select('minutes')
      .where('provider_id', '=', newest?.id ?? '')
      .executeTakeFirstOrThrow();
    await dashboard(shop.stripe).failRefund(newest?.id ?? '');
    await expect.poll(() => leftOf(orderId), { timeout: 10_000 }).toBe(45 + (minutesOf.minutes ?? 0));
    await deliverGoods(shop.service, orderId);
    expect((await entriesOf(orderId)).at(-1)).toEqual(['returned', minutesOf.minutes]);
  });
});

test('[G-14] a dispute keeps what there is from being used, and its end decides', async () => {
  const orderId = await buy(['quill', 1]);
  const inReview = { status: 'in_review', review_reason: 'dispute', resume_status: 'fulfilled' } as const;
  await database.kysely.updateTable('api.order').set(inReview).execute();
  await deliverGoods(shop.service, orderId);
  expect(await keysOf(orderId)).toMatchObject({ standing: 'on_hold', items: [], revoked_at: null });
  expect(await states()).toEqual(['given', 'free', 'free']);
});
