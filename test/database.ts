import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { inject, test } from 'vitest';
import type { ApiTables } from '../src/api/schema.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { openEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { migrateAll, type Tables } from '../src/tables.ts';

/** A test of what the embedded database has not: several processes, connections that are lost. */
export const onPostgres = test.runIf(process.env.TEST_DATABASE === 'postgres');

/** An empty, migrated database of its own: embedded in memory, or one on the PostgreSQL of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<Database<Tables>> {
  const url = process.env.TEST_DATABASE_URL;
  return process.env.TEST_DATABASE === 'postgres' && url ? openOnPostgres(url) : openInMemory();
}

/** Empties every table that a test may have filled. */
export async function emptyDatabase(database: Database<ApiTables>) {
  await sql`truncate api.review, api."user", api.product, api.cart_item, api."order", api.order_line, api.coupon,
    api.coupon_use, api.payment_event, api.refund, api.dispute, api.unmatched_payment,
    api.receipt, api.order_mail`.execute(database.kysely);
}

async function openInMemory(): Promise<Database<Tables>> {
  const pool = await openEmbeddedDatabase({ dataDir: null, dump: inject('migratedDump') });
  return {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    kind: 'embedded',
    counters: null,
    connections: pool.connections,
    executeScript: pool.executeScript,
    listen: pool.listen,
    onLost: pool.onLost,
    share: async () => {},
    close: pool.end,
  };
}

async function openOnPostgres(url: string): Promise<Database<Tables>> {
  const name = `hearth_test_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await openDatabase<Tables>({ databaseUrl: own.href, dataDir: '' });
  await migrateAll(database);
  return {
    ...database,
    async close() {
      await database.close();
      await administer(url, `drop database ${name}`);
    },
  };
}

async function administer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
