// The staff give a customer a product without an order, and take it back.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Goods } from '#contract/goods/goods.ts';
import type { Gift } from '#contract/goods/library/gift.schema.ts';
import type { Message } from '#mail/mailer.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { storeGift } from '../../../../test/factories/entitlement.ts';
import { anOrder } from '../../../../test/factories/order.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startApi, testSecrets } from '../../../../test/parts/api.ts';
import { loadKeys as load } from '../product-key/load-keys.ts';
import { giftRefusalSentences } from './gift.rules.ts';

type Api = Awaited<ReturnType<typeof startApi>>;
type Client = Awaited<ReturnType<Api['signIn']>>;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Api;
let jane: Client;
let sam: Client;
let mails: Message[] = [];

const now = new Date();
const seconds = Math.floor(now.getTime() / 1_000);
const day = (ahead: number) => new Date(now.getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
const path = '/admin/customer/jane/gift';
const reason = 'The test is over.';

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { now: () => now, sendMail: async (_transaction, mail) => void mails.push(mail) });
});
afterAll(async () => {
  await api.close();
  await database.close();
});
beforeEach(async () => {
  await emptyDatabase(database);
  mails = [];
  const { kysely } = database;
  await storeStaff(database, 'sam', 'support');
  await storeStaff(database, 'fin', 'finance');
  await kysely
    .insertInto('api.user')
    .values([
      aUser({ user_id: 'jane@example.com', account_id: 'jane' }),
      aUser({ user_id: 'later@example.com', account_id: null }),
    ])
    .execute();
  const product = (product_id: string, product_name: string, goods: Goods = {}) =>
    aProduct({ product_id, product_name, goods: JSON.stringify(goods) });
  const selected_options = [{ name: 'License', value: 'Team' }];
  await kysely
    .insertInto('api.product')
    .values([
      product('calls', 'Calls', { keys: { source: 'signed' } }),
      product('station', 'Station'),
      product('station-2', 'Station 2', { keys: { source: 'signed' } }),
      product('quill', 'Quill', { keys: { source: 'list' } }),
      product('team', 'Team', { variants: [{ selected_options, keys: { source: 'list' } }] }),
    ])
    .execute();
  jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' }, { sub: 'jane' });
  sam = await staff('sam');
});

const staff = (account: string, claims: object = {}) =>
  api.signIn({ email: addressOf(account), nickname: account }, { sub: account, auth_time: seconds, ...claims });
const give = (by: Client, gift: object, { at = path, key = randomUUID() as string } = {}) =>
  by.post(at, gift, { 'idempotency-key': key });
const loadKeys = (...keys: string[]) =>
  load(
    { db: database.kysely as never, secrets: testSecrets, deliverGoods: async () => undefined },
    { productId: 'quill', edition: '', selectedOptions: [], sellerId: null, by: 'test', actor: { kind: 'job' } },
    keys,
    { batch: '', dryRun: false },
  );
const gifts = async (by = sam): Promise<Gift[]> => (await by.get(path)).body;

test('[B-10] what the staff give is in the library at once, listed with who gave it, told by mail and audited', async () => {
  const { status, body } = await give(sam, { product_id: 'calls', until: day(3), note: 'For testing' });
  expect(status).toBe(201);
  const given = {
    product_id: 'calls',
    product_name: 'Calls',
    until: `${day(3)}T23:59:59.000Z`,
    note: 'For testing',
    by: 'sam',
    state: 'active',
    withdrawn_at: null,
  };
  expect(body).toMatchObject(given);
  expect(await gifts()).toEqual([body]);
  expect((await jane.get('/library')).body.entries).toMatchObject([{ entitlement_id: body.entitlement_id }]);
  expect(mails).toMatchObject([{ to: 'jane@example.com', subject: expect.stringMatching(/library: Calls$/) }]);
  const entries = await listAudit(database.kysely, { subject: body.entitlement_id, limit: 5 });
  expect(entries).toMatchObject([
    { action: 'entitlement.given', actor_kind: 'customer', details: { by: 'sam', product: 'calls', account: 'jane' } },
  ]);
});

test('[B-10] a gift is taken back once, with a reason that its owner reads; another customer’s is not found', async () => {
  const { body } = await give(sam, { product_id: 'calls' });
  const one = `${path}/${body.entitlement_id}/withdraw`;
  expect((await sam.post(one, { reason: '  ' })).status, 'without a reason').toBe(400);
  expect((await sam.post(`/admin/customer/sam/gift/${body.entitlement_id}/withdraw`, { reason })).status).toBe(404);
  expect((await gifts())[0]?.state).toBe('active');
  const withdrawn = await sam.post(one, { reason });
  expect(withdrawn.status).toBe(200);
  expect(withdrawn.body).toMatchObject({ state: 'withdrawn', withdrawn_reason: reason });
  expect(await gifts()).toEqual([withdrawn.body]);
  expect((await jane.get(`/library/${body.entitlement_id}`)).body.standing).toBe('withdrawn');
  expect(mails[1]).toMatchObject({ subject: 'Taken back: Calls', paragraphs: expect.arrayContaining([reason]) });
  expect((await sam.post(one, { reason })).status, 'twice').toBe(409);
  const entries = await listAudit(database.kysely, { subject: body.entitlement_id, limit: 5 });
  expect(entries).toMatchObject([
    { action: 'entitlement.given', actor_kind: 'customer', details: { by: 'sam' } },
    { action: 'entitlement.withdrawn', actor_kind: 'customer', details: { by: 'sam' } },
  ]);
});

test('[B-10] each refusal is a code with what to do next, and nothing is given', async () => {
  const refusals = [
    ['jane', { product_id: 'station' }, 'by_hand'],
    ['jane', { product_id: 'team' }, 'of_variants'],
    ['jane', { product_id: 'quill' }, 'no_keys'],
    ['jane', { product_id: 'nothing' }, 'no_product'],
    ['jane', { product_id: 'calls', until: day(-1) }, 'until_passed'],
    ['later@example.com', { product_id: 'calls' }, 'no_account'],
    ['sam', { product_id: 'calls' }, 'own_account'],
  ] as const;
  for (const [who, gift, code] of refusals) {
    const { status, body } = await give(sam, gift, { at: `/admin/customer/${who}/gift` });
    expect([status, body.refusal, body.message]).toEqual([409, code, giftRefusalSentences[code]]);
  }
  expect((await give(sam, { product_id: 'calls', until: '2027-02-31' })).status, 'no such day').toBe(400);
  expect((await give(sam, { product_id: 'calls' }, { at: '/admin/customer/nobody/gift' })).status).toBe(404);
  expect(await database.kysely.selectFrom('api.entitlement').selectAll().execute()).toEqual([]);
  expect(mails).toEqual([]);
  expect((await sam.get('/admin/customer/later@example.com/gift')).body).toEqual([]);
});

test('[B-10] what a shop sells is given by an administrator, and by nobody else of the staff', async () => {
  const sellerId = await storeSeller(database, { name: 'Birds', state: 'approved' }, {});
  await database.kysely
    .updateTable('api.product')
    .set({ seller_id: sellerId })
    .where('product_id', '=', 'calls')
    .execute();
  const refused = await give(sam, { product_id: 'calls' });
  expect([refused.status, refused.body.refusal, refused.body.message]).toEqual([
    409,
    'of_a_shop',
    giftRefusalSentences.of_a_shop,
  ]);
  expect(await gifts()).toEqual([]);
  expect(mails).toEqual([]);
  await storeStaff(database, 'ada', 'admin');
  expect((await give(await staff('ada'), { product_id: 'calls' })).status).toBe(201);
});

test('[B-10] a request that comes twice gives once, also at once, with the last key, and after it was withdrawn', async () => {
  await loadKeys('QK-1');
  const gift = { product_id: 'quill', until: day(3), note: 'For testing' };
  const both = await Promise.all([give(sam, gift, { key: 'one' }), give(sam, gift, { key: 'one' })]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(both[1]?.body).toEqual(both[0]?.body);
  expect(await gifts()).toEqual([both[0]?.body]);
  expect(mails.filter(({ subject }) => /library: Quill$/.test(subject))).toHaveLength(1);
  await sam.post(`${path}/${both[0]?.body.entitlement_id}/withdraw`, { reason });
  expect((await give(sam, gift, { key: 'one' })).body).toMatchObject({ state: 'withdrawn' });
  expect((await give(sam, { product_id: 'calls' }, { key: 'two' })).status, 'another request').toBe(201);
  expect(await gifts()).toHaveLength(2);
});

test('[B-10] a key that has given something else gives nothing more; without one nothing is given', async () => {
  const other = { product_id: 'station-2' };
  const both = await Promise.all([
    give(sam, { product_id: 'calls' }, { key: 'one' }),
    give(sam, other, { key: 'one' }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const changed = await give(sam, { product_id: 'calls', note: 'Otherwise' }, { key: 'one' });
  expect([changed.status, changed.body.refusal]).toEqual([409, 'another_gift']);
  expect((await sam.post(path, { product_id: 'calls' })).status, 'without a key').toBe(400);
  const unknown = await give(sam, { product_id: 'calls', reason: 'x' }, { key: 'three' });
  expect([unknown.status, unknown.body.message]).toEqual([400, 'reason is not a field of this request.']);
  expect(await gifts()).toHaveLength(1);
});

test('[B-10] the last day is a whole one: today may be given', async () => {
  expect((await give(sam, { product_id: 'calls', until: day(0) })).status).toBe(201);
});

test('[B-03] giving and taking back ask for a sign-in of the last 15 minutes, and reading does not', async () => {
  const { body } = await give(sam, { product_id: 'calls' });
  const stale = await staff('sam', { auth_time: seconds - 16 * 60 });
  expect((await give(stale, { product_id: 'calls' })).body.refusal).toBe('sign_in_again');
  const withdrawn = await stale.post(`${path}/${body.entitlement_id}/withdraw`, { reason });
  expect(withdrawn.body.refusal).toBe('sign_in_again');
  expect(await gifts(stale)).toMatchObject([{ state: 'active' }]);
});

test('[B-10] who reads customers reads gifts and gives none', async () => {
  const fin = await staff('fin');
  await give(sam, { product_id: 'calls' });
  expect(await gifts(fin)).toHaveLength(1);
  expect((await give(fin, { product_id: 'calls' })).status).toBe(403);
});

test('[B-10] gifts are told a page at a time, newest first, each once; what was bought is none', async () => {
  const goods = { keys: { source: 'signed' } } as const;
  const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  for (const [id, minutes] of [
    ['g1', 3],
    ['g2', 2],
    ['g3', 2],
    ['g4', 1],
  ] as const)
    await storeGift(database.kysely, { id, account: 'jane', goods, at: at(minutes) });
  await storeGift(database.kysely, { id: 'theirs', account: 'sam', goods, at: at(1) });
  await database.kysely
    .updateTable('api.entitlement')
    .set({ expires_at: at(1) })
    .where('entitlement_id', '=', 'g1')
    .execute();
  const { lines: _lines, refunds: _refunds, ...order } = anOrder({ order_id: 'o1', account_id: 'jane' });
  await database.kysely
    .insertInto('api.order')
    .values({ ...order, updated_at: now, billing: null })
    .execute();
  const bought = { because: 'order', order_id: 'o1', line: 1 } as const;
  await database.kysely.updateTable('api.entitlement').set(bought).where('entitlement_id', '=', 'g3').execute();
  const first = await sam.get(`${path}?limit=2`);
  const next = /<\/api([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await sam.get(next);
  expect([...first.body, ...second.body].map((gift: Gift) => [gift.entitlement_id, gift.state, gift.by])).toEqual([
    ['g4', 'active', null],
    ['g2', 'active', null],
    ['g1', 'expired', null],
  ]);
  expect(second.headers.get('link')).toBeNull();
});
