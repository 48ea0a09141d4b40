// Applicants who have only begun an application ask for nothing that costs much, and reach nobody else.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { addressOf, storeSeller } from '../../../test/factories/seller.ts';
import { startApi } from '../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let ada: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
  await storeSeller(database, { seller_id: 'ours', address: 'ours', state: 'submitted' }, { ada: 'owner' });
  ada = await api.signIn({ email: addressOf('ada'), nickname: 'ada' }, { sub: 'ada' });
}, 120_000);
afterAll(async () => {
  await api?.close();
  await database?.close();
});

test.each([
  ['POST', '/listing/import?dry_run=true'],
  ['POST', '/webhook'],
  ['PUT', '/provision-endpoint'],
  ['POST', '/provision-endpoint/test'],
])('%s %s waits for the approval, and says so', async (method, path) => {
  const { status, body } = await ada.send(method, `/seller/ours${path}`, { 'content-type': 'application/json' }, '{}');
  expect([status, body.message]).toEqual([
    409,
    'This shop is not approved yet: its application is being read. Wait for its approval, then repeat this.',
  ]);
});
