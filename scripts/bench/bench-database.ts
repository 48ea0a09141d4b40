import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { importCatalogue } from '../../src/api/catalogue/import-catalogue.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { newSecretsKey } from '../../src/platform/secrets.ts';
import { migrateAll, type Tables } from '../../src/tables.ts';
import { benchProducts } from './bench-products.ts';

export type BenchDatabase = {
  /** What the shop's process needs to open it. */
  environment: Record<string, string>;
  importRowsPerSecond: number;
  /** Ids spread over the whole catalogue. */
  someIds: string[];
  drop: () => Promise<void>;
};

/** A database of its own with `count` products: on the PostgreSQL of TEST_DATABASE_URL, or an embedded one. */
export async function makeBenchDatabase(count: number): Promise<BenchDatabase> {
  const place = process.env.TEST_DATABASE_URL
    ? await onPostgres(process.env.TEST_DATABASE_URL, count)
    : await embedded();
  const database = await openDatabase<Tables>(place.options);
  await migrateAll(database);
  const started = performance.now();
  const lines = Readable.from(benchProducts(count), { objectMode: true }).map((line: string) => Buffer.from(line));
  const outcome = await importCatalogue(database.kysely, { name: 'bench.jsonl', read: () => lines });
  const seconds = (performance.now() - started) / 1_000;
  if (outcome.rejected > 0 || outcome.refused)
    throw new Error(`bench products were rejected: ${JSON.stringify(outcome)}`);
  await sql`vacuum analyze api.product`.execute(database.kysely);
  const rows = await database.kysely
    .selectFrom('api.product')
    .select('product_id')
    .where(sql<boolean>`position % greatest(1, ${Math.floor(count / 200)}) = 0`)
    .execute();
  await database.close();
  return {
    // One key for all processes that are measured on it.
    environment: { ...place.environment, SECRETS_KEY: newSecretsKey() },
    importRowsPerSecond: outcome.rows / seconds,
    someIds: rows.map((row) => row.product_id),
    drop: place.drop,
  };
}

async function onPostgres(url: string, count: number) {
  const name = `hearth_bench_${count}_${process.pid}`;
  await administer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    options: { databaseUrl: own.href, dataDir: '' },
    environment: { DATABASE_URL: own.href },
    drop: () => administer(url, `drop database ${name}`),
  };
}

async function embedded() {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  return {
    options: { databaseUrl: null, dataDir },
    environment: { DATA_DIR: dataDir, DATABASE_URL: '' },
    drop: () => rm(dataDir, { recursive: true }),
  };
}

async function administer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
