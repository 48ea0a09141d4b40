// Commands that use the shop's embedded database through the shop.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { prepareDataDir } from '../../../test/database/prepared-data-dir.ts';
import { createLog } from '../observability/log.ts';
import { openDatabase, openOrAsk } from './database.ts';
import { askSharedDatabase, shareDatabase } from './database-socket.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-database.ts';

type Tables = { note: { id: number; text: string; at?: Date } };
const log = createLog('silent');
let dataDir: string;
let pool: EmbeddedDatabase;
let sharing: { close(): Promise<void> };

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hearth-socket-'));
  pool = await openEmbeddedDatabase({ dataDir: null, dump: inject('prepared') });
  await pool.executeScript('create table note (id int primary key, text text, at timestamptz)');
}, 60_000);
beforeEach(async () => {
  await shop().deleteFrom('note').execute();
  sharing = await shareDatabase(dataDir, pool, { log });
});
afterEach(() => sharing.close());
afterAll(async () => {
  await pool.end();
  rmSync(dataDir, { recursive: true });
});

const shop = () => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

async function ask() {
  const shared = await askSharedDatabase(dataDir);
  if (!shared) throw new Error('nobody shares a database');
  return shared;
}
const command = async () => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: await ask() }) });

test('values and errors come over as they are', async () => {
  const db = await command();
  const at = new Date('2027-01-31T12:00:00Z');
  const { rows } =
    await sql`select ${at}::timestamptz as at, ${Buffer.from([0, 255])}::bytea as bytes, 9007199254740991::bigint as large,
    ${JSON.stringify({ a: [null, '😀'] })}::jsonb as json, null as nothing, ${'x'.repeat(3_000_000)}::text as long`.execute(
      db,
    );
  expect(rows).toEqual([
    {
      at,
      bytes: new Uint8Array([0, 255]),
      large: 9_007_199_254_740_991,
      json: { a: [null, '😀'] },
      nothing: null,
      long: 'x'.repeat(3_000_000),
    },
  ]);
  await db.insertInto('note').values({ id: 1, text: 'first' }).execute();
  await expect(db.insertInto('note').values({ id: 1, text: 'again' }).execute()).rejects.toMatchObject({
    code: '23505',
    constraint: 'note_pkey',
  });
  const { numDeletedRows } = await db.deleteFrom('note').executeTakeFirstOrThrow();
  expect(numDeletedRows).toBe(1n);
});

test('transactions of commands and of the shop take turns', async () => {
  const [one, two] = [await command(), await command()];
  await shop().insertInto('note').values({ id: 1, text: '' }).execute();
  const add = (db: Kysely<Tables>, text: string) =>
    db.transaction().execute(async (transaction) => {
      const { text: before } = await transaction.selectFrom('note').select('text').executeTakeFirstOrThrow();
      await transaction
        .updateTable('note')
        .set({ text: before + text })
        .execute();
    });
  await Promise.all([one, two, shop()].flatMap((db) => Array.from({ length: 20 }, () => add(db, 'x'))));
  expect(await shop().selectFrom('note').select('text').execute()).toEqual([{ text: 'x'.repeat(60) }]);
});

test('what a command has begun and not committed is undone when it goes away', async () => {
  const client = await (await ask()).connect();
  await client.query('begin', []);
  await client.query('insert into note (id) values (1)', []);
  const waiting = shop().selectFrom('note').selectAll().execute();
  client.release();
  expect(await waiting).toEqual([]);
});

test('a command that falls silent in its turn loses it', async () => {
  await sharing.close();
  sharing = await shareDatabase(dataDir, pool, { log, silentMs: 20 });
  const client = await (await ask()).connect();
  await client.query('begin', []);
  await client.query('insert into note (id) values (1)', []);
  expect(await shop().selectFrom('note').selectAll().execute()).toEqual([]);
  await expect(client.query('commit', [])).rejects.toThrow(/did not wait for this command any longer/);
});

test('a shop that ends does not wait for commands, and tells them', async () => {
  const client = await (await ask()).connect();
  await client.query('begin', []);
  await sharing.close();
  await expect(client.query('select 1', [])).rejects.toThrow(/The shop has ended/);
  expect(await askSharedDatabase(dataDir)).toBeNull();
  expect(await shop().selectFrom('note').selectAll().execute()).toEqual([]);
});

test('nobody but the owner reaches the socket', () => {
  expect(statSync(join(dataDir, 'run')).mode & 0o777).toBe(0o700);
});

test('a command waits for a shop that is just opening the database, and opens it itself where there is none', async () => {
  const place = prepareDataDir(mkdtempSync(join(tmpdir(), 'hearth-place-')));
  const options = { databaseUrl: null, dataDir: place };
  const first = await openDatabase<Tables>(options);
  const asking = openOrAsk<Tables>(options);
  await first.share(log);
  const asked = await asking;
  await asked.executeScript('create table note (id int primary key, text text)');
  await asked.kysely.insertInto('note').values({ id: 1, text: 'kept' }).execute();
  await asked.close();
  await first.close();
  const alone = await openOrAsk<Tables>(options);
  expect(await alone.kysely.selectFrom('note').select('text').execute()).toEqual([{ text: 'kept' }]);
  await alone.close();
  rmSync(place, { recursive: true });
}, 60_000);

test('a path too long for a socket costs the commands, not the shop', async () => {
  const place = mkdtempSync(join(tmpdir(), 'hearth-place-'));
  const dataDir = prepareDataDir(join(place, 'x'.repeat(100)));
  const database = await openDatabase({ databaseUrl: null, dataDir });
  await database.share(log);
  await sql`select 1`.execute(database.kysely);
  await database.close();
  rmSync(place, { recursive: true });
}, 60_000);
