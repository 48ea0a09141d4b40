// Both databases: a migration is a script of many statements.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { onPostgres, openTestDatabase } from '../../../test/database/test-database.ts';
import { migrate } from './migrate.ts';

async function startedWith(script: string) {
  const database = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'hearth-migrations-'));
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  await writeFile(join(folder, '0001-first.sql'), script);
  return { database, part: { schema: 'trial', folder } };
}

test('processes that start at once apply a migration once', async () => {
  const { database, part } = await startedWith('create table trial.thing (id integer primary key)');
  const starts = await Promise.all([1, 2, 3].map(() => migrate(database, part)));
  expect(starts.flat()).toEqual(['0001-first.sql']);
});

test('a migration that fails leaves nothing, and is tried again at the next start', async () => {
  const { database, part } = await startedWith('create table trial.thing (id integer); select 1 / 0');
  await expect(migrate(database, part)).rejects.toThrow(/division by zero/);
  await writeFile(join(part.folder, '0001-first.sql'), 'create table trial.thing (id integer)');
  expect(await migrate(database, part)).toEqual(['0001-first.sql']);
});

onPostgres(
  'a migration does not wait behind a long transaction, with every request of the shop behind it',
  async () => {
    const { database, part } = await startedWith('alter table trial.busy add column more integer');
    await database.executeScript('create schema trial; create table trial.busy (id integer)');
    await database.kysely.transaction().execute(async (transaction) => {
      await sql`select * from trial.busy`.execute(transaction);
      await expect(migrate(database, part)).rejects.toThrow(/lock timeout/);
    });
    expect(await migrate(database, part)).toEqual(['0001-first.sql']);
  },
);
