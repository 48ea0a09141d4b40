// Both databases: days, time zones and ranks of each.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { highlightsSchema } from '#contract/catalogue/highlight.schema.ts';
import type { Highlights } from '#contract/catalogue/highlight.ts';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { insertOrder } from '../../ordering/order/order.store.ts';
import type { Db } from '../../schema/db.ts';
import { countBuyers } from '../../selling/analytics/count-buyers.ts';

let database: Database<Tables>;
let db: Db;
let shop: Buying;
const now = new Date('2026-11-20T12:00:00Z');
let refreshed = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.kysely as unknown as Db;
});
beforeEach(async () => {
  await emptyDatabase(database);
  await db.deleteFrom('api.product_buyer_day').execute();
  await db.deleteFrom('api.buyer_day').execute();
  await db.deleteFrom('api.most_bought').execute();
  refreshed = 0;
  shop = await startBuying(database);
});
afterAll(() => database.close());

type Changes = Parameters<typeof aProduct>[0];

const add = (id: string, changes: Changes = {}) =>
  db
    .insertInto('api.product')
    .values(aProduct({ product_id: id, product_name: id, provider: id, ...changes }) as never)
    .execute();

const count = (at = now) =>
  countBuyers({
    db,
    now: () => at,
    refresh: async () => {
      refreshed += 1;
    },
  });

async function read(): Promise<{ [Name in keyof Highlights]: string[] }> {
  const { body } = await shop.api.get('/highlights');
  const highlights = highlightsSchema.parse(body);
  const ids = (name: keyof Highlights) => highlights[name].map(({ product_id }) => product_id);
  return {
    newest: ids('newest'),
    on_sale: ids('on_sale'),
    most_rented: ids('most_rented'),
    most_bought: ids('most_bought'),
  };
}

type Sold = {
  by: string;
  products: string[];
  at?: string;
  changes?: Partial<ReturnType<typeof aLine>>;
  status?: 'paid' | 'refunded' | 'pending';
};
let orders = 0;

async function sell({
  by,
  products,
  at = '2026-11-20T09:30:00Z',
  changes = {},
  status = 'paid',
}: Sold): Promise<string> {
  orders += 1;
  const order_id = `ORDER${String(orders).padStart(7, '0')}`;
  const {
    lines: _,
    refunds: __,
    ...row
  } = anOrder({
    ...{
      order_id,
      status,
      account_id: by,
      created_at: new Date(at),
      paid_at: status === 'pending' ? null : new Date(at),
    },
  });
  const lines = products.map((product_id, line) => aLine({ line, product_id, product_name: product_id, ...changes }));
  await insertOrder(db, { ...row, invoice_to: null, billing: null, updated_at: row.created_at }, lines);
  return order_id;
}

test('[Q-19] what is new stands with the newest first, without what is hidden or sold out', async () => {
  for (const id of ['old', 'gone', 'hidden', 'young'])
    await add(id, { stock: id === 'gone' ? 0 : null, listed: id !== 'hidden' });
  expect((await read()).newest).toEqual(['young', 'old']);
});

test('[Q-19] of what is on sale the greatest discount stands first', async () => {
  await add('usual');
  await add('tenth', { price_micros: 100_000_000, sale_price_micros: 90_000_000, on_sale: true });
  await add('half', { price_micros: 8_000_000, sale_price_micros: 4_000_000, on_sale: true });
  await add('sold-out', { price_micros: 8_000_000, sale_price_micros: 1_000_000, on_sale: true, stock: 0 });
  await add('free', { price_micros: 0, on_sale: false });
  expect((await read()).on_sale).toEqual(['half', 'tenth']);
});

test('[Q-19] what is rented and bought most is ranked by people and days, of the last 30 days, and each change is seen at once', async () => {
  for (const id of ['data-1', 'data-2', 'data-3']) await add(id, { product_type: 'data' });
  for (const id of ['gpu-1', 'gpu-2']) await add(id, { product_type: 'computing' });
  // One account that buys five times a day is one buyer, and two are two.
  for (let times = 0; times < 5; times += 1) await sell({ by: 'jane', products: ['data-1', 'gpu-1'] });
  await sell({ by: 'jane', products: ['data-2', 'gpu-2'] });
  await sell({ by: 'tom', products: ['data-2', 'gpu-2'], at: '2026-10-22T00:00:00Z' });
  await sell({ by: 'tom', products: ['data-1', 'data-3'], at: '2026-10-21T23:59:59Z' });
  expect(await read()).toMatchObject({ most_rented: [], most_bought: [] });
  await count();
  expect(await read()).toMatchObject({ most_rented: ['gpu-2', 'gpu-1'], most_bought: ['data-2', 'data-1'] });
  expect(refreshed).toBe(1);
  await count();
  expect(refreshed).toBe(1);
});

test('[Q-19] what is not paid, paid back or free counts nobody', async () => {
  for (const id of ['unpaid', 'refunded', 'line-refunded', 'free', 'bought']) await add(id, { product_type: 'data' });
  await sell({ by: 'jane', products: ['unpaid'], status: 'pending' });
  await sell({ by: 'jane', products: ['refunded'], status: 'refunded' });
  const back = await sell({ by: 'jane', products: ['line-refunded'] });
  await db.updateTable('api.order_line').set({ refunded_cents: 498_000 }).where('order_id', '=', back).execute();
  await sell({ by: 'jane', products: ['free'], changes: { amount_cents: 0, unit_price_micros: 0 } });
  const kept = await sell({ by: 'jane', products: ['bought'] });
  await count();
  expect((await read()).most_bought).toEqual(['bought']);
  // Two days later it still counts out, and after that the day is as it is.
  await db.updateTable('api.order_line').set({ refunded_cents: 498_000 }).where('order_id', '=', kept).execute();
  await count(new Date('2026-11-22T23:00:00Z'));
  expect((await read()).most_bought).toEqual([]);
  await db.updateTable('api.order_line').set({ refunded_cents: 0 }).where('order_id', '=', kept).execute();
  await count(new Date('2026-11-23T01:00:00Z'));
  await db.updateTable('api.order_line').set({ refunded_cents: 498_000 }).where('order_id', '=', kept).execute();
  await count(new Date('2026-11-23T02:00:00Z'));
  expect((await read()).most_bought).toEqual(['bought']);
});

test('[Q-19] a month without orders leaves nothing behind', async () => {
  await add('bought', { product_type: 'data' });
  await sell({ by: 'jane', products: ['bought'] });
  await count();
  await count(new Date('2026-12-20T00:00:00Z'));
  expect((await read()).most_bought).toEqual([]);
  expect(await db.selectFrom('api.product_buyer_day').selectAll().execute()).toEqual([]);
});
