import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { makeLastingDatabase } from '../../../test/database/lasting-database.ts';
import { onPostgres } from '../../../test/database/test-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/** One connection to a table of two rows. */
async function opened() {
  const place = await makeLastingDatabase();
  const open = () => openDatabase({ databaseUrl: place.databaseUrl, dataDir: '', databaseConnections: 1 });
  const database = await open();
  await database.executeScript(`create schema trial;
    create table trial.thing (id integer primary key, name text);
    insert into trial.thing values (1, 'one'), (2, 'two')`);
  const folder = await mkdtemp(join(tmpdir(), 'hearth-plans-'));
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true });
    await place.drop();
  });
  return { database, open, folder };
}

const read = (db: Kysely<unknown>, id: number) =>
  sql<{ id: number; name: string; more?: string }>`select * from trial.thing where id = ${id}`.execute(db);

async function countKept(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from pg_prepared_statements
    where statement like 'select * from trial.thing%'`.execute(db);
  return rows[0]?.kept ?? 0;
}

onPostgres(
  'the plan of what is asked again is kept by the connection, and answers by the values of each time',
  async () => {
    const { database } = await opened();
    const names: unknown[] = [];
    for (const id of [1, 2, 1, 2, 3]) names.push((await read(database.kysely, id)).rows[0]?.name);
    expect(names).toEqual(['one', 'two', 'one', 'two', undefined]);
    expect(await countKept(database.kysely)).toBe(1);
  },
);

onPostgres('a conflict in a part of an index, which a value names, is found however often it is asked', async () => {
  const { database } = await opened();
  await database.executeScript('create unique index first on trial.thing (name) where id > 0');
  for (let time = 0; time < 12; time++)
    await sql`insert into trial.thing (id, name) values (${time + 10}, 'one')
      on conflict (name) where id > ${0} do update set name = excluded.name`.execute(database.kysely);
  expect((await read(database.kysely, 1)).rows).toEqual([{ id: 1, name: 'one' }]);
});

onPostgres('a statement whose table has got a column is asked once more, and nobody sees a failure', async () => {
  const { database } = await opened();
  for (let time = 0; time < 4; time++) await read(database.kysely, 1);
  await database.executeScript(`alter table trial.thing add column more text not null default 'yes'`);
  expect((await read(database.kysely, 1)).rows).toEqual([{ id: 1, name: 'one', more: 'yes' }]);
});

onPostgres('a transaction of then fails once, and the next one does not', async () => {
  const { database } = await opened();
  const inTransaction = () => database.kysely.transaction().execute((transaction) => read(transaction, 1));
  for (let time = 0; time < 4; time++) await inTransaction();
  await database.executeScript('alter table trial.thing add column more text');
  await expect(inTransaction()).rejects.toThrow('cached plan');
  expect((await inTransaction()).rows).toHaveLength(1);
});

onPostgres('a process that listens hears of the migrations of another, and no transaction fails', async () => {
  const { database, open, folder } = await opened();
  await database.listen('trial', () => {});
  const inTransaction = () => database.kysely.transaction().execute((transaction) => read(transaction, 1));
  for (let time = 0; time < 4; time++) await inTransaction();
  const release = await open();
  await writeFile(join(folder, '0001-more.sql'), 'alter table trial.thing add column more text');
  const notified = new Promise<void>((resolve) => void database.listen('platform_migration', () => resolve()));
  await migrate(release, { schema: 'trial', folder });
  await notified;
  await release.close();
  expect((await inTransaction()).rows).toEqual([{ id: 1, name: 'one', more: null }]);
});
