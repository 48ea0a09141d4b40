import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../test/database/test-database.ts';
import { addressOf, storeSeller } from '../../../test/factories/seller.ts';
import { startApi } from '../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
beforeEach(() => emptyDatabase(database));
afterAll(async () => {
  api.version.close();
  await api.close();
  await database.close();
});

const signIn = (account: string) => api.signIn({ email: addressOf(account), nickname: account }, { sub: account });

test('[S-03] everybody is told of the shops they belong to, with what they are there, and of no other', async () => {
  await storeSeller(database, { seller_id: 'a', address: 'a', name: 'A' }, { ada: 'owner', bob: 'editor' });
  await storeSeller(
    database,
    { seller_id: 'b', address: null, address_skeleton: null, name: null, state: 'returned', reason: 'Who are you?' },
    { bob: 'owner' },
  );
  const a = { seller_id: 'a', name: 'A', address: 'a', state: 'approved', reason: '' };
  const b = { seller_id: 'b', name: null, address: null, state: 'returned', reason: 'Who are you?' };
  expect((await (await signIn('ada')).get('/seller/mine')).body).toEqual({ items: [{ ...a, role: 'owner' }] });
  expect((await (await signIn('bob')).get('/seller/mine')).body).toEqual({
    items: [
      { ...a, role: 'editor' },
      { ...b, role: 'owner' },
    ],
  });
  expect((await (await signIn('eve')).get('/seller/mine')).body).toEqual({ items: [] });
});
