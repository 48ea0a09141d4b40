import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { arrangeStates } from '../../../../test/database/guard-states.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { aListing, storeSeller } from '../../../../test/factories/seller.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { updateListed } from './listed.store.ts';

let database: Database<ApiTables>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  for (const seller_id of ['ours', 'theirs']) {
    await storeSeller(database, { seller_id, address: seller_id }, {});
    await database.kysely
      .insertInto('api.product')
      .values(['a', 'b'].map((id) => aProduct({ product_id: `${seller_id}-${id}`, seller_id, version: 1 })))
      .execute();
    await database.kysely
      .insertInto('api.listing')
      .values(['a', 'b'].map((id) => aListing({ product_id: `${seller_id}-${id}`, seller_id, version: 1 })))
      .execute();
  }
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'operators' }))
    .execute();
});
afterAll(() => database.close());

async function listed(): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('api.listed_product')
    .select('product_id')
    .orderBy('product_id')
    .execute();
  return rows.map((row) => row.product_id);
}

const update = (where: Parameters<typeof updateListed>[1]) =>
  database.kysely.transaction().execute((transaction) => updateListed(transaction, where));

const everything = ['operators', 'ours-a', 'ours-b', 'theirs-a', 'theirs-b'];

test.each([
  ['paused', { paused: true }, { paused: false }],
  ['archived', { archived: true }, { archived: false }],
  ['hidden by the operator', { hidden_reason: 'Not as described.' }, { hidden_reason: null }],
])('[S-05] what is %s is not listed, and is listed again after it', async (_name, off, on) => {
  const change = (set: object) =>
    database.kysely.updateTable('api.listing').set(set).where('product_id', '=', 'ours-a').execute();
  await change(off);
  expect(await update({ productIds: ['ours-a', 'ours-b', 'operators'] })).toEqual(['ours-a']);
  expect(await listed()).toEqual(everything.filter((id) => id !== 'ours-a'));
  await change(on);
  expect(await update({ productIds: ['ours-a'] })).toEqual(['ours-a']);
  expect(await listed()).toEqual(everything);
});

test.each(['suspended', 'closing', 'closed'] as const)(
  '[S-15] nothing of a shop that is %s is listed; what was paused stays so when it is open again',
  async (state) => {
    await database.kysely.updateTable('api.listing').set({ paused: true }).where('product_id', '=', 'ours-b').execute();
    await update({ sellerId: 'ours' });
    const change = (to: 'approved' | typeof state) =>
      arrangeStates(database.kysely, (arranged) =>
        arranged.updateTable('api.seller').set({ state: to }).where('seller_id', '=', 'ours').execute(),
      );
    await change(state);
    expect(await update({ sellerId: 'ours' })).toEqual(['ours-a']);
    expect(await listed()).toEqual(['operators', 'theirs-a', 'theirs-b']);
    await change('approved');
    expect(await update({ sellerId: 'ours' })).toEqual(['ours-a']);
    expect(await listed()).toEqual(everything.filter((id) => id !== 'ours-b'));
  },
);

onPostgres('[S-15] who resumes a product while the shop is being suspended lists nothing', async () => {
  const db = database.kysely;
  await db.updateTable('api.listing').set({ paused: true }).where('product_id', '=', 'ours-a').execute();
  await update({ sellerId: 'ours' });
  let go = () => {};
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const suspending = db.transaction().execute(async (transaction) => {
    await transaction.updateTable('api.seller').set({ state: 'suspended' }).where('seller_id', '=', 'ours').execute();
    begun();
    await wait;
    await updateListed(transaction, { sellerId: 'ours' });
  });
  await hasBegun;
  const resuming = db.transaction().execute(async (transaction) => {
    const asked = transaction
      .updateTable('api.listing')
      .set({ paused: false })
      .where('product_id', '=', 'ours-a')
      .execute()
      .then(() => updateListed(transaction, { productIds: ['ours-a'] }));
    go();
    return asked;
  });
  await Promise.all([suspending, resuming]);
  expect(await listed()).toEqual(['operators', 'theirs-a', 'theirs-b']);
});
