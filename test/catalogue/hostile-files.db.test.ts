import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiTables } from '#api/schema/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { hostileFiles } from '../fixtures/hostile-files.ts';
import { aFile, importInto, storedProducts } from './import-into.ts';

let database: Database<ApiTables>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database));

test.each(hostileFiles)('of $name comes what stands beside it', async ({ name, content, outcome }) => {
  // Small files are cut into pieces that end in the middle of rows and letters.
  const file = aFile(name, content, content.length < 20_000 ? 7 : 65_536);
  const { told, ...came } = await importInto(database, file);
  if (outcome.refused !== null) {
    expect(came).toMatchObject({ refused: outcome.refused, rows: 0 });
    expect(await storedProducts(database)).toEqual([]);
    return;
  }
  const { imported, updated, rejected, changed, unknown, texts } = outcome;
  expect(told).toEqual({ rejected, changed, unknown, warnings: [] });
  const rows = imported + updated + rejected.length;
  expect(came).toMatchObject({ refused: null, imported, updated, rejected: rejected.length, rows });
  const stored = await storedProducts(database);
  expect(stored).toHaveLength(imported);
  expect(Object.fromEntries(stored.map((product) => [product.product_id, product]))).toMatchObject(texts);
  // The same file again makes no product twice.
  expect(await importInto(database, file)).toMatchObject({ imported: 0, updated: imported + updated });
});
