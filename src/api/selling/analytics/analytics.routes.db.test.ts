import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#platform/observability/log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, aListing, storeSeller } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { refundLines } from '../../ordering/checkout/refund/refund-lines.ts';
import { refundOrder } from '../../ordering/checkout/refund/refund-order.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findWrongCounters } from './analytics.store.ts';
import { createCountSeen } from './count-seen.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Kysely<ApiTables>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;
let ada: typeof jane;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.kysely as unknown as Kysely<ApiTables>;
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  shop = await startBuying(database);
  jane = await shop.customer('jane');
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { ada: 'owner' });
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { mallory: 'owner' });
  ada = await shop.api.signIn({ email: addressOf('ada'), nickname: 'Ada' }, { sub: 'ada' });
  const product = (product_id: string, price: number, seller_id: string | null) =>
    aProduct({ product_id, product_name: product_id, price_micros: price * 1_000_000, seller_id });
  await db
    .insertInto('api.product')
    .values([
      product('bird', 10, 'ours'),
      product('bat', 20, 'ours'),
      product('whale', 30, 'theirs'),
      product('gpu', 40, null),
    ])
    .execute();
  await db
    .insertInto('api.listing')
    .values(aListing({ product_id: 'bird', seller_id: 'ours', name: 'Bird' }))
    .execute();
});
afterEach(async () => {
  await shop.close();
});
afterAll(() => database.close());

const browser = 'Mozilla/5.0 (X11; Linux x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const machine = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const today = () => new Date().toISOString().slice(0, 10);
const figures = async (query = '') => (await ada.get(`/seller/ours/figures${query}`)).body;
const wrong = () => findWrongCounters(db);

async function buy(items: Array<{ product_id: string; quantity: number }>, amount: number): Promise<string> {
  const { body } = await jane.post('/checkout-session', { items, amount });
  expect(await shop.pay(body.checkout_url)).toBe(303);
  expect((await jane.get(`/success?session_id=${body.session_id ?? ''}`)).status).toBeLessThan(500);
  await expect.poll(async () => (await jane.get(`/order/${body.order_id}`)).body.order_status).toBe('paid');
  return body.order_id;
}

describe('[S-14] figures', () => {
  test('count views and additions of the shop’s products, and of nobody else’s', async () => {
    const { seen } = shop.api;
    seen.recordView('bird', browser);
    await import('isbot');
    seen.recordView('bird', browser);
    seen.recordView('bird', machine);
    seen.recordView('bird', undefined);
    for (const id of ['gpu', 'whale', 'nothing', 'x'.repeat(500)]) seen.recordView(id, browser);
    expect((await shop.api.post('/figures/add', { product_id: 'bird' })).status).toBe(204);
    expect((await shop.api.post('/figures/add', { product_id: 'nothing' })).status).toBe(204);
    expect((await figures()).totals.views).toBe(0);
    await seen.flush();
    expect((await figures()).totals).toMatchObject({ views: 2, adds: 1 });
    seen.recordView('bird', browser);
    await seen.flush();
    expect((await figures()).products).toMatchObject([{ product_id: 'bird', views: 3, adds: 1, orders: 0 }]);
    const rows = await db.selectFrom('api.product_day').select(['seller_id', 'product_id']).execute();
    expect(rows.map(({ product_id }) => product_id).sort()).toEqual(['bird', 'whale']);
    const listing = await db.selectFrom('api.listing').select('views').executeTakeFirstOrThrow();
    expect(listing.views).toBe(3);
  });

  test('count a view on the day on which it was, also when it is written after midnight, and at the end of a process', async () => {
    let time = new Date('2026-03-01T23:59:55Z');
    const seen = createCountSeen({ db, log: createLog('silent'), now: () => time });
    seen.recordAdd('bird');
    seen.recordAdd('bird');
    time = new Date('2026-03-02T00:00:03Z');
    seen.recordAdd('bird');
    await seen.close();
    const days = await db.selectFrom('api.product_day').select(['day', 'adds']).orderBy('day').execute();
    expect(days.map(({ adds }) => adds)).toEqual([2, 1]);
    expect((await figures('?from=2026-03-01&to=2026-03-01')).totals.adds).toBe(2);
  });

  test('count what is paid, by product, beside the lines of others', async () => {
    await buy(
      [
        { product_id: 'bird', quantity: 2 },
        { product_id: 'whale', quantity: 1 },
        { product_id: 'gpu', quantity: 1 },
      ],
      90,
    );
    await buy([{ product_id: 'bat', quantity: 1 }], 20);
    const shown = await figures();
    expect(shown.totals).toEqual({ views: 0, adds: 0, orders: 2, quantity: 3, revenue: 40, refunds: 0 });
    expect(shown.series.at(-1)).toMatchObject({ from: today(), orders: 2, revenue: 40 });
    expect(
      shown.products.map(({ product_id, revenue }: { product_id: string; revenue: number }) => [product_id, revenue]),
    ).toEqual([
      ['bat', 20],
      ['bird', 20],
    ]);
    expect((await figures('?product=bird')).totals).toMatchObject({ orders: 1, quantity: 2, revenue: 20 });
    expect(await wrong()).toEqual([]);
  });

  test('count an order with several of the shop’s products once for the shop, and once for each of them', async () => {
    const order = [
      { product_id: 'whale', quantity: 1 },
      { product_id: 'bird', quantity: 1 },
      { product_id: 'bat', quantity: 2 },
    ];
    await buy(order, 80);
    const shown = await figures();
    expect(shown.totals).toMatchObject({ orders: 1, quantity: 3, revenue: 50 });
    expect(shown.series.at(-1)).toMatchObject({ orders: 1 });
    expect(shown.products).toMatchObject([
      { product_id: 'bat', orders: 1 },
      { product_id: 'bird', orders: 1 },
    ]);
    for (const product of ['bat', 'bird']) expect((await figures(`?product=${product}`)).totals.orders).toBe(1);
    expect(await wrong()).toEqual([]);

    await sql`update api.product_day set shop_orders = 0`.execute(db);
    expect(await wrong()).toHaveLength(2);
    const migration = await readFile(join(import.meta.dirname, '../../migrations/0059-figures-of-a-shop.sql'), 'utf8');
    await sql.raw(migration.slice(migration.indexOf('update '))).execute(db);
    expect(await wrong(), 'orders of before are counted by the migration').toEqual([]);
  });

  test('count what goes back: of the lines that a refund names, or of all in proportion', async () => {
    const orderId = await buy(
      [
        { product_id: 'bird', quantity: 2 },
        { product_id: 'whale', quantity: 1 },
      ],
      50,
    );
    await refundOrder(shop.service, { orderId, amountCents: 1_000, reason: 'A tenth.' });
    expect((await figures()).totals.refunds).toBe(4);
    const lines = [{ line: 0, cents: 500 }];
    await refundLines(shop.service, { orderId, sellerId: 'ours', lines, reason: 'Late.', by: 'ada' });
    expect((await figures()).totals.refunds).toBe(9);
    await refundOrder(shop.service, { orderId, amountCents: null, reason: 'All of it.' });
    expect((await figures()).totals).toMatchObject({ revenue: 20, refunds: 20 });
    expect(await wrong()).toEqual([]);
    await sql`update api.product_day set revenue_cents = revenue_cents + 1 where product_id = 'bird'`.execute(db);
    expect(await wrong()).toMatchObject([{ product_id: 'bird', what: 'sales' }]);
  });

  test('stand beside those of the range before, in a range that is asked for', async () => {
    await db
      .insertInto('api.product_day')
      .values([
        { seller_id: 'ours', day: '2026-03-01', product_id: 'bird', views: 7 },
        { seller_id: 'ours', day: '2026-02-28', product_id: 'bird', views: 5 },
        { seller_id: 'theirs', day: '2026-03-01', product_id: 'bird', views: 100 },
      ])
      .execute();
    const shown = await figures('?from=2026-03-01&to=2026-03-01');
    expect(shown).toMatchObject({
      previous: { from: '2026-02-28', to: '2026-02-28' },
      step: 'day',
      totals: { views: 7 },
      previous_totals: { views: 5 },
      series: [{ from: '2026-03-01', views: 7, previous: { views: 5 } }],
    });
  });

  test.each(['from=2026-02-30', 'from=yesterday', 'from=2026-03-02&to=2026-03-01', 'from=2020-01-01', 'to=2999-01-01'])(
    'of a range that is none are not told: %s',
    async (query) => expect((await ada.get(`/seller/ours/figures?${query}`)).status).toBe(400),
  );

  test('of another shop’s product are not told', async () => {
    for (const product of ['whale', 'gpu', 'nothing', '%00'])
      expect((await ada.get(`/seller/ours/figures?product=${product}`)).status, product).toBe(404);
    expect((await ada.get('/seller/theirs/figures')).status).toBe(404);
    expect((await ada.get('/seller/ours/figures?product=bat')).status).toBe(200);
  });

  test('know nobody: the table has numbers alone', async () => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'api' and table_name = 'product_day'`.execute(db);
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [
        'adds',
        'day',
        'orders',
        'product_id',
        'quantity',
        'refunds_cents',
        'revenue_cents',
        'seller_id',
        'shop_orders',
        'views',
      ].sort(),
    );
  });

  test('of many payments and views at once are all counted, and nobody waits for ever', async () => {
    const buyers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => shop.customer(`buyer-${name}`)));
    const orders = ['bird', 'bat'].flatMap((first) =>
      buyers.slice(0, 2).map((_, index) => ({ buyer: buyers[(first === 'bird' ? 0 : 2) + index], first })),
    );
    const sessions = await Promise.all(
      orders.map(async ({ buyer, first }) => {
        const items = first === 'bird' ? ['bird', 'bat', 'whale'] : ['whale', 'bat', 'bird'];
        const body = { items: items.map((product_id) => ({ product_id, quantity: 1 })), amount: 60 };
        return (await buyer?.post('/checkout-session', body))?.body as { checkout_url: string; order_id: string };
      }),
    );
    const views = Promise.all(
      Array.from({ length: 10 }, async () => {
        for (const id of ['bird', 'bat', 'whale']) shop.api.seen.recordAdd(id);
        await shop.api.seen.flush();
      }),
    );
    await Promise.all([...sessions.map(({ checkout_url }) => shop.pay(checkout_url)), views]);
    await expect
      .poll(async () => (await figures()).totals, { timeout: 10_000 })
      .toMatchObject({ orders: 4, revenue: 120, adds: 20 });
    expect(await wrong()).toEqual([]);
  });
});

describe('[S-13] the machines of sellers', () => {
  const eventsOf = async (type: string) => {
    const rows = await db
      .selectFrom('api.webhook_delivery')
      .select(['seller_id', 'body'])
      .where('type', '=', type as never)
      .execute();
    return rows.map(({ seller_id, body }) => [seller_id, JSON.parse(body).data]);
  };

  beforeEach(async () => {
    for (const seller_id of ['ours', 'theirs']) {
      const events = JSON.stringify(['order.paid', 'order.refunded', 'review.posted']);
      const made = { webhook_id: `of-${seller_id}`, seller_id, url: 'https://hooks.example/', events };
      await db
        .insertInto('api.webhook')
        .values({ ...made, secret: Buffer.from('sealed') })
        .execute();
    }
  });

  test('are told of their own lines of a paid and a refunded order, and nothing of the buyer', async () => {
    const orderId = await buy(
      [
        { product_id: 'bird', quantity: 2 },
        { product_id: 'whale', quantity: 1 },
        { product_id: 'gpu', quantity: 1 },
      ],
      90,
    );
    const paid = await eventsOf('order.paid');
    expect(paid).toEqual(
      expect.arrayContaining([
        [
          'ours',
          expect.objectContaining({
            order_id: orderId,
            lines: [expect.objectContaining({ product_id: 'bird', quantity: 2, unit_price: 10, amount: 20 })],
          }),
        ],
        [
          'theirs',
          expect.objectContaining({ order_id: orderId, lines: [expect.objectContaining({ product_id: 'whale' })] }),
        ],
      ]),
    );
    expect(paid).toHaveLength(2);
    expect(JSON.stringify(paid)).not.toContain('jane');
    await refundOrder(shop.service, { orderId, amountCents: null, reason: 'All of it.' });
    const refunded = await eventsOf('order.refunded');
    expect(refunded).toEqual(
      expect.arrayContaining([
        ['ours', { order_id: orderId, whole: true, lines: [{ line: 0, product_id: 'bird', refunded: 20 }] }],
        ['theirs', { order_id: orderId, whole: true, lines: [{ line: 1, product_id: 'whale', refunded: 30 }] }],
      ]),
    );
  });

  test('are told of a review of their product, and of no other', async () => {
    for (const product_id of ['bird', 'gpu']) {
      const review = { product_id, rate: 4, review_text: 'Sings well.' };
      expect((await jane.post('/review', review)).status).toBe(201);
      expect((await jane.post('/review', { ...review, rate: 5 })).status).toBe(200);
      expect((await jane.post('/review', { ...review, rate: 5 })).status).toBe(200);
    }
    const posted = await eventsOf('review.posted');
    expect(posted).toMatchObject([
      ['ours', { product_id: 'bird', rate: 4, review_text: 'Sings well.', edited: false }],
      ['ours', { product_id: 'bird', rate: 5, edited: true }],
    ]);
    expect(JSON.stringify(posted)).not.toContain('jane');
  });
});
