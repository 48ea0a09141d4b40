// Both databases: numbers, dates and lists go through two drivers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiTables } from '#api/schema/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { dryRun } from '../../src/api/catalogue/catalogue-file/import/dry-run.ts';
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

test.each(['csv', 'jsonl'] as const)(
  'a dry run of a %s export of the shop says that nothing would change',
  async (format) => {
    await emptyDatabase(database);
    await importInto(database, aFile('demo.jsonl', demo, 65_536));
    const file = aFile(`export.${format}`, await exportFrom(database, format), 65_536);
    const differences: unknown[] = [];
    const outcomes = await dryRun(database.kysely, [file], { onDifferences: (row) => differences.push(row) });
    const count = (await stored()).length;
    expect(differences).toEqual([]);
    expect(outcomes).toMatchObject([{ rows: count, updated: count, same: count, imported: 0, rejected: 0 }]);
  },
);

test('a dry run tells of what is inside a cell of JSON, whatever the order of its keys is', async () => {
  await emptyDatabase(database);
  const row = (attributes: string, specs: string) =>
    aFile(
      'rows.csv',
      `product_id,product_name,product_type,price,attributes,specs\ndr1,Dry,data,5,"${attributes.replaceAll('"', '""')}","${specs.replaceAll('"', '""')}"\n`,
    );
  const specs = '[{"name":"b","value":"1"},{"name":"a","value":"2"}]';
  await importInto(database, row('{"rows":1,"format":["csv","json"]}', specs));
  const differingFields = async (attributes: string, others = specs) => {
    const fields: string[] = [];
    await dryRun(database.kysely, [row(attributes, others)], {
      onDifferences: ({ differences }) => fields.push(...differences.map(({ field }) => field)),
    });
    return fields;
  };
  expect(await differingFields('{"rows":1,"format":["csv","json"]}')).toEqual([]);
  expect(
    await differingFields(
      '{"format":["csv","json"],"rows":1.0}',
      '[{"value":"1","name":"b"},{"value":"2","name":"a"}]',
    ),
  ).toEqual([]);
  expect(await differingFields('{"rows":2,"format":["csv","json"]}')).toEqual(['attributes']);
  expect(
    await differingFields('{"rows":1,"format":["csv","json"]}', '[{"name":"a","value":"2"},{"name":"b","value":"1"}]'),
  ).toEqual(['specs']);
});

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
