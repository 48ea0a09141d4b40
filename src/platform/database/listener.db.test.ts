import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeLastingDatabase } from '../../../test/database/lasting-database.ts';
import { type SeverablePostgres, severable } from '../../../test/database/severable-postgres.ts';
import { onPostgres } from '../../../test/database/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { isDatabaseAway } from './database-away.ts';

let place: Awaited<ReturnType<typeof makeLastingDatabase>>;
let way: SeverablePostgres;
let database: Database<unknown>;

beforeAll(async () => {
  place = await makeLastingDatabase();
  if (!place.databaseUrl) return;
  way = await severable(place.databaseUrl);
  database = await openDatabase({ databaseUrl: way.url, dataDir: '' });
});
afterAll(async () => {
  await database?.close();
  await way?.close();
  await place.drop();
});

async function listeningConnections(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(database.kysely);
  return rows[0]?.count ?? 0;
}

onPostgres('all channels share one connection, and a lost one is replaced by one, however long it took', async () => {
  const notifications: string[] = [];
  await database.listen('first', (payload) => notifications.push(`first ${payload}`));
  await database.listen('second', (payload) => notifications.push(`second ${payload}`));
  await sql`select pg_notify('first', 'a'), pg_notify('second', 'b')`.execute(database.kysely);
  await expect.poll(() => notifications).toEqual(['first a', 'second b']);
  expect(await listeningConnections()).toBe(1);

  way.cut();
  const failure = await sql`select 1`.execute(database.kysely).catch((error) => error);
  expect(isDatabaseAway(failure), String(failure)).toBe(true);
  // Long enough for several attempts in vain.
  await new Promise((resolve) => setTimeout(resolve, 4_500));
  notifications.length = 0;
  expect(way.mend()).toBeLessThan(10);

  // Missed notifications come as a call without a payload.
  await expect.poll(() => notifications).toEqual(['first ', 'second ']);
  await sql`select pg_notify('second', 'c')`.execute(database.kysely);
  await expect.poll(() => notifications.at(-1)).toBe('second c');
  expect(await listeningConnections()).toBe(1);
});

onPostgres(
  'a wrong statement is no sign that the database is away; one whose connection the server ends is',
  async () => {
    const failureOf = (statement: string) =>
      sql
        .raw(statement)
        .execute(database.kysely)
        .catch((error) => error);
    const wrong = await failureOf('select 1 from no_such_table');
    expect(isDatabaseAway(wrong), String(wrong)).toBe(false);
    const ended = await failureOf('select pg_terminate_backend(pg_backend_pid())');
    expect(isDatabaseAway(ended), String(ended)).toBe(true);
  },
);
