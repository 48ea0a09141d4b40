// Locks of the checkout: on products of which a buyer takes something away from others.
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { aFile, importInto } from '../../../../test/catalogue/import-into.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findOffers } from './stock.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => emptyDatabase(database));
afterAll(() => database.close());

const region = (value: string) => [{ name: 'Region', value }];
const computing = { product_type: 'computing', price: 2, price_unit: 'hour' };
const products = [
  { product_id: 'free', product_name: 'Free', product_type: 'data', price: 5 },
  { product_id: 'counted', product_name: 'Counted', product_type: 'data', price: 5, stock: 3 },
  {
    ...{ ...computing, product_id: 'partly', product_name: 'Partly' },
    options: [{ name: 'Region', choices: ['Norway', 'Quebec'] }],
    variants: [
      { selected_options: region('Norway'), price: 2, stock: 4, is_default: true },
      { selected_options: region('Quebec'), price: 2, stock: null },
    ],
  },
];

async function importProducts() {
  const lines = products.map((product) => JSON.stringify(product)).join('\n');
  const outcome = await importInto(database, aFile('products.jsonl', lines, 1_000));
  expect(outcome).toMatchObject({ rejected: 0, refused: null });
}
const inTransaction = <Result>(work: (transaction: Transaction<ApiTables>) => Promise<Result>) =>
  database.kysely.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = '10s'`.execute(transaction);
    return work(transaction);
  });
const lock = (transaction: Transaction<ApiTables>, ids: string[]) => findOffers(transaction, ids, { lock: true });
/** True where another transaction would have to wait. */
const mustWaitFor = (id: string) =>
  database.kysely
    .transaction()
    .execute(async (transaction) => {
      await sql`set local lock_timeout = '1ms'`.execute(transaction);
      await lock(transaction, [id]);
      return false;
    })
    .catch((error: Error) => /lock timeout/.test(error.message));

onPostgres('buyers of what nobody counts do not wait for each other; a stock is one buyer at a time', async () => {
  await importProducts();
  await inTransaction(async (transaction) => {
    // Two lines of an order may be of one product.
    const offers = await lock(transaction, ['free', 'counted', 'partly', 'counted', 'unknown']);
    expect([...offers.keys()].sort()).toEqual(['counted', 'free', 'partly']);
    expect([await mustWaitFor('free'), await mustWaitFor('counted'), await mustWaitFor('partly')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

onPostgres('a product of which some are still held is locked, though nobody counts it any more', async () => {
  await importProducts();
  await sql`update api.product set stock = null, held = 1 where product_id = 'counted'`.execute(database.kysely);
  await inTransaction(async (transaction) => {
    await lock(transaction, ['counted', 'free']);
    expect([await mustWaitFor('counted'), await mustWaitFor('free')]).toEqual([true, false]);
  });
});

onPostgres('a product that stops being counted while a buyer waits for it is sold all the same', async () => {
  await importProducts();
  const { promise: isChanged, resolve: tellChanged } = Promise.withResolvers<void>();
  const changing = inTransaction(async (transaction) => {
    await sql`update api.product set stock = null where product_id = 'counted'`.execute(transaction);
    tellChanged();
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely);
      expect(rows).toHaveLength(1);
    }, 10_000);
  });
  await isChanged;
  const buying = inTransaction((transaction) => lock(transaction, ['counted', 'free']));
  await changing;
  expect([...(await buying)].map(([id, { free }]) => [id, free]).sort()).toEqual([
    ['counted', null],
    ['free', null],
  ]);
});
