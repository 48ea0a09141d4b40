// A second database stands for the replica: what it shows, and when, is then the test's to say. That a real one follows is
// test/rigs/cluster/cluster.ts's to show.
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { openReplica, type Replica } from '#platform/database/replica.ts';
import { createLog } from '#platform/observability/log.ts';
import { makeLastingDatabase } from '../../../../test/database/lasting-database.ts';
import { type SeverablePostgres, severable } from '../../../../test/database/severable-postgres.ts';
import { onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { createCatalogueReads } from './catalogue-reads.ts';
import { readVersion } from './catalogue-version.store.ts';

let primary: Awaited<ReturnType<typeof openTestDatabase>>;
let place: Awaited<ReturnType<typeof makeLastingDatabase>>;
/** The replica's own side, for the test to write to. */
let copy: Awaited<ReturnType<typeof openDatabase<ApiTables>>>;
let way: SeverablePostgres;
let replica: Replica<ApiTables>;
let current: string;
let catalogue: Kysely<ApiTables>;

beforeAll(async () => {
  primary = await openTestDatabase();
  place = await makeLastingDatabase();
  const databaseUrl = place.databaseUrl ?? '';
  copy = await openDatabase<ApiTables>({ databaseUrl, dataDir: '' });
  way = await severable(databaseUrl);
});
beforeEach(async () => {
  // The same changes on both sides, and another name, to tell who has answered.
  const sides: Array<[Kysely<ApiTables>, string]> = [
    [primary.kysely as never, 'primary'],
    [copy.kysely, 'replica'],
  ];
  for (const [kysely, product_name] of sides) {
    await kysely.deleteFrom('api.product').execute();
    await kysely.insertInto('api.product').values(aProduct({ product_name })).execute();
    await sql`truncate api.catalogue_change restart identity`.execute(kysely);
    await change(kysely);
  }
  way.mend();
  current = await readVersion(primary.kysely);
  replica = openReplica<ApiTables>(way.url);
  begin();
});
afterEach(() => replica.close());
afterAll(async () => {
  await way.close();
  await copy.close();
  await place.drop();
  await primary.close();
});

function begin() {
  const version = { current: () => current };
  catalogue = createCatalogueReads({ primary: primary.kysely, replica, version, log: createLog('silent') });
}

const change = (db: Kysely<ApiTables>) => sql`insert into api.catalogue_change default values`.execute(db);
const whoAnswers = async () =>
  (await catalogue.selectFrom('api.product').select('product_name').executeTakeFirst())?.product_name;

onPostgres('a replica that shows the version answers', async () => {
  await expect.poll(whoAnswers).toBe('replica');
  expect(await Promise.all(Array.from({ length: 20 }, whoAnswers))).toEqual(Array(20).fill('replica'));
});

onPostgres('one that lags behind is not read until it has caught up', async () => {
  await expect.poll(whoAnswers).toBe('replica');
  await change(primary.kysely);
  current = await readVersion(primary.kysely);
  for (let count = 0; count < 20; count++) expect(await whoAnswers()).toBe('primary');
  await change(copy.kysely);
  await expect.poll(whoAnswers).toBe('replica');
});

onPostgres('nor is one that is ahead of what the process has heard', async () => {
  await change(copy.kysely);
  begin();
  for (let count = 0; count < 20; count++) expect(await whoAnswers()).toBe('primary');
});

onPostgres(
  'a read that fails there is answered all the same, and the replica is read again when it is back',
  async () => {
    await expect.poll(whoAnswers).toBe('replica');
    way.cut();
    expect(await Promise.all(Array.from({ length: 20 }, whoAnswers))).toEqual(Array(20).fill('primary'));
    way.mend();
    expect(await whoAnswers(), 'it is left alone for a while').toBe('primary');
    await expect.poll(whoAnswers).toBe('replica');
  },
);

onPostgres('so is one that the replica ends, as it does with what is in the way of replaying', async () => {
  await expect.poll(whoAnswers).toBe('replica');
  await copy.kysely.transaction().execute(async (transaction) => {
    await sql`lock table api.product`.execute(transaction);
    const answer = whoAnswers();
    const end = async () => {
      const { rows } = await sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(transaction);
      return rows.length;
    };
    await expect.poll(end).toBe(1);
    expect(await answer).toBe('primary');
  });
});

onPostgres('after a lost connection the replica is asked again: it may show an older state than before', async () => {
  await expect.poll(whoAnswers).toBe('replica');
  way.cut();
  // The pool hears of it without anybody reading.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await sql`delete from api.catalogue_change`.execute(copy.kysely);
  way.mend();
  for (let count = 0; count < 20; count++) expect(await whoAnswers()).toBe('primary');
});

onPostgres('a statement that is wrong everywhere fails with its own error', async () => {
  await expect.poll(whoAnswers).toBe('replica');
  await expect(sql`select 1 from no_such_table`.execute(catalogue)).rejects.toThrow('no_such_table');
});
