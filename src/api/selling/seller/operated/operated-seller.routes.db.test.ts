// Shops that somebody of the staff opens and hands products to, by the rules of `npm run seller`.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Adoption } from '#contract/selling/staff-seller.schema.ts';
import { adoptMaximum } from '#contract/selling/staff-seller.ts';
import { customerAccounts } from '#main/parts/customer-accounts.ts';
import type { Tables } from '#main/tables.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../../test/factories/seller.ts';
import { startApi } from '../../../../../test/parts/api.ts';
import { emptyIdentity, startIdentity, type TestIdentity } from '../../../../../test/parts/identity.ts';

let database: Database<Tables>;
let identity: TestIdentity;
let api: Awaited<ReturnType<typeof startApi>>;
let elsewhere: Awaited<ReturnType<typeof startApi>>;
type Client = Awaited<ReturnType<typeof api.signIn>>;
let ada: Client;
let ownerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
  api = await startApi(database, {
    customerAccounts: customerAccounts({ endpoint: 'embedded' } as never, database),
  });
  // Another service keeps the accounts.
  elsewhere = await startApi(database);
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyIdentity(database);
  await storeStaff(database, 'ada', 'admin');
  ada = await api.signIn({ email: addressOf('ada'), nickname: 'ada' }, { sub: 'ada' });
  ownerId = await identity.register('Olive@Example.com');
});
afterAll(async () => {
  await api.close();
  await elsewhere.close();
  await identity.close();
  await database.close();
});

const given = {
  name: 'Alder Labs',
  address: 'alder-labs',
  owner: 'olive@example.com',
  country: 'DE',
  support_email: null,
};
const open = (changes: object = {}, by = ada) => by.post('/admin/seller', { ...given, ...changes });
const notedOf = async (id: string) =>
  (await listAudit(database.kysely, { subject: id, limit: 200 })).map(({ action, details }) => [action, details]);

describe('a shop', () => {
  test('[S-04] is opened for an account that has never been here, and belongs to it', async () => {
    const { status, body } = await open();
    expect(status).toBe(201);
    const shop = (await ada.get(`/admin/seller/${body.seller_id}`)).body;
    expect(shop).toMatchObject({
      name: 'Alder Labs',
      address: 'alder-labs',
      state: 'approved',
      country: 'DE',
      support_email: 'olive@example.com',
      members: [{ account_id: ownerId, email: 'olive@example.com', role: 'owner' }],
    });
    expect(await notedOf(body.seller_id)).toEqual([['seller.created', { by: 'ada', address: 'alder-labs' }]]);
    expect((await api.get('/seller/page/alder-labs')).status, 'its page').toBe(200);
    const owner = await api.signIn({ email: 'olive@example.com', nickname: 'Olive' }, { sub: ownerId });
    expect((await owner.get(`/seller/${body.seller_id}`)).body).toMatchObject({ role: 'owner' });
  });

  test('has the support address that is given', async () => {
    const { body } = await open({ support_email: 'help@alder.example' });
    expect((await ada.get(`/admin/seller/${body.seller_id}`)).body.support_email).toBe('help@alder.example');
  });

  test.each([
    ['seller_address_refused', { address: 'admin' }, 'kept for the marketplace'],
    ['seller_address_refused', { address: 'Alder Labs' }, 'lower case'],
    ['seller_address_refused', { address: '0urs' }, 'looks like'],
    ['seller_name_refused', { name: '0urs' }, 'looks like'],
    ['seller_name_refused', { name: '!' }, 'two letters'],
    ['no_such_account', { owner: 'nobody@example.com' }, 'registers first'],
  ])('is refused with what is in the way: %s of %j', async (refusal, changes, words) => {
    await storeSeller(database, { seller_id: 'ours', address: 'ours', name: 'Ours', name_skeleton: 'ours' }, {});
    const { status, body } = await open(changes);
    expect({ status, ...body }).toMatchObject({ status: 409, refusal, message: expect.stringContaining(words) });
    expect(await database.kysely.selectFrom('api.seller').select('seller_id').execute()).toHaveLength(1);
  });

  test.each([
    { name: '' },
    { name: 'x'.repeat(61) },
    { owner: 'olive' },
    { country: 'XX' },
    { support_email: 'x' },
    { address: 7 },
    { more: 1 },
  ])('is not opened with %j', async (changes) => {
    expect((await open(changes)).status).toBe(400);
  });

  test('is opened once, however often it is asked for at once', async () => {
    const answers = await Promise.all([open(), open(), open()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('where another service keeps the accounts, is opened for who has signed in here once', async () => {
    const admin = await elsewhere.signIn({ email: addressOf('ada'), nickname: 'ada' }, { sub: 'ada' });
    const refused = await open({}, admin);
    expect(refused.body).toMatchObject({
      refusal: 'no_such_account',
      message: expect.stringContaining('signs in once'),
    });
    expect((await open({ owner: 'ADA@example.com' }, admin)).status).toBe(201);
  });
});

describe('products', () => {
  beforeEach(async () => {
    await storeSeller(database, { seller_id: 'ours', address: 'ours', name: 'Ours' }, { olga: 'owner' });
    await storeSeller(database, { seller_id: 'theirs', address: 'theirs', name: 'Theirs' }, { theo: 'owner' });
    await database.kysely
      .insertInto('api.product')
      .values([
        aProduct({ product_id: 'a', product_name: 'A' }),
        aProduct({ product_id: 'b', product_name: 'B' }),
        aProduct({ product_id: 'c', product_name: 'C', seller_id: 'theirs', version: 1 }),
        aProduct({ product_id: 'd', product_name: 'D', seller_id: 'ours', version: 1 }),
      ])
      .execute();
  });
  const adopt = (ids: unknown[], step = '') => ada.post(`/admin/seller/ours/adopt${step}`, { product_ids: ids });
  const outcomesOf = ({ items }: Adoption) => items.map(({ product_id, name, outcome }) => [product_id, name, outcome]);
  const ownersOf = async () =>
    (await database.kysely.selectFrom('api.product').select('seller_id').orderBy('product_id').execute()).map(
      ({ seller_id }) => seller_id,
    );

  test('[S-04] are looked at before they are handed over, and nothing is changed by that', async () => {
    const { status, body } = await adopt(['d', 'x', 'a', 'c', 'a'], '/preview');
    expect(status).toBe(200);
    expect(outcomesOf(body)).toEqual([
      ['d', 'D', 'had'],
      ['x', null, 'unknown'],
      ['a', 'A', 'adopted'],
      ['c', 'C', 'foreign'],
    ]);
    expect(body.items[3].seller).toBe('Theirs');
    expect(await ownersOf()).toEqual([null, null, 'theirs', 'ours']);
  });

  test('[S-04] are of the shop from then on, which changes them by itself', async () => {
    const { status, body } = await adopt(['b', 'd', 'a']);
    expect(status).toBe(200);
    expect(outcomesOf(body)).toEqual([
      ['b', 'B', 'adopted'],
      ['d', 'D', 'had'],
      ['a', 'A', 'adopted'],
    ]);
    expect(await ownersOf()).toEqual(['ours', 'ours', 'theirs', 'ours']);
    expect((await notedOf('ours')).slice(-2)).toEqual([
      ['seller.product_adopted', { by: 'ada', product: 'a' }],
      ['seller.product_adopted', { by: 'ada', product: 'b' }],
    ]);
    expect((await ada.get('/admin/product/a')).body.seller).toMatchObject({ seller_id: 'ours' });
    expect(outcomesOf((await adopt(['a'])).body), 'once more').toEqual([['a', 'A', 'had']]);
  });

  test.each([
    [['a', 'c'], 'Of another shop already: c. Nothing was changed.'],
    [['a', 'x', 'c'], 'There is no product x. Nothing was changed.'],
  ])('are handed over all or none: %j', async (ids, message) => {
    const { status, body } = await adopt(ids);
    expect({ status, ...body }).toMatchObject({ status: 409, refusal: 'products_not_own', message });
    expect(outcomesOf(body.current)).toContainEqual(['c', 'C', 'foreign']);
    expect(await ownersOf()).toEqual([null, null, 'theirs', 'ours']);
  });

  test.each([
    [[]],
    [['']],
    [[7]],
    [['a\u0000']],
    [Array.from({ length: adoptMaximum + 1 }, (_, index) => `p${index}`)],
  ])('are named as ids, some at least and not too many', async (ids) => {
    for (const step of ['', '/preview']) expect((await adopt(ids, step)).status).toBe(400);
  });

  test('are handed to shops that there are', async () => {
    for (const id of ['nowhere', '%00'])
      for (const step of ['', '/preview'])
        expect((await ada.post(`/admin/seller/${id}/adopt${step}`, { product_ids: ['a'] })).status, id).toBe(404);
  });
});
