import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiTables } from '#api/schema/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { catalogueFile } from '../../src/api/catalogue/catalogue-file/catalogue-file.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { priceLists } from '../fixtures/price-lists.ts';
import { aFile, exportFrom, importInto, storedProducts } from './import-into.ts';

let database: Database<ApiTables>;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  await emptyDatabase(database);
  folder = await mkdtemp(join(tmpdir(), 'hearth-price-lists-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('of long packed price lists every row is accounted for, and what is stored survives export and import', {
  timeout: 180_000,
}, async () => {
  const { files, sum } = priceLists();
  const came = { imported: 0, updated: 0, rejected: 0, rows: 0 };
  for (const { name, content } of files) {
    await writeFile(join(folder, name), content);
    const outcome = await importInto(database, catalogueFile(join(folder, name)));
    expect(outcome.refused).toBeNull();
    for (const count of ['imported', 'updated', 'rejected', 'rows'] as const) came[count] += outcome[count];
  }
  expect(came).toEqual(sum);
  expect(Math.min(sum.imported, sum.updated, sum.rejected)).toBeGreaterThan(500);

  const stored = await texts();
  const first = { jsonl: await exportFrom(database, 'jsonl'), csv: await exportFrom(database, 'csv') };
  await emptyDatabase(database);
  expect(await importInto(database, aFile('export.csv', first.csv, 65_536))).toMatchObject({
    imported: sum.imported,
    rows: sum.imported,
  });
  // Compared at once: a difference of two such texts takes minutes to print.
  expect((await texts()) === stored).toBe(true);
  expect(await importInto(database, aFile('export.jsonl', first.jsonl, 65_536))).toMatchObject({
    updated: sum.imported,
    rows: sum.imported,
  });
  expect((await texts()) === stored).toBe(true);
  expect((await exportFrom(database, 'jsonl')) === first.jsonl).toBe(true);
  expect((await exportFrom(database, 'csv')) === first.csv).toBe(true);
});

/** All that is stored, in the order of the shop, but when. */
async function texts(): Promise<string> {
  const products = await storedProducts(database);
  return JSON.stringify(products.map(({ created_at, updated_at, position, ...product }) => product));
}
