import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeLastingDatabase } from '../../../test/database/lasting-database.ts';
import { onPostgres } from '../../../test/database/test-database.ts';
import { type Database, openDatabase } from './database.ts';

let place: Awaited<ReturnType<typeof makeLastingDatabase>>;
let database: Database<unknown> | null = null;

beforeAll(async () => {
  place = await makeLastingDatabase();
  if (place.databaseUrl) database = await openDatabase({ databaseUrl: place.databaseUrl, dataDir: '' });
});
afterAll(async () => {
  await database?.close();
  await place.drop();
});

onPostgres('no connection compiles statements, also those that are made later', async () => {
  const settings = await Promise.all(
    Array.from({ length: 4 }, () =>
      sql<{ jit: string }>`select current_setting('jit') as jit, pg_sleep(0.05)`.execute(database?.kysely as never),
    ),
  );
  expect(settings.map(({ rows }) => rows[0]?.jit)).toEqual(['off', 'off', 'off', 'off']);
});
