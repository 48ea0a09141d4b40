import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAudit } from '#platform/audit/audit-log.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { addressOf, storeSeller } from '../../../../../test/factories/seller.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { decideApplication, findSeller } from '../seller.store.ts';

let database: Database<ApiTables>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => emptyDatabase(database));
afterAll(() => database.close());

const application = { seller_id: 'new', address: 'new', name: 'New', state: 'submitted', approved_at: null } as const;

const decide = (decision: 'approved' | 'returned', reason = '') =>
  database.kysely
    .transaction()
    .execute((transaction) => decideApplication(transaction, { sellerId: 'new', decision, reason, by: 'staff' }));

async function typesOf(...accounts: string[]) {
  const users = await database.kysely.selectFrom('api.user').select(['account_id', 'user_type']).execute();
  return accounts.map((account) => users.find(({ account_id }) => account_id === account)?.user_type);
}

test('[S-02] everybody of a shop that is let in is a seller, administrators stay what they are, and it is in the audit log', async () => {
  await storeSeller(database, application, { ada: 'owner', bob: 'editor', eve: 'finance' });
  await database.kysely.updateTable('api.user').set({ user_type: 'buyer' }).execute();
  await database.kysely.updateTable('api.user').set({ user_type: 'admin' }).where('account_id', '=', 'eve').execute();
  const decided = await decide('approved');
  expect(decided).toEqual({ ok: true, seller: { name: 'New', address: 'new', owners: [addressOf('ada')] } });
  expect(await findSeller(database.kysely, 'new')).toMatchObject({ state: 'approved', approved_at: expect.any(Date) });
  expect(await typesOf('ada', 'bob', 'eve')).toEqual(['seller', 'seller', 'admin']);
  const [entry] = await listAudit(database.kysely, { subject: 'new', limit: 1 });
  expect(entry).toMatchObject({ action: 'seller.approved', subject_kind: 'seller', details: { by: 'staff' } });
});

test('[S-01] what is returned keeps its reason and can be decided only once', async () => {
  await storeSeller(database, application, { ada: 'owner' });
  await database.kysely.updateTable('api.user').set({ user_type: 'buyer' }).execute();
  const decisions = await Promise.all([decide('returned', 'Who is responsible?'), decide('approved')]);
  expect(decisions.filter(({ ok }) => ok)).toHaveLength(1);
  expect(decisions.find(({ ok }) => !ok)).toMatchObject({ state: expect.stringMatching(/^(approved|returned)$/) });
  await database.kysely.updateTable('api.seller').set({ state: 'submitted' }).execute();
  await database.kysely.updateTable('api.user').set({ user_type: 'buyer' }).execute();
  await decide('returned', 'Who is responsible?');
  expect(await findSeller(database.kysely, 'new')).toMatchObject({ state: 'returned', reason: 'Who is responsible?' });
  expect(await typesOf('ada')).toEqual(['buyer']);
});
