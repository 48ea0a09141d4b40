// Both databases: days, quarters and sums are computed by the database.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#platform/observability/log.ts';
import { arrangeStates } from '../../../../test/database/guard-states.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { repairKeptForLists } from '../../operations/staff-list/kept-for-lists.store.ts';
import { refundOrder } from '../../ordering/checkout/refund/refund-order.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { checkMarketplaceAnalytics } from './check-marketplace-analytics.ts';
import { createCountSeen } from './count-seen.ts';
import { foldMarketplaceAnalytics } from './fold-marketplace-analytics.ts';
import { foldChanges, repairMarketplaceAnalytics } from './marketplace-analytics.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Kysely<ApiTables>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;
let root: typeof jane;

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
  await storeStaff(database, 'root', 'finance');
  root = await shop.api.signIn({ email: addressOf('root'), nickname: 'Root' }, { sub: 'root' });
  await db
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'bird', product_name: 'Bird', price_micros: 10_000_000, seller_id: 'ours' }),
      aProduct({ product_id: 'gpu', product_name: 'GPU', price_micros: 40_000_000 }),
      aProduct({ product_id: 'gift', product_name: 'Gift', price_micros: 0 }),
    ])
    .execute();
});
afterEach(async () => {
  await shop.close();
});
afterAll(() => database.close());

const browser = 'Mozilla/5.0 (X11; Linux x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const figures = async (query = '') => (await root.get(`/admin/figures${query}`)).body;
const totals = async (query = '') => (await figures(query)).totals;
const changes = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from api.shop_change`.execute(db)).rows[0]?.n);

async function giveBack(orderId: string, amountCents: number | null) {
  expect(await refundOrder(shop.service, { orderId, amountCents, reason: 'Late' })).toHaveProperty('refund');
}

async function buy(items: Array<[id: string, quantity: number]>, amount: number): Promise<string> {
  const { body } = await jane.post('/checkout-session', {
    items: items.map(([product_id, quantity]) => ({ product_id, quantity })),
    amount,
  });
  if (amount > 0) expect(await shop.pay(body.checkout_url)).toBe(303);
  await expect.poll(async () => (await jane.get(`/order/${body.order_id}`)).body.order_status).toBe('paid');
  return body.order_id;
}

describe('[B-04] figures of the marketplace', () => {
  test('are what was paid for orders, whoever sells, and what went back of them; and the same once they are folded', async () => {
    const id = await buy(
      [
        ['bird', 2],
        ['gpu', 1],
      ],
      60,
    );
    await buy([['gift', 1]], 0);
    await jane.post('/checkout-session', { items: [{ product_id: 'gpu', quantity: 1 }], amount: 40 });
    expect(await totals()).toMatchObject({ sales: 60, orders: 2, average: 30, refunds: 0 });
    await giveBack(id, 1_500);
    await expect.poll(async () => (await totals()).refunds).toBe(15);
    await giveBack(id, null);
    await expect.poll(async () => (await totals()).refunds).toBe(60);
    const before = await totals();
    expect(before).toMatchObject({ sales: 60, orders: 2 });
    expect(await changes()).toBeGreaterThan(0);
    await foldMarketplaceAnalytics({ db });
    expect(await changes()).toBe(0);
    expect(await totals()).toEqual(before);
    expect(await checkMarketplaceAnalytics(db)).toEqual([]);
  });

  test('count customers who have signed in, until they leave', async () => {
    const before = (await totals()).customers;
    await db.insertInto('api.user').values({ user_id: 'imported@example.com', username: 'Reviewer' }).execute();
    expect((await totals()).customers).toBe(before);
    const carl = await shop.api.signIn({ email: addressOf('carl'), nickname: 'Carl' }, { sub: 'carl' });
    for (let time = 0; time < 2; time++) await carl.get(`/user/${addressOf('carl')}`);
    expect((await totals()).customers).toBe(before + 1);
    expect((await carl.delete(`/user/${addressOf('carl')}`)).status).toBe(204);
    expect((await totals()).customers).toBe(before);
    expect(await checkMarketplaceAnalytics(db)).toEqual([]);
  });

  test('count views of every product that there is, by the quarter in which they were', async () => {
    let time = new Date('2026-03-01T22:59:55Z');
    await sql`update api.shop_views_from set at = '2026-03-01'`.execute(db);
    const seen = createCountSeen({ db, log: createLog('silent'), now: () => time });
    for (const id of ['bird', 'gpu', 'nothing']) seen.recordView(id, browser);
    time = new Date('2026-03-01T23:00:03Z');
    seen.recordView('gpu', browser);
    await seen.close();
    expect((await totals('?from=2026-03-01&to=2026-03-01')).views).toBe(3);
    expect((await totals('?from=2026-03-02&to=2026-03-02&zone=Europe/Berlin')).views).toBe(1);
  });

  test('are of days as the zone has them, which is asked for', async () => {
    const id = await buy([['gpu', 1]], 40);
    await db
      .updateTable('api.order')
      .set({ paid_at: new Date('2026-03-01T23:30:00Z') })
      .where('order_id', '=', id)
      .execute();
    expect(await totals('?from=2026-03-01&to=2026-03-01')).toMatchObject({ orders: 1, sales: 40 });
    expect(await totals('?from=2026-03-02&to=2026-03-02&zone=Europe/Berlin')).toMatchObject({ orders: 1 });
    expect(await totals('?from=2026-03-02&to=2026-03-02&zone=Asia/Kolkata')).toMatchObject({ orders: 1 });
    expect(await totals('?from=2026-03-01&to=2026-03-01&zone=Asia/Kolkata')).toMatchObject({ orders: 0 });
    const day = await figures('?from=2026-03-01&to=2026-03-01');
    expect(day.step).toBe('hour');
    expect(day.series).toHaveLength(24);
    expect(day.series[23]).toMatchObject({ at: '2026-03-01T23:00:00.000Z', orders: 1 });
    const week = await figures('?from=2026-03-02&to=2026-03-08');
    expect(week.series[6].previous).toMatchObject({ at: '2026-03-01T00:00:00.000Z', sales: 40 });
    expect(week.previous_totals).toMatchObject({ sales: 40 });
    expect(await checkMarketplaceAnalytics(db)).toEqual([]);
  });

  test.each([
    'zone=Mars/Olympus',
    'zone=%2B05:37',
    'zone=a%00b',
    `zone=${'x'.repeat(100)}`,
    'from=2026-02-30',
    'from=2026-03-02&to=2026-03-01',
    'from=2020-01-01&to=2026-01-01',
    'to=2999-01-01',
    'from=1999-01-01&to=1999-01-02',
  ])('%s is refused', async (query) => {
    expect((await root.get(`/admin/figures?${query}`)).status).toBe(400);
  });

  test('are of finance and administrators alone', async () => {
    await storeStaff(database, 'sue', 'support');
    const sue = await shop.api.signIn({ email: addressOf('sue'), nickname: 'Sue' }, { sub: 'sue' });
    expect((await sue.get('/admin/figures')).status).toBe(403);
    expect((await jane.get('/admin/figures')).status).toBe(404);
  });

  test('are told to be wrong, and repaired', async () => {
    const id = await buy([['bird', 1]], 10);
    await giveBack(id, 300);
    await expect.poll(async () => (await totals()).refunds).toBe(3);
    await foldMarketplaceAnalytics({ db });
    await sql`update api.shop_quarter set sales_cents = sales_cents + 7 where orders > 0`.execute(db);
    await sql`delete from api.order_given_back`.execute(db);
    const faults = await checkMarketplaceAnalytics(db);
    expect(faults.join('\n')).toContain('sales_cents 1007 instead of 1000');
    expect(faults.join('\n')).toContain(`order ${id}: 0 cents given back instead of 300`);
    expect(await repairMarketplaceAnalytics(db)).toEqual({ quarters: 1, orders: 1 });
    expect(await checkMarketplaceAnalytics(db)).toEqual([]);
    expect(await totals()).toMatchObject({ sales: 10, refunds: 3 });
    expect(await repairMarketplaceAnalytics(db)).toEqual({ quarters: 0, orders: 0 });
  });

  test('and what lists find rows by is kept with every order, told to be wrong, and repaired', async () => {
    const idle = async () =>
      (
        await sql<{
          account_id: string;
        }>`select account_id from api.user_without_order where account_id is not null`.execute(db)
      ).rows.map(({ account_id }) => account_id);
    const carl = await shop.api.signIn({ email: addressOf('carl'), nickname: 'Carl' }, { sub: 'carl' });
    await carl.get(`/user/${addressOf('carl')}`);
    expect(await idle()).toContain('carl');
    const { body } = await carl.post('/checkout-session', { items: [{ product_id: 'gpu', quantity: 1 }], amount: 40 });
    expect(await idle()).not.toContain('carl');
    // As a process of the release before writes lines.
    await sql`insert into api.order_line (order_id, line, product_id, product_name, unit_price_micros, quantity, amount_cents, counted)
      values (${body.order_id}, 7, 'gpu', 'GPU', 1, 1, 1, false)`.execute(db);
    expect(await checkMarketplaceAnalytics(db)).toEqual([]);
    await sql`update api.order_line set placed_at = now() where order_id = ${body.order_id}`.execute(db);
    await sql`insert into api.user_without_order select user_id, account_id, created_at from api."user" where account_id = 'carl'`.execute(
      db,
    );
    expect(await checkMarketplaceAnalytics(db)).toEqual([
      'lists: 2 lines are dated otherwise than their orders',
      'lists: of 1 customers it is told wrongly whether they have ordered',
    ]);
    expect(await repairKeptForLists(db)).toEqual({ lines: 2, customers: 1 });
    expect(await checkMarketplaceAnalytics(db)).toEqual([]);
    await sql`update api."order" set account_id = null where account_id = 'carl'`.execute(db);
    expect(await idle()).toContain('carl');
    expect(await checkMarketplaceAnalytics(db)).toEqual([]);
  });

  test('of before this release are those of its rows', async () => {
    const id = await buy([['gpu', 1]], 40);
    await giveBack(id, 1_000);
    await expect.poll(async () => (await totals()).refunds).toBe(10);
    const before = await totals();
    const empty = async () => {
      await db.transaction().execute(async (transaction) => {
        await sql`set local session_replication_role = replica`.execute(transaction);
        for (const table of ['order_given_back', 'shop_quarter', 'shop_change'])
          await sql`delete from ${sql.table(`api.${table}`)}`.execute(transaction);
      });
    };
    await empty();
    const migration = await readFile(
      join(import.meta.dirname, '../../migrations/0103-figures-of-the-marketplace.sql'),
      'utf8',
    );
    const [history] =
      migration.match(/insert into api\.order_given_back \(order_id, at, cents\)\n {2}with[^;]*;/) ?? [];
    await sql.raw(history ?? '').execute(db);
    await sql`delete from api.shop_change`.execute(db);
    await sql.raw(migration.slice(migration.lastIndexOf('insert into api.shop_quarter'))).execute(db);
    expect(await checkMarketplaceAnalytics(db)).toEqual([]);
    expect(await totals()).toEqual(before);
  });
});

const noReview = { review_reason: null, resume_status: null };

/** Orders that nobody has to pay for in a browser, in every state that they can be in. */
async function histories(seed: number, steps: number) {
  const random = mulberry(seed);
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  for (let step = 0; step < steps; step++) {
    const id = `H${seed}-${Math.floor(random() * 12)}`;
    const at = new Date(Date.UTC(2026, 2, 1, Math.floor(random() * 48), Math.floor(random() * 60)));
    const cents = Math.floor(random() * 10_000);
    await db.transaction().execute(async (transaction) => {
      const known = await transaction
        .selectFrom('api.order')
        .selectAll()
        .where('order_id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!known) {
        await sql`insert into api."order" (order_id, user_id, payment_method, status, subtotal_cents, total_cents, paid_at, created_at, expires_at, updated_at)
          values (${id}, 'jane@example.com', 'transfer', ${random() < 0.3 ? 'paid' : 'pending'}, ${cents}, ${cents},
            case when ${random() < 0.3} then ${at.toISOString()}::timestamptz end, ${at.toISOString()}, ${at.toISOString()}, ${at.toISOString()})
          on conflict do nothing`.execute(transaction);
        return;
      }
      const change = pick([
        { status: 'paid' as const, paid_at: at, received_cents: cents, ...noReview },
        { status: 'fulfilled' as const, ...noReview },
        {
          status: 'in_review' as const,
          review_reason: 'dispute' as const,
          resume_status: pick(['pending', 'paid', 'fulfilled'] as const),
        },
        { status: 'refunded' as const, items_returned: random() < 0.5, refunded_cents: known.total_cents, ...noReview },
        { status: 'cancelled' as const, items_returned: false, ...noReview },
        { refunded_cents: Math.floor(random() * (known.total_cents + 1)) },
        { paid_at: null },
      ]);
      if ('received_cents' in change && known.refunded_cents > Math.max(known.total_cents, cents)) return;
      await arrangeStates<ApiTables>(transaction, (arranged) =>
        arranged
          .updateTable('api.order')
          .set({ ...change, updated_at: at })
          .where('order_id', '=', id)
          .execute(),
      );
      if (random() < 0.05) await transaction.deleteFrom('api.order').where('order_id', '=', id).execute();
    });
    if (random() < 0.05) await foldChanges(db, 1 + Math.floor(random() * 20));
  }
}

/** Numbers that are the same for the same seed. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The sellers' own counters are kept by the verbs, which these histories leave out. */
const ofShop = async () => (await checkMarketplaceAnalytics(db)).filter((fault) => !fault.startsWith('shop '));

test.each([1, 2, 3])(
  '[B-04] whatever becomes of orders, the figures are what the rows come to: history %i',
  async (seed) => {
    await histories(seed, 250);
    expect(await ofShop()).toEqual([]);
    await foldMarketplaceAnalytics({ db });
    expect(await changes()).toBe(0);
    expect(await ofShop()).toEqual([]);
  },
);

onPostgres('[B-04] figures stay right while many write, fold, check and repair at once', async () => {
  await sql`insert into api.shop_quarter (quarter, orders, sales_cents) values ('2026-03-01T12:00:00Z', 5, 500)`.execute(
    db,
  );
  const checking = async () => {
    await repairMarketplaceAnalytics(db);
    for (let time = 0; time < 10; time++) expect(await ofShop()).toEqual([]);
  };
  const folding = async () => {
    for (let time = 0; time < 40; time++) await foldChanges(db, 10);
  };
  await repairMarketplaceAnalytics(db);
  await Promise.all([
    ...[11, 12, 13, 14, 15].map((seed) => histories(seed, 80)),
    // The same orders again.
    histories(11, 80),
    folding(),
    folding(),
    checking(),
    checking(),
  ]);
  expect(await ofShop()).toEqual([]);
  await foldMarketplaceAnalytics({ db });
  expect(await ofShop()).toEqual([]);
});
