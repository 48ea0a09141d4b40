// No key is given out twice, whatever happens at once and wherever a process ends.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSecrets } from '#platform/secrets.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { deliverGoods } from '../../ordering/checkout/delivery/deliver-goods.ts';
import { reconcile } from '../../ordering/checkout/reconcile.ts';
import { refundOrder } from '../../ordering/checkout/refund/refund-order.ts';
import { loadKeys } from './load-keys.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  const goods = JSON.stringify({ keys: { source: 'list' } });
  const own = aProduct({ product_id: 'quill', product_name: 'Quill', price_micros: 10_000_000, goods });
  await database.kysely.insertInto('api.product').values(own).execute();
  shop = await startBuying(database);
});
afterEach(() => shop.close());
afterAll(() => database.close());

const secrets = createSecrets([new Uint8Array(32).fill(5)]);
const given = {
  productId: 'quill',
  edition: '',
  selectedOptions: [],
  sellerId: null,
  actor: { kind: 'job' } as const,
  by: 'test',
};
const many = (count: number, start = 0) => Array.from({ length: count }, (_, index) => `QK-${start + index}`);

function load(keys: string[], deliver = (orderId: string) => deliverGoods(shop.service, orderId)) {
  const loading = { db: database.kysely as never, secrets, deliverGoods: deliver };
  return loadKeys(loading, given, keys, { batch: '', dryRun: false });
}

async function books() {
  const { rows } = await sql<
    Record<'stock' | 'held' | 'free' | 'given' | 'revoked' | 'missing' | 'owed', number>
  >`select
    (select stock::int from api.product) as stock, (select held::int from api.product) as held,
    (select count(*)::int from api.product_key where state = 'free') as free,
    (select count(*)::int from api.product_key where state = 'given') as given,
    (select count(*)::int from api.product_key where state = 'revoked') as revoked,
    (select coalesce(sum(missing), 0)::int from api.product_key_wait) as missing,
    (select coalesce(sum(quantity), 0)::int from api.entitlement join api."order" as "order" using (order_id)
      where "order".status in ('paid', 'fulfilled')) as owed`.execute(database.kysely);
  return rows[0] as NonNullable<(typeof rows)[0]>;
}

async function pay(name: string, quantity: number): Promise<string | null> {
  const buyer = await shop.customer(name);
  const items = [{ product_id: 'quill', quantity }];
  const { status, body } = await buyer.post('/checkout-session', { items, amount: 10 * quantity });
  if (status !== 200) return null;
  await shop.pay(body.checkout_url);
  return body.order_id;
}

const settled = (orders: Array<string | null>) =>
  expect
    .poll(
      async () => {
        const rows = await database.kysely.selectFrom('api.order').select(['order_id', 'status']).execute();
        return rows.filter(({ order_id, status }) => orders.includes(order_id) && status === 'pending').length;
      },
      { timeout: 20_000 },
    )
    .toBe(0);

onPostgres(
  '[G-11] forty buyers pay at once for thirty keys while others are loaded, refunded and taken: each key has one owner',
  async () => {
    await load(many(20));
    const [orders] = await Promise.all([
      Promise.all(Array.from({ length: 40 }, (_, index) => pay(`buyer-${index}`, 1 + (index % 2)))),
      load(many(10, 20)),
      load(many(10, 20)),
      load(many(10, 25)),
    ]);
    await settled(orders);
    const bought = orders.filter((id) => id !== null);
    expect(bought.length).toBeGreaterThan(10);
    const sums = await books();
    expect(sums).toMatchObject({ missing: 0, revoked: 0, held: 0 });
    expect(sums.given).toBe(sums.owed);
    expect(sums.free + sums.given).toBe(35);
    expect(sums.stock).toBe(sums.free);
    const [first = '', second = '', third = ''] = bought;
    await Promise.all([
      refundOrder(shop.service, { orderId: first, amountCents: null, reason: '' }),
      refundOrder(shop.service, { orderId: second, amountCents: null, reason: '' }),
      ...[first, second, third].map((orderId) => deliverGoods(shop.service, orderId)),
      load(many(5, 100)),
      pay('late', 1),
    ]);
    await expect.poll(async () => (await books()).given === (await books()).owed, { timeout: 20_000 }).toBe(true);
    const after = await books();
    expect(after.free + after.given + after.revoked).toBe(40);
    expect(after.revoked).toBeGreaterThan(1);
    expect(after.stock).toBe(after.free);
  },
  60_000,
);

test('[G-11] who waited longest is served first, also where the process that loaded the keys ended before it gave them out', async () => {
  await load(many(4));
  const orders: string[] = [];
  for (const name of ['ann', 'ben', 'cleo']) {
    const buyer = await shop.customer(name);
    const items = [{ product_id: 'quill', quantity: name === 'ben' ? 2 : 1 }];
    const { body } = await buyer.post('/checkout-session', { items, amount: name === 'ben' ? 20 : 10 });
    orders.push(body.order_id);
    shop.wait(1);
    await database.kysely.updateTable('api.product').set({ listed: false }).execute();
    await database.kysely.deleteFrom('api.product_key').execute();
    await shop.pay(body.checkout_url);
    await settled(orders);
    await database.kysely.updateTable('api.product').set({ listed: true, stock: 0 }).execute();
    if (name !== 'cleo') {
      // For the next one to order there has to be something to hold.
      await load(many(10, 100 * orders.length), async () => undefined);
    }
  }
  expect(await books()).toMatchObject({ missing: 4, given: 0 });
  await expect(load(many(3, 900), () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  // Loaded keys belong to those who wait: nobody else can buy them.
  expect(await books()).toMatchObject({ stock: 0, free: 3, missing: 4 });
  expect(await pay('dora', 1)).toBeNull();
  await reconcile(shop.service);
  expect(await books()).toMatchObject({ stock: 0, free: 0, given: 3, missing: 1 });
  const rows = await database.kysely.selectFrom('api.product_key').select('entitlement_id').orderBy('place').execute();
  expect(rows.map(({ entitlement_id }) => entitlement_id)).toEqual([
    `${orders[0]}-0`,
    `${orders[1]}-0`,
    `${orders[1]}-0`,
  ]);
  await load(many(2, 950));
  expect(await books()).toMatchObject({ stock: 1, free: 1, given: 4, missing: 0 });
});

test('[G-11] what a list says of its keys is what there is of them, however they are changed', async () => {
  const { kysely: db } = database;
  const counted = () => db.selectFrom('api.product_key_list').select(['free', 'given', 'revoked']).execute();
  await load(many(6));
  expect(await counted()).toEqual([{ free: 6, given: 0, revoked: 0 }]);
  await load(many(8));
  const orderId = await pay('ann', 3);
  await settled([orderId]);
  expect(await counted()).toEqual([{ free: 5, given: 3, revoked: 0 }]);
  await refundOrder(shop.service, { orderId: orderId ?? '', amountCents: null, reason: '' });
  expect(await counted()).toEqual([{ free: 5, given: 0, revoked: 3 }]);
  await db.deleteFrom('api.product_key').where('state', '=', 'free').execute();
  expect(await counted()).toEqual([{ free: 0, given: 0, revoked: 3 }]);
  // Keys may be there before their list.
  await db.deleteFrom('api.product_key_list').execute();
  await load(many(2, 50));
  expect(await counted()).toEqual([{ free: 2, given: 0, revoked: 3 }]);
});
