// Both databases: ids come as an array, and a lateral join bounds what is read.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownedAtOnce } from '#contract/goods/library/owned.schema.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { storeEntitlement } from '../../../../test/factories/goods.ts';
import { startApi } from '../../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let jane: Awaited<ReturnType<typeof api.signIn>>;

const now = new Date('2026-11-22T12:00:00Z');
const day = (number: number) => new Date(Date.UTC(2026, 10, number));

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { now: () => now });
});
beforeEach(async () => {
  await emptyDatabase(database);
  jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' }, { sub: 'jane' });
});
afterAll(() => database.close());

const give = (product_id: string, given: Partial<Parameters<typeof storeEntitlement>[1]> = {}) =>
  storeEntitlement(database, { account_id: 'jane', product_id, product_name: product_id, ...given });
const owned = (ids: readonly string[], who = jane) =>
  who.get(`/library/owned?${new URLSearchParams(ids.map((id) => ['id', id]))}`);

test('[Q-17] of the products of a page it is said which are in the library, with the newest thing of each', async () => {
  await give('calls', { granted_at: day(1) });
  const newest = await give('calls', { granted_at: day(3) });
  const other = await give('a,b & c', { granted_at: day(2), goods: { hours: { by: 'hand', minutes_each: 60 } } });
  await give('unasked');
  await give('mine', { account_id: 'eve' });
  const answer = await owned(['calls', 'a,b & c', 'mine', 'nothing', 'calls']);
  expect(answer.status).toBe(200);
  expect(answer.body.items.toSorted((one: { product_id: string }) => (one.product_id === 'calls' ? -1 : 1))).toEqual([
    { product_id: 'calls', entitlement_id: newest },
    { product_id: 'a,b & c', entitlement_id: other },
  ]);
  expect(answer.headers.get('cache-control')).toContain('no-store');
});

test('[Q-17] what was withdrawn or has expired is not owned, and what is older behind it is', async () => {
  const older = await give('calls', { granted_at: day(1) });
  await give('calls', { granted_at: day(2), withdrawn_at: day(3) });
  await give('access', { expires_at: day(20) });
  expect((await owned(['calls', 'access'])).body.items).toEqual([{ product_id: 'calls', entitlement_id: older }]);
});

test('[Q-17] however much an account has of a product, its newest things alone are looked at', async () => {
  for (let index = 0; index < 25; index++) await give('calls', { granted_at: new Date(day(1).getTime() + index) });
  const newest = await give('calls', { granted_at: day(4) });
  expect((await owned(['calls'])).body.items).toEqual([{ product_id: 'calls', entitlement_id: newest }]);
});

test('[Q-17] nobody who is not signed in is answered, and no more products are asked about than a page has', async () => {
  expect((await api.get('/library/owned?id=calls')).status).toBe(401);
  expect((await jane.get('/library/owned')).status).toBe(400);
  const ids = Array.from({ length: ownedAtOnce + 1 }, (_, index) => `p${index}`);
  expect((await owned(ids)).status).toBe(400);
  expect(await owned(ids.slice(1))).toMatchObject({ status: 200, body: { items: [] } });
  expect(await owned(['a\u0000', '\ud800'])).toMatchObject({ status: 200, body: { items: [] } });
});
