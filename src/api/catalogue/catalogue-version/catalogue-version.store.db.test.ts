// Both databases: each tells its news another way.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#platform/observability/log.ts';
import { onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type CatalogueVersion, followCatalogueVersion } from './catalogue-version.ts';

const log = createLog('silent');
let database: Awaited<ReturnType<typeof openTestDatabase>>;
const followers: CatalogueVersion[] = [];

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const follower of followers.splice(0)) follower.close();
  await database.close();
});

/** Follower as each process of a shop starts it. `pollMs` so long that only notifications count, unless a test is about asking. */
async function follow(pollMs = 3_600_000) {
  const follower = await followCatalogueVersion(database, { log, pollMs });
  followers.push(follower);
  return follower;
}

const addProduct = () => database.kysely.insertInto('api.product').values(aProduct()).execute();
/** A change as it arrives where the notification was lost. */
const changeUnheard = () => sql`insert into api.catalogue_change default values`.execute(database.kysely);

test('every process hears of a change', async () => {
  const [first, second] = [await follow(), await follow()];
  const before = first.current();
  await addProduct();
  await expect.poll(() => [first.current(), second.current()]).not.toContain(before);
  expect(first.current()).toBe(second.current());
});

test('a process that was not told finds a change by asking', async () => {
  const [told, asking] = [await follow(), await follow(100)];
  const before = asking.current();
  await changeUnheard();
  await expect.poll(() => asking.current()).not.toBe(before);
  expect(told.current(), 'nobody was told').toBe(before);
});

onPostgres('a change that came while the listening connection was lost is seen when it listens again', async () => {
  const follower = await follow();
  const before = follower.current();
  const { rows } = await sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(database.kysely);
  expect(rows).toEqual([{ ended: true }]);
  await addProduct();
  await expect.poll(() => follower.current()).not.toBe(before);
  const after = follower.current();
  await addProduct();
  await expect.poll(() => follower.current()).not.toBe(after);
});
