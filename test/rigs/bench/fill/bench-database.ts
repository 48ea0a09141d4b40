import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { importCatalogue } from '#api/catalogue/catalogue-file/import/import-catalogue.ts';
import type { RowRemarks } from '#api/catalogue/catalogue-file/read-in-batches.ts';
import { catchUp } from '#api/catalogue/search/update-index.ts';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { newSecretsKey } from '#platform/secrets.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../../database/postgres.ts';
import { benchProducts } from './bench-products.ts';

export type BenchDatabase = {
  /** Variables that the shop's process needs to open it. */
  environment: Record<string, string>;
  importRowsPerSecond: number;
  /** Products that the search takes into its index, which a running shop does beside the import. */
  indexedPerSecond: number;
  /** Ids spread over the whole catalogue. */
  someIds: string[];
  drop: () => Promise<void>;
};

/**
 * A database of its own with `count` products, those of the demo or of a folder of price lists: on the PostgreSQL of
 * TEST_DATABASE_URL, or an embedded one.
 */
export async function makeBenchDatabase(count: number, folder: string | null = null): Promise<BenchDatabase> {
  const place = process.env.TEST_DATABASE_URL
    ? await onPostgres(process.env.TEST_DATABASE_URL, count)
    : await embedded();
  const database = await openDatabase<Tables>(place.options);
  await migrateAll(database);
  const started = performance.now();
  const lines = Readable.from(benchProducts(count, folder), { objectMode: true }).map((line: string) =>
    Buffer.from(line),
  );
  const rejected: string[] = [];
  const onRejected = ({ product_id, remarks }: RowRemarks) => {
    rejected.push(`${product_id}: ${remarks.map(({ reason }) => reason).join('; ')}`);
  };
  const outcome = await importCatalogue(database.kysely, { name: 'bench.jsonl', read: () => lines }, { onRejected });
  const seconds = (performance.now() - started) / 1_000;
  if (outcome.refused) throw new Error(`the bench products were refused: ${outcome.refused}`);
  if (rejected.length > 0) throw new Error(`${rejected.length} bench products were rejected, such as ${rejected[0]}`);
  const imported = performance.now();
  await catchUp(database);
  const indexing = (performance.now() - imported) / 1_000;
  await sql`vacuum analyze`.execute(database.kysely);
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
    indexedPerSecond: outcome.rows / indexing,
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
