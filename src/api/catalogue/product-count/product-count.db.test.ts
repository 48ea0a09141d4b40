// Both databases: triggers and snapshots of each.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import type { Db } from '../../schema/db.ts';
import {
  countCatalogue,
  findWrongProductCounts,
  foldProductCounts,
  repairProductCounts,
} from './product-count.store.ts';

let database: Database<Tables>;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.kysely as unknown as Db;
});
beforeEach(async () => {
  await emptyDatabase(database);
  await foldProductCounts(db, 1_000);
  await add('a', 'data');
  await add('b', 'data');
  await add('c', 'computing');
});
afterAll(() => database.close());

const add = (id: string, type: 'data' | 'computing' | 'solutions', listed = true) =>
  db
    .insertInto('api.product')
    .values(aProduct({ product_id: id, product_name: id, product_type: type, listed }) as never)
    .execute();

test('[Q-10] the sizes of the catalogue follow what is added, hidden, moved and removed, and no product is looked at', async () => {
  expect(await countCatalogue(db)).toEqual({ all: 3, solutions: 0, computing: 1, data: 2, algorithm: 0 });
  await add('hidden', 'solutions', false);
  await db.updateTable('api.product').set({ listed: false }).where('product_id', '=', 'a').execute();
  await db.updateTable('api.product').set({ product_type: 'algorithm' }).where('product_id', '=', 'b').execute();
  // A hidden product that moves counts nowhere, until it is shown.
  await db.updateTable('api.product').set({ product_type: 'data' }).where('product_id', '=', 'hidden').execute();
  await db.deleteFrom('api.product').where('product_id', '=', 'c').execute();
  expect(await countCatalogue(db)).toEqual({ all: 1, solutions: 0, computing: 0, data: 0, algorithm: 1 });
  await db.updateTable('api.product').set({ listed: true }).execute();
  expect(await countCatalogue(db)).toEqual({ all: 3, solutions: 0, computing: 0, data: 2, algorithm: 1 });
  expect(await findWrongProductCounts(db)).toEqual([]);
});

test('[Q-10] changes are folded, once whoever folds them, and a change that is undone counts nothing', async () => {
  const folded = await Promise.all([foldProductCounts(db, 2), foldProductCounts(db, 2)]);
  expect(folded.reduce((sum, each) => sum + each) + (await foldProductCounts(db, 100))).toBe(3);
  expect(await foldProductCounts(db, 100)).toBe(0);
  await expect(
    db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('api.product').execute();
      expect(await countCatalogue(transaction)).toMatchObject({ all: 0 });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await countCatalogue(db)).toMatchObject({ all: 3, data: 2 });
  expect(await findWrongProductCounts(db)).toEqual([]);
});

test('[Q-10] numbers that are wrong are found and put right', async () => {
  await foldProductCounts(db, 100);
  await db.updateTable('api.product_count').set({ products: 7 }).where('product_type', '=', 'data').execute();
  await db.deleteFrom('api.product_count').where('product_type', '=', 'computing').execute();
  expect(await findWrongProductCounts(db)).toEqual([
    { product_type: 'computing', counted: 0, products: 1 },
    { product_type: 'data', counted: 7, products: 2 },
  ]);
  expect(await repairProductCounts(db)).toBe(2);
  expect(await findWrongProductCounts(db)).toEqual([]);
  expect(await repairProductCounts(db)).toBe(0);
});
