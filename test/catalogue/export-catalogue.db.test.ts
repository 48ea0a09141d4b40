import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiTables } from '#api/schema/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { aFile, exportFrom, importInto, storedProducts } from './import-into.ts';

let database: Database<ApiTables>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database));

test('an export holds what is stored, in the order of the shop', async () => {
  const rows = [
    '{"product_id":"b","product_name":"B","product_type":"computing","price":2.5,"on_sale":true,"sale_price":0.000001}',
    '{"product_id":"a","product_name":"=1+1","product_type":"data","price":0,"stock":0,"product_img":"https://example.test/a.png","options":[{"name":"Region","choices":["EU"]}],"specs":[{"name":"Size","value":"5\\" x 6"}]}',
  ];
  await importInto(database, aFile('two.jsonl', rows.join('\n')));
  expect(await exportFrom(database, 'csv')).toBe(
    [
      'product_id,product_name,product_type,description,product_img,price,on_sale,sale_price,stock,price_unit,provider,options,specs,attributes,variants,license,goods,delivery_within_hours',
      'b,B,computing,,,2.5,true,0.000001,,,,[],[],{},[],,{},',
      `a,'=1+1,data,,https://example.test/a.png,0,false,,0,,,"[{""name"":""Region"",""choices"":[""EU""]}]","[{""name"":""Size"",""value"":""5\\"" x 6""}]",{},[],,{},`,
      '',
    ].join('\n'),
  );
  const lines = (await exportFrom(database, 'jsonl')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { product_id: 'b', product_img: '', sale_price: 0.000001, stock: null },
    { product_id: 'a', product_name: '=1+1', stock: 0 },
  ]);
});

test('an empty catalogue is exported as nothing, or a header alone', async () => {
  expect(await exportFrom(database, 'jsonl')).toBe('');
  expect((await exportFrom(database, 'csv')).split('\n')).toHaveLength(2);
});

const letters = fc.oneof(
  fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    ',',
    ';',
    ' ',
    '\\',
    '%',
    '\ufeff',
    'é',
    'e\u0301',
    '\u202e',
    '医',
    '😀',
  ),
  fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme' }),
);
/** An import takes a byte order mark in front of a text away; all else is stored as given. */
const stored = (text: string) => text.replace(/^\ufeff+/, '');
const words = (allowed: RegExp, maxLength: number) =>
  fc.array(letters, { maxLength }).map((parts) => stored(parts.join('').replace(allowed, '')));
const text = words(/\p{Cc}/gu, 20);
const prose = fc.array(fc.oneof(letters, fc.constantFrom('\n', '\r', '\r\n', '\t')), { maxLength: 30 });
const filled = text.filter((value) => value.trim() !== '');
const price = fc.integer({ min: 0, max: 1_000_000_000_000_000 }).map((micros) => micros / 1_000_000);
const unlike = <T>(values: T[], key: (value: T) => unknown) => new Set(values.map(key)).size === values.length;

const product = fc.record({
  product_id: words(/[\p{Cc}/?#%\\]/gu, 20)
    .map((value) => value.trim())
    .filter((value) => !['', '.', '..'].includes(value)),
  product_name: filled,
  product_type: fc.constantFrom('solutions', 'computing', 'data', 'algorithm'),
  description: prose.map((parts) => stored(parts.join('').replace(/[^\P{Cc}\n\r\t]/gu, ''))),
  product_img: fc.constantFrom('', 'https://example.test/a,b.png?c="d"'),
  price,
  on_sale: fc.boolean(),
  sale_price: fc.option(price),
  stock: fc.option(fc.nat(Number.MAX_SAFE_INTEGER)),
  price_unit: text,
  provider: text,
  options: fc
    .array(fc.record({ name: filled, choices: fc.uniqueArray(filled, { minLength: 1, maxLength: 3 }) }), {
      maxLength: 3,
    })
    .filter((options) => unlike(options, ({ name }) => name)),
  specs: fc.array(fc.record({ name: filled, value: text }), { maxLength: 3 }),
  delivery_within_hours: fc.option(fc.integer({ min: 1, max: 720 })),
});
const sellable = product.map((row) => {
  const { price, sale_price } = row;
  const fits = sale_price !== null && sale_price < price;
  return { ...row, sale_price: fits ? sale_price : null, on_sale: row.on_sale && fits };
});
const catalogue = fc.uniqueArray(sellable, { selector: ({ product_id }) => product_id, minLength: 1, maxLength: 12 });

test('whatever is stored, an export imports as the same catalogue, in both formats', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(catalogue, fc.integer({ min: 1, max: 200 }), async (rows, piece) => {
      await emptyDatabase(database);
      const first = rows.map((row) => JSON.stringify(row)).join('\n');
      const given = await importInto(database, aFile('given.jsonl', first, 1_000));
      expect(given.told.rejected).toEqual([]);
      expect(given.told.changed).toEqual([]);
      const before = withoutTimes(await storedProducts(database));
      const files = { jsonl: await exportFrom(database, 'jsonl'), csv: await exportFrom(database, 'csv') };
      for (const format of ['jsonl', 'csv'] as const) {
        const file = aFile(`export.${format}`, files[format], piece);
        expect(await importInto(database, file)).toMatchObject({ imported: 0, updated: rows.length, rejected: 0 });
        expect(await exportFrom(database, format)).toBe(files[format]);
        await emptyDatabase(database);
        expect(await importInto(database, file)).toMatchObject({ imported: rows.length, rejected: 0 });
        expect(withoutTimes(await storedProducts(database))).toEqual(before);
      }
    }),
    { numRuns: 50 },
  );
});

function withoutTimes(rows: Awaited<ReturnType<typeof storedProducts>>) {
  return rows.map(({ created_at, updated_at, position, ...row }) => row);
}
