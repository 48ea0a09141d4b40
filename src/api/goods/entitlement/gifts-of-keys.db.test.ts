// Gifts of products that come with keys, settled as the shop settles them.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Goods } from '#contract/goods/goods.ts';
import { createSecrets } from '#platform/secrets.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { aShop } from '../../../../test/factories/shop.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { loadKeys } from '../product-key/load-keys.ts';
import { type Gift, type Giving, giveProduct, withdrawGift } from './gifts.ts';
import { createGoodsSettlers } from './goods-kinds.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let jane: Awaited<ReturnType<typeof api.signIn>>;
let giving: Giving;

const now = new Date('2026-11-22T12:00:00Z');

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { now: () => now });
});
beforeEach(async () => {
  await emptyDatabase(database);
  jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' }, { sub: 'jane' });
  const db = database.kysely;
  await db
    .insertInto('api.user')
    .values(aUser({ user_id: 'jane@example.com', account_id: 'jane' }))
    .execute();
  const telling = { sendMail: async () => undefined, shop: aShop({ origin: 'http://shop.test' }) };
  giving = {
    db,
    kinds: createGoodsSettlers(telling),
    actor: { kind: 'operator', name: 'ops' },
    now: () => now,
    ...telling,
  };
});
afterAll(() => database.close());

async function sell(goods: Goods, more: Parameters<typeof aProduct>[0] = {}) {
  const row = aProduct({ product_id: 'quill', product_name: 'Quill', goods: JSON.stringify(goods), ...more });
  await database.kysely.insertInto('api.product').values(row).execute();
}

function load(...keys: string[]) {
  const secrets = createSecrets([new Uint8Array(32).fill(5)]);
  const given = { productId: 'quill', edition: '', selectedOptions: [], sellerId: null, by: 'test' };
  const loading = { db: database.kysely as never, secrets, deliverGoods: async () => undefined };
  return loadKeys(loading, { ...given, actor: { kind: 'job' } }, keys, { batch: '', dryRun: false });
}

const give = (change: Partial<Gift> = {}) =>
  giveProduct(giving, { email: 'jane@example.com', productId: 'quill', until: null, note: '', ...change });
const given = async (change: Partial<Gift> = {}) => {
  const done = await give(change);
  if ('refused' in done) throw new Error(done.refused);
  return done.entitlementId;
};
const keysOf = async (id: string) => (await jane.get(`/library/${id}/key`)).body;
const stock = async () => (await api.get('/product/quill')).body.stock;

test('[G-11] a gift has a key of the list, which nobody can buy any more; withdrawn, it is marked', async () => {
  await sell({ keys: { source: 'list' } });
  await load('QK-1', 'QK-2');
  const id = await given();
  expect(await keysOf(id)).toMatchObject({ items: [{ key: 'QK-1' }], waiting: 0 });
  expect(await stock()).toBe(1);
  await withdrawGift(giving, { entitlementId: id, reason: 'The test is over.' });
  expect(await keysOf(id)).toMatchObject({ items: [], standing: 'withdrawn', revoked_at: now.toISOString() });
  expect(await stock(), 'what somebody knows is never sold').toBe(1);
});

test('[G-11] without a key that nobody waits for nothing is given: what is ordered and not paid stays its buyer’s', async () => {
  await sell({ keys: { source: 'list' } });
  expect(await give()).toEqual({ refused: 'no_keys' });
  await load('QK-1');
  await database.kysely.updateTable('api.product').set({ held: 1 }).execute();
  expect(await give()).toEqual({ refused: 'no_keys' });
  expect((await jane.get('/library')).body.entries).toEqual([]);
  expect(await stock()).toBe(1);
  await database.kysely.updateTable('api.product').set({ held: 0 }).execute();
  expect(await keysOf(await given())).toMatchObject({ items: [{ key: 'QK-1' }] });
});

test('[G-11] two gifts of the last key at once: one is given, and says so', async () => {
  await sell({ keys: { source: 'list' } });
  await load('QK-1');
  const both = await Promise.all([give(), give()]);
  expect(both.filter((one) => 'refused' in one)).toEqual([{ refused: 'no_keys' }]);
});

test('[G-11] a license token of a gift that ends, ends with it', async () => {
  await sell({ keys: { source: 'signed', valid_days: 30 } });
  const until = async (change: Partial<Gift>) => {
    const [{ key }] = (await keysOf(await given(change))).items;
    return new Date((decodeJwt(key).exp ?? 0) * 1_000).toISOString();
  };
  expect(await until({ until: new Date('2026-11-30T23:59:59Z') })).toBe('2026-11-30T23:59:59.000Z');
  expect(await until({ until: new Date('2027-11-30T23:59:59Z') })).toBe('2026-12-22T12:00:00.000Z');
  expect(await until({ until: null })).toBe('2026-12-22T12:00:00.000Z');
});

test('[G-01] what only variants promise is not said to be delivered by hand', async () => {
  const selected_options = [{ name: 'License', value: 'Team' }];
  await sell({ variants: [{ selected_options, keys: { source: 'list' } }] });
  expect(await give()).toEqual({ refused: 'of_variants' });
});
