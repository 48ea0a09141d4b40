import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import type { ApiTables } from '../../src/api/schema.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { aFile, exportFrom, importInto, storedProducts } from './import-into.ts';

let database: Database<ApiTables>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const demo = readFileSync(join(import.meta.dirname, '../../catalogue/demo/products.jsonl'));

async function stored() {
  const products = await storedProducts(database);
  return products.map(({ created_at, updated_at, position, ...product }) => product);
}

test.each(['csv', 'jsonl'] as const)(
  '[V-03] attributes, variants and licenses come through %s as they are',
  async (format) => {
    await emptyDatabase(database);
    await importInto(database, aFile('demo.jsonl', demo, 65_536));
    const before = await stored();
    expect(before.filter(({ variants }) => variants.length > 0).length).toBeGreaterThan(60);

    const file = aFile(`export.${format}`, await exportFrom(database, format), 65_536);
    await emptyDatabase(database);
    expect(await importInto(database, file)).toMatchObject({
      imported: before.length,
      rejected: 0,
      fromSpecs: 0,
      told: { changed: [] },
    });
    expect(await stored()).toEqual(before);
  },
);

test('[V-03] a file without them leaves them as they are', async () => {
  await emptyDatabase(database);
  await importInto(database, aFile('demo.jsonl', demo, 65_536));
  const before = await stored();
  const rows = demo
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { attributes, variants, license, ...product } = JSON.parse(line);
      return JSON.stringify(product);
    });
  expect(await importInto(database, aFile('old.jsonl', rows.join('\n'), 65_536))).toMatchObject({
    updated: before.length,
    rejected: 0,
  });
  expect(await stored()).toEqual(before);
});
