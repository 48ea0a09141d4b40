import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Message } from '#mail/mailer.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { storeRelease } from '../../../../test/factories/goods.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { storeSeller } from '../../../../test/factories/seller.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { deleteCustomer } from '../../people/user/user.store.ts';
import type { SettleKind } from './entitlement.store.ts';
import { type Giving, giveProduct, withdrawGift } from './gifts.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let jane: Awaited<ReturnType<typeof api.signIn>>;
let settled: string[];
let mails: Message[];
let giving: Giving;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
beforeEach(async () => {
  await emptyDatabase(database);
  jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' }, { sub: 'jane' });
  const db = database.kysely;
  await db
    .insertInto('api.user')
    .values(aUser({ user_id: 'jane@example.com', account_id: 'jane' }))
    .execute();
  const goods = { files: { release: 'r1', updates: 'free' }, keys: { source: 'signed' } };
  await db
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'calls', product_name: 'Calls', license: 'MIT', goods: JSON.stringify(goods) }),
      aProduct({ product_id: 'station' }),
    ])
    .execute();
  await storeRelease(database, { product_id: 'calls', number: 1, release_id: 'r1' });
  settled = [];
  mails = [];
  const keys: SettleKind = async (_transaction, entitlements) => {
    for (const { entitlement_id: id, standing } of entitlements) settled.push(`${standing} ${id}`);
    return new Set();
  };
  giving = {
    db,
    kinds: { keys },
    actor: { kind: 'operator', name: 'ops' },
    now: () => new Date('2026-11-22T12:00:00Z'),
    sendMail: async (_transaction, mail) => void mails.push(mail),
    shop: { name: 'Hearth', origin: 'http://shop.test' },
  };
});
afterAll(() => database.close());

const gift = { email: 'Jane@Example.com', productId: 'calls', until: null, note: 'For testing' };

async function give(change: Partial<typeof gift> = {}) {
  const given = await giveProduct(giving, { ...gift, ...change });
  if ('refused' in given) throw new Error(given.refused);
  return given.entitlementId;
}

test('[G-02] what an operator gives is in the library with all that it promises, and audited', async () => {
  const id = await give();
  expect((await jane.get(`/library/${id}`)).body).toMatchObject({
    because: 'gift',
    order_id: null,
    license: 'MIT',
    standing: 'active',
    next: 'download',
    goods: { files: { updates: 'free' }, keys: { source: 'signed' } },
  });
  expect(settled).toEqual([`active ${id}`]);
  expect(mails).toMatchObject([
    {
      to: 'jane@example.com',
      subject: 'In your Hearth library: Calls',
      action: { url: `http://shop.test/profile/library?open=${id}` },
    },
  ]);
  expect(JSON.stringify(mails)).not.toContain('For testing');
  const [entry] = (await listAudit(database.kysely, { limit: 1 } as never)).slice(-1);
  expect(entry).toMatchObject({ action: 'entitlement.given', subject_id: id, actor_name: 'ops' });
  // Why is the operator's own.
  expect(JSON.stringify((await jane.get(`/library/${id}`)).body)).not.toContain('For testing');
});

test('[G-02] a gift is withdrawn once, its owner reads why, and what was handed out is taken back', async () => {
  const id = await give();
  expect(await withdrawGift(giving, { entitlementId: id, reason: 'The test is over.' })).toBe(true);
  expect(await withdrawGift(giving, { entitlementId: id, reason: 'Again.' })).toBe(false);
  expect(settled).toEqual([`active ${id}`, `withdrawn ${id}`]);
  expect(mails).toHaveLength(2);
  expect(mails[1]).toMatchObject({ to: 'jane@example.com', subject: 'Taken back: Calls' });
  expect(mails[1]?.paragraphs).toContain('The test is over.');
  expect((await jane.get(`/library/${id}`)).body).toMatchObject({
    standing: 'withdrawn',
    ended_reason: 'The test is over.',
    next: 'none',
  });
});

test('[G-02] an operator gives what a shop sells, too', async () => {
  await giving.db
    .updateTable('api.product')
    .set({ seller_id: await storeSeller(database, {}, {}) })
    .execute();
  expect((await jane.get(`/library/${await give()}`)).body).toMatchObject({ because: 'gift', standing: 'active' });
});

test.each([
  [{ email: 'nobody@example.com' }, 'no_account'],
  [{ productId: 'never-there' }, 'no_product'],
  [{ productId: 'station' }, 'by_hand'],
])('[G-02] %j gives nothing: %s', async (change, refused) => {
  expect(await giveProduct(giving, { ...gift, ...change })).toEqual({ refused });
  expect((await jane.get('/library')).body.entries).toEqual([]);
});

test('[G-02] what somebody had is nobody’s once their account is deleted', async () => {
  const id = await give();
  await deleteCustomer(database.kysely, { kind: 'customer' }, 'jane@example.com', 'jane');
  expect((await jane.get(`/library/${id}`)).status).toBe(404);
  const row = await database.kysely
    .selectFrom('api.entitlement')
    .select('account_id')
    .where('entitlement_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.account_id).toBeNull();
});
