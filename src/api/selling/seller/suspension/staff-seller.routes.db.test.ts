// Sellers as the staff see them: the list and one of them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../../test/factories/seller.ts';
import { startApi } from '../../../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let staff: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
beforeEach(async () => {
  await emptyDatabase(database);
  await storeStaff(database, 'sam', 'support');
  staff = await api.signIn({ email: addressOf('sam') }, { sub: 'sam' });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const day = (number: number) => new Date(Date.UTC(2026, 10, number));

const names = (rows: Array<{ name: string }>) => rows.map(({ name }) => name);

test('[B-01] sellers are listed by what changed last, filtered by state, found by a part of name or address', async () => {
  const made = [
    ['Alpha GPU', 'alpha', 'approved'],
    ['Beta Data', 'beta-sets', 'suspended'],
    ['Gamma', 'gpu-gamma', 'approved'],
    ['50% off_all', 'off', 'approved'],
  ] as const;
  for (const [index, [name, address, state]] of made.entries())
    await storeSeller(database, { name, address, state, updated_at: day(index + 1) }, {});
  await storeSeller(database, { name: null, address: null, state: 'draft', updated_at: day(9) }, {});
  const list = async (query: string) => names((await staff.get(`/admin/seller${query}`)).body);
  expect(await list('')).toEqual(['No name yet', '50% off_all', 'Gamma', 'Beta Data', 'Alpha GPU']);
  expect(await list('?state=approved')).toEqual(['50% off_all', 'Gamma', 'Alpha GPU']);
  expect(await list('?q=GPU')).toEqual(['Gamma', 'Alpha GPU']);
  expect(await list('?q=GPU&state=suspended')).toEqual([]);
  expect(await list('?q=%25')).toEqual(['50% off_all']);
  expect(await list('?q=_')).toEqual(['50% off_all']);
  expect((await staff.get('/admin/seller?state=gone')).status).toBe(400);
  expect((await staff.get('/admin/seller?q=%00')).status).toBe(400);
});

test('[B-01] the list goes on where its page ends, with the same filter, whatever was changed at the same moment', async () => {
  for (let number = 0; number < 7; number++)
    await storeSeller(
      database,
      { name: `Shop ${number}`, updated_at: day(1), state: number === 3 ? 'closed' : 'approved' },
      {},
    );
  const listed: string[] = [];
  let path: string | undefined = '/admin/seller?state=approved&q=shop&limit=2';
  while (path) {
    const { body, headers } = await staff.get(path);
    listed.push(...names(body));
    path = headers.get('link')?.match(/<\/api([^>]*)>; rel="next"/)?.[1];
  }
  expect(listed.toSorted()).toEqual([0, 1, 2, 4, 5, 6].map((number) => `Shop ${number}`));
});

test('[B-01] one seller is told with people, numbers of products and what became of it', async () => {
  const sellerId = await storeSeller(database, { name: 'Alpha' }, { ana: 'owner', bea: 'finance' });
  await database.kysely
    .insertInto('api.product')
    .values([aProduct({ seller_id: sellerId }), aProduct({ seller_id: sellerId, listed: false }), aProduct({})])
    .execute();
  const { body } = await staff.get(`/admin/seller/${sellerId}`);
  expect(body).toMatchObject({ name: 'Alpha', state: 'approved', products: 2, listed: 1, history: [] });
  expect(body.members).toMatchObject([
    { account_id: 'ana', email: 'ana@example.com', role: 'owner' },
    { account_id: 'bea', email: 'bea@example.com', role: 'finance' },
  ]);
  for (const id of ['nobody', '%00']) expect((await staff.get(`/admin/seller/${id}`)).status).toBe(404);
});

test('[B-01] the overview counts what waits', async () => {
  const sellerId = await storeSeller(database, { state: 'submitted' }, {});
  await storeSeller(database, { state: 'suspended' }, {});
  const approval = { seller_id: sellerId, title: 'x', content: '{}', base_version: null, submitted_by: 'ana' };
  await database.kysely
    .insertInto('api.approval')
    .values([
      { ...approval, approval_id: '1', kind: 'application', subject_id: 'a', submitted_at: day(2) },
      { ...approval, approval_id: '2', kind: 'product', subject_id: 'b', submitted_at: day(1) },
      { ...approval, approval_id: '3', kind: 'product', subject_id: 'c', state: 'approved', submitted_at: day(1) },
    ])
    .execute();
  await storeStaff(database, 'cat', 'catalogue');
  const catalogue = await api.signIn({ email: addressOf('cat') }, { sub: 'cat' });
  const { body } = await catalogue.get('/admin/overview');
  const one = { count: 1, more: false };
  const none = { count: 0, more: false };
  expect(body).toEqual({
    attention: [
      {
        kind: 'application',
        ...one,
        address: '/profile/pending-approvals?kind=application',
        at: day(2).toISOString(),
        amount: null,
      },
      {
        kind: 'product',
        ...one,
        address: '/profile/pending-approvals?kind=product',
        at: day(1).toISOString(),
        amount: null,
      },
    ],
    sellers: {
      draft: none,
      submitted: one,
      returned: none,
      approved: none,
      suspended: one,
      closing: none,
      closed: none,
    },
    orders_waiting: none,
    as_of: expect.any(String),
  });
});
