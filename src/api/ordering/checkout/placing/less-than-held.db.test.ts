// The shopkeeper says that there is less than orders hold: nobody gets what is not there, and everybody is told.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { aFile, importInto } from '../../../../../test/catalogue/import-into.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { cancelOrder } from '../cancel-order.ts';
import { reconcile } from '../reconcile.ts';
import { refundOrder } from '../refund/refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  await database.kysely
    .insertInto('api.product')
    .values(
      aProduct({
        product_id: 'gpu',
        product_name: 'GPU hour',
        product_type: 'data',
        price_micros: 2_490_000,
        stock: 5,
      }),
    )
    .execute();
  shop = await startBuying(database);
});
afterEach(() => shop.close());
afterAll(() => database.close());

async function order(name: string, quantity: number): Promise<{ checkout_url: string; order_id: string }> {
  const buyer = await shop.customer(name);
  const { status, body } = await buyer.post('/checkout-session', {
    items: [{ product_id: 'gpu', quantity }],
    amount: (249 * quantity) / 100,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Told: 'line: warning'. */
async function say(stock: number | null): Promise<string[]> {
  const row = { product_id: 'gpu', product_name: 'GPU hour', product_type: 'data', price: 2.49, stock };
  const { told, ...outcome } = await importInto(database, aFile('stock.jsonl', JSON.stringify(row), 1_000));
  expect(outcome).toMatchObject({ updated: 1, rejected: 0 });
  return told.warnings;
}

async function product() {
  const columns = ['stock', 'held'] as const;
  return database.kysely.selectFrom('api.product').select(columns).where('product_id', '=', 'gpu').executeTakeFirst();
}

async function statuses() {
  const rows = await database.kysely.selectFrom('api.order').select(['user_id', 'status']).orderBy('user_id').execute();
  return Object.fromEntries(rows.map(({ user_id, status }) => [user_id?.split('@')[0], status]));
}

test('an import below what is held ends the newest orders: nobody can pay for them, and their buyers are told once', async () => {
  const [first, second, third] = [await order('ann', 2), await order('ben', 2), await order('cat', 1)];
  expect(await say(2)).toEqual([
    '1: stock 2 is less than the 5 that orders hold until they are paid: the newest of them are cancelled',
  ]);
  const dan = await shop.customer('dan');
  expect(
    await dan.post('/checkout-session', { items: [{ product_id: 'gpu', quantity: 1 }], amount: 2.49 }),
  ).toMatchObject({
    status: 409,
    body: { error: 'GPU hour is sold out.' },
  });

  await reconcile(shop.service);
  await reconcile(shop.service);
  expect(await statuses()).toEqual({ ann: 'pending', ben: 'cancelled', cat: 'cancelled' });
  expect(await product()).toEqual({ stock: 2, held: 2 });
  expect(shop.mails.map(({ to, subject }) => ({ to, subject }))).toEqual(
    [third, second].map(({ order_id }, index) => ({
      to: `${['cat', 'ben'][index]}@example.com`,
      subject: `Your Hearth order ${order_id} is cancelled`,
    })),
  );
  expect(shop.mails[0]?.paragraphs.join()).toContain('Nothing was charged.');
  // The page on which they could pay has ended.
  expect(await shop.pay(second.checkout_url)).not.toBe(303);
  expect(await shop.pay(first.checkout_url)).toBe(303);
  await vi.waitFor(async () => expect(await product()).toEqual({ stock: 0, held: 0 }));
  expect(await say(2)).toEqual([]);
});

test('no more orders end than must', async () => {
  await order('ann', 1);
  await order('ben', 1);
  await order('cat', 1);
  await say(2);
  await reconcile(shop.service);
  expect(await statuses()).toEqual({ ann: 'pending', ben: 'pending', cat: 'cancelled' });
  expect(await product()).toEqual({ stock: 2, held: 2 });
});

test('who pays before the newest orders have ended gets what is there; all others get their money back and a mail', async () => {
  const orders = await Promise.all(['ann', 'ben', 'cat', 'dan', 'eve'].map((name) => order(name, 1)));
  await say(2);
  await Promise.all(orders.map(({ checkout_url }) => shop.pay(checkout_url)));
  await vi.waitFor(async () =>
    expect(Object.values(await statuses()).sort()).toEqual(['paid', 'paid', 'refunded', 'refunded', 'refunded']),
  );
  expect(await product()).toEqual({ stock: 0, held: 0 });
  await vi.waitFor(async () => {
    const { rows } = await sql<{ cents: number }>`select sum(amount)::int as cents from payments.refund`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ cents: 3 * 249 }]);
  });
  expect(shop.mails.filter(({ heading }) => heading === 'There is less than we thought')).toHaveLength(3);
  await reconcile(shop.service);
  expect(shop.mails).toHaveLength(5);
});

test('imports, payments and ended orders all at once sell nothing that is not there', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `buyer-${index}`);
  await database.kysely.updateTable('api.product').set({ stock: 100 }).execute();
  await sql`create table public.stock_seen (id bigint generated always as identity, before bigint, after bigint);
    `.execute(database.kysely);
  await sql`create function public.see_stock() returns trigger language plpgsql as $$ begin
    if old.stock is distinct from new.stock then
      insert into public.stock_seen (before, after) values (old.stock, new.stock);
    end if; return null; end $$`.execute(database.kysely);
  await sql`create trigger see_stock after update on api.product for each row execute function public.see_stock()`.execute(
    database.kysely,
  );
  try {
    const orders = await Promise.all(names.map((name) => order(name, 1)));
    await Promise.all([
      ...orders.map(({ checkout_url }) => shop.pay(checkout_url)),
      say(3),
      reconcile(shop.service),
      reconcile(shop.service),
    ]);
    await vi.waitFor(async () => {
      await reconcile(shop.service);
      expect(Object.values(await statuses())).not.toContain('pending');
    });
    const { rows } = await sql<{ before: number; after: number }>`
      select before, after from public.stock_seen order by id`.execute(database.kysely);
    // One payment takes one: from 90 or more to 3 it was the shopkeeper.
    const said = rows.findIndex(({ before, after }) => after === 3 && before > 4);
    expect(said).toBeGreaterThanOrEqual(0);
    const sold = rows.filter((_, index) => index !== said);
    // Every payment took one from the stock: none was let through with nothing left to take.
    expect(sold.every(({ before, after }) => before - after === 1)).toBe(true);
    expect(Object.values(await statuses()).filter((status) => status === 'paid')).toHaveLength(sold.length);
    expect(rows.length - said - 1).toBeLessThanOrEqual(3);
    expect(await product()).toMatchObject({ held: 0 });
  } finally {
    await sql`drop trigger see_stock on api.product`.execute(database.kysely);
    await sql`drop function public.see_stock`.execute(database.kysely);
    await sql`drop table public.stock_seen`.execute(database.kysely);
  }
});

test('a product that is counted only since it was ordered is sold as far as it is there', async () => {
  await say(null);
  const [first, second] = [await order('ann', 2), await order('ben', 2)];
  await say(3);
  expect(await product()).toEqual({ stock: 3, held: 0 });
  await shop.pay(first.checkout_url);
  await shop.pay(second.checkout_url);
  await vi.waitFor(async () => expect(await statuses()).toEqual({ ann: 'paid', ben: 'refunded' }));
  expect(await product()).toEqual({ stock: 1, held: 0 });
  await refundOrder(shop.service, { orderId: first.order_id, amountCents: null, reason: '' });
  expect(await product()).toEqual({ stock: 3, held: 0 });
});

test('a product that is not counted any more stays so when an order that held it is paid', async () => {
  const [first, second] = [await order('ann', 2), await order('ben', 2)];
  await say(null);
  await shop.pay(first.checkout_url);
  await vi.waitFor(async () => expect(await statuses()).toEqual({ ann: 'paid', ben: 'pending' }));
  expect(await product()).toEqual({ stock: null, held: 2 });
  await cancelOrder(shop.service, second.order_id, 'cancelled');
  expect(await product()).toEqual({ stock: null, held: 0 });
});
