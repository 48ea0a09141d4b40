// A pooler in transaction mode between the shop and its database: each transaction may be another connection's, and what a connection was
// told is not there for the next one.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeLastingDatabase } from '../../../test/database/lasting-database.ts';
import { onPostgres } from '../../../test/database/test-database.ts';
import { findPgbouncer, type Pooler, startPgbouncer } from '../../../test/processes/pgbouncer.ts';
import { StartError } from '../config/start-error.ts';
import { createRateLimiter } from '../http/rate-limiter.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const onPooler = findPgbouncer() ? onPostgres : onPostgres.skip;
/** Fewer than the shop has of its own: they are lent to one after the other. */
const CONNECTIONS = 2;

let place: Awaited<ReturnType<typeof makeLastingDatabase>>;
let folder: string;
let pooler: Pooler;
let database: Database<unknown>;

beforeAll(async () => {
  place = await makeLastingDatabase();
  if (!place.databaseUrl || !findPgbouncer()) return;
  folder = await mkdtemp(join(tmpdir(), 'hearth-pooler-'));
  pooler = await startPgbouncer(join(folder, 'pgbouncer'), { url: place.databaseUrl, connections: CONNECTIONS });
  database = await open();
});
afterAll(async () => {
  await database?.close();
  await pooler?.stop();
  if (folder) await rm(folder, { recursive: true });
  await place.drop();
});

const open = () => openDatabase({ databaseUrl: pooler.url, databaseDirectUrl: place.databaseUrl, dataDir: '' });

/** Many at once, so that they take turns at the connections of the pooler. */
const manyTimes = <T>(work: (time: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 60 }, (_, time) => work(time)));

onPooler('what is asked again and again is answered, whichever connection it meets', async () => {
  const rows = await manyTimes(async (time) => {
    const { rows } = await sql<{ number: number; of: number }>`
      select ${time}::int as number, pg_backend_pid() as of, pg_sleep(0.002)`.execute(database.kysely);
    return rows[0];
  });
  expect(rows.map((row) => row?.number)).toEqual(Array.from({ length: 60 }, (_, time) => time));
  expect(new Set(rows.map((row) => row?.of)).size).toBe(CONNECTIONS);
  const { rows: plans } = await sql`select name from pg_prepared_statements`.execute(database.kysely);
  expect(plans).toEqual([]);
});

onPooler('more transactions than the pooler has connections are each of one piece', async () => {
  const pieces = await manyTimes((time) =>
    database.kysely.transaction().execute(async (transaction) => {
      const { rows: begun } = await sql`select pg_current_xact_id()::text as id`.execute(transaction);
      const { rows: went } = await sql`select pg_current_xact_id()::text as id, ${time}::int`.execute(transaction);
      return [begun[0], went[0]] as Array<{ id: string }>;
    }),
  );
  for (const [begun, went] of pieces) expect(went?.id).toBe(begun?.id);
  expect(new Set(pieces.map(([begun]) => begun?.id)).size).toBe(60);
});

onPooler('tries are counted by a library that names its statements', async () => {
  const others = await Promise.all([open(), open(), open()]);
  try {
    const limiters = [database, ...others].map((each) =>
      createRateLimiter(each, { name: 'pooler', points: 30, duration: 60 }),
    );
    const tries = await Promise.allSettled(
      Array.from({ length: 40 }, (_, time) => limiters[time % 4]?.consume('somebody')),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    // In memory each would have let 30 through by itself.
    const { rows } = await sql`select key, points from platform.rate_limit`.execute(database.kysely);
    expect(rows).toEqual([{ key: 'pooler:somebody', points: expect.any(Number) }]);
  } finally {
    await Promise.all(others.map((other) => other.close()));
  }
});

onPooler('notifications come past the pooler', async () => {
  const payloads: string[] = [];
  await database.listen('pooled', (payload) => payloads.push(payload));
  await manyTimes((time) => sql`select pg_notify('pooled', ${String(time)})`.execute(database.kysely));
  await expect.poll(() => payloads.length).toBe(60);
});

onPooler('processes that start at once migrate one after the other, and their lock stays with nobody', async () => {
  const part = { schema: 'pooled', folder: join(folder, 'migrations') };
  await mkdir(part.folder);
  await writeFile(join(part.folder, '0001-first.sql'), 'create table pooled.thing (id integer); select pg_sleep(0.1)');
  const others = await Promise.all([open(), open()]);
  const starts = await Promise.all([database, ...others].map((each) => migrate(each, part)));
  await Promise.all(others.map((other) => other.close()));
  expect(starts.flat()).toEqual(['0001-first.sql']);
  const { rows } = await sql`select pid from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(database.kysely);
  expect(rows).toEqual([]);
});

onPooler('a way past the pooler that leads nowhere keeps the shop from starting, in one sentence', async () => {
  const nowhere = { databaseUrl: pooler.url, databaseDirectUrl: 'postgres://127.0.0.1:1/none', dataDir: '' };
  const refusal = openDatabase(nowhere);
  await expect(refusal).rejects.toThrow(StartError);
  await expect(refusal).rejects.toThrow(/^The database of DATABASE_DIRECT_URL \(127\.0\.0\.1:1\/none\) cannot be/);
});
