import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { openDatabase } from '#platform/database/database.ts';
import { importCatalogue } from '../../../src/api/catalogue/import-catalogue.ts';
import { newSecretsKey } from '../../../src/platform/secrets.ts';
import { migrateAll, type Tables } from '../../../src/tables.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';
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
  const made = await makeDatabaseOn(url, { purpose: `bench_${count}` });
  return {
    options: { databaseUrl: made.url, dataDir: '' },
    environment: { DATABASE_URL: made.url },
    drop: () => dropDatabaseOn(url, made),
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
