// Fields that a file omits stay, those that it empties are cleared, and a dry run reports it all beforehand.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiTables } from '#api/schema/schema.ts';
import type { Database } from '#platform/database/database.ts';
import type { CatalogueFile } from '../../src/api/catalogue/catalogue-file/catalogue-file.ts';
import { type DryRunOptions, dryRun } from '../../src/api/catalogue/catalogue-file/import/dry-run.ts';
import type { RowRemarks } from '../../src/api/catalogue/catalogue-file/read-in-batches.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { aFile, importInto, storedProducts } from './import-into.ts';

let database: Database<ApiTables>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  await importInto(database, aFile('whole.jsonl', JSON.stringify(whole)));
});

const whole = {
  product_id: 'a',
  product_name: 'A',
  product_type: 'data',
  price: 10,
  description: 'All **about** A',
  product_img: 'https://example.test/a.png',
  on_sale: true,
  sale_price: 8,
  stock: 5,
  price_unit: 'hour',
  provider: 'Maker',
  options: [{ name: 'Size', choices: ['S', 'L'] }],
  specs: [{ name: 'Memory', value: '80 GB' }],
};
const cleared = {
  description: '',
  excerpt: '',
  product_img: '',
  on_sale: false,
  sale_price_micros: null,
  stock: null,
  price_unit: '',
  provider: '',
  options: [],
  specs: [],
};
const required = { product_id: 'a', product_name: 'A', product_type: 'data', price: 10 };
const header = 'product_id,product_name,product_type,price';
const optional = 'description,product_img,on_sale,sale_price,stock,price_unit,provider,options,specs';

async function stored(id = 'a') {
  const { position, created_at, updated_at, ...product } =
    (await storedProducts(database)).find((product) => product.product_id === id) ?? ({} as never);
  return product;
}

const jsonl = (...rows: object[]) =>
  aFile('part.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 10_000);

test('a column or key that is not there leaves what a known product has', async () => {
  const before = await stored();
  for (const file of [
    aFile('part.csv', `${header}\na,Renamed,data,12\n`),
    jsonl({ ...required, product_name: 'Renamed', price: 12 }),
  ]) {
    expect(await importInto(database, file)).toMatchObject({ imported: 0, updated: 1, rejected: 0 });
    expect(await stored()).toEqual({
      ...before,
      product_name: 'Renamed',
      name_folded: 'renamed',
      price_micros: 12_000_000,
    });
  }
});

test.each(Object.keys(cleared).filter((field) => !['excerpt', 'sale_price_micros'].includes(field)))(
  'an empty cell or null clears %s and nothing else',
  async (field) => {
    const before = await stored();
    const emptied = {
      [field]: cleared[field as keyof typeof cleared],
      ...(field === 'description' && { excerpt: '' }),
      ...(field === 'on_sale' && { effective_micros: 10_000_000 }),
    };
    await importInto(database, aFile('empty.csv', `${header},${field}\na,A,data,10,\n`));
    expect(await stored()).toEqual({ ...before, ...emptied });
    await importInto(database, jsonl(whole, { ...required, [field]: null }));
    expect(await stored()).toEqual({ ...before, ...emptied });
  },
);

test('rows that say everything, and rows that describe the whole product, leave nothing', async () => {
  await importInto(database, aFile('all.csv', `${header},${optional}\na,A,data,10${',""'.repeat(9)}\n`));
  expect(await stored()).toMatchObject(cleared);
  await importInto(database, jsonl(whole));
  expect(await importInto(database, jsonl(required), { replace: true })).toMatchObject({ updated: 1 });
  expect(await stored()).toMatchObject(cleared);
});

test('new products get the defaults, and an id that comes again in a file adds to its row before', async () => {
  const { told, ...outcome } = await importInto(
    database,
    jsonl(
      { ...required, product_id: 'b', stock: 3, provider: 'Maker' },
      { ...required, product_id: 'b', stock: 4 },
      { ...required, price: 11 },
      { ...required, price: 12, stock: null },
    ),
  );
  expect(outcome).toMatchObject({ imported: 1, updated: 3 });
  expect(await stored('b')).toMatchObject({ ...cleared, stock: 4, provider: 'Maker' });
  expect(await stored()).toMatchObject({
    price_micros: 12_000_000,
    stock: null,
    provider: 'Maker',
    sale_price_micros: 8_000_000,
  });
});

test('a sale is judged with what the product has', async () => {
  const { told } = await importInto(
    database,
    jsonl(
      { ...required, price: 8 },
      { ...required, price: 7, on_sale: false },
      { ...required, sale_price: null },
      { ...required, product_id: 'new', on_sale: true },
      { ...required, sale_price: 9 },
      { ...required, price: 9 },
      { ...required, price: 9, on_sale: false },
      { ...required, price: 9, on_sale: true, sale_price: 4 },
      { ...required, price: 5 },
    ),
  );
  expect(told.rejected).toEqual([
    '1: sale_price is equal to price; on sale it must be below it (the product has on_sale true and sale_price 8, which the row leaves)',
    '2: sale_price is above price (the product has sale_price 8, which the row leaves)',
    '3: sale_price is missing although on_sale is true (the product has on_sale true, which the row leaves)',
    '4: sale_price is missing although on_sale is true',
    '6: sale_price is equal to price; on sale it must be below it (the product has on_sale true and sale_price 9, which the row leaves)',
  ]);
  expect(await stored()).toMatchObject({ price_micros: 5_000_000, on_sale: true, sale_price_micros: 4_000_000 });
});

async function tryOut(file: CatalogueFile, options: DryRunOptions = {}) {
  const reported = { rejected: [] as string[], differs: [] as string[] };
  const [outcome] = await dryRun(database.kysely, [file], {
    onRejected: (row: RowRemarks) =>
      reported.rejected.push(`${row.line}: ${row.remarks.map(({ reason }) => reason).join('; ')}`),
    onDifferences: ({ line, product_id, differences }) =>
      reported.differs.push(
        `${line} ${product_id}: ${differences.map(({ field, before, after }) => `${field} ${before} -> ${after}`).join(', ')}`,
      ),
    ...options,
  });
  return { ...outcome, told: reported };
}

test('a dry run tells what is new, what would change field by field, what stays and what is rejected, and writes nothing', async () => {
  const before = await storedProducts(database);
  const file = jsonl(
    required,
    { ...required, price: 12.5, stock: null, options: [] },
    { ...required, price: 12.5 },
    { ...required, product_id: 'b' },
    { ...required, product_id: 'b', on_sale: true, sale_price: 3 },
    { ...required, product_id: 'c', price: -1 },
  );
  const { told, ...outcome } = await tryOut(file);
  expect(outcome).toEqual({
    imported: 1,
    updated: 4,
    same: 2,
    rejected: 1,
    rows: 6,
    fromSpecs: 0,
    refused: null,
    stopped: false,
  });
  expect(told.differs).toEqual([
    '2 a: price 10 -> 12.5, stock 5 -> , options [{"choices":["S","L"],"name":"Size"}] -> []',
    '5 b: on_sale false -> true, sale_price  -> 3',
  ]);
  expect(told.rejected).toEqual(['6: price is negative']);
  expect(await storedProducts(database)).toEqual(before);

  expect((await tryOut(jsonl(required), { replace: true })).told.differs).toEqual([
    expect.stringMatching(/^1 a: description All \*\*about\*\* A -> , product_img .* specs \[.*\] -> \[\]$/),
  ]);
  expect(await importInto(database, file)).toMatchObject({ imported: 1, updated: 4, rejected: 1 });
});

test('a dry run knows the rows of earlier batches and files, and leaves no table behind', async () => {
  const many = Array.from({ length: 2_200 }, (_, index) => ({ ...required, product_id: `p-${index % 1_500}` }));
  const outcomes = await dryRun(database.kysely, [
    jsonl(...many),
    jsonl(...many.slice(0, 10), { ...required, price: 3 }),
  ]);
  expect(outcomes).toMatchObject([
    { imported: 1_500, updated: 700, same: 700 },
    { imported: 0, updated: 10, same: 10, rejected: 1 },
  ]);
  expect(await storedProducts(database)).toHaveLength(1);
  const { rows } = await sql`select from pg_class where relname = 'dry_run_product'`.execute(database.kysely);
  expect(rows).toEqual([]);
});
