// Both databases: numbers, dates and lists go through two drivers.
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiTables } from '#api/schema/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { importAllOrNothing } from '../../src/api/catalogue/catalogue-file/import/import-catalogue.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { aFile, importInto, storedProducts } from './import-into.ts';

let database: Database<ApiTables>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database));

const line = (given: object) =>
  JSON.stringify({ product_id: 'a', product_name: 'A', product_type: 'data', price: 1, ...given });
const lines = (...rows: object[]) => rows.map((row) => `${line(row)}\n`).join('');
const header = 'product_id,product_name,product_type,price';

test('rows stand in the shop in the order of the file', async () => {
  const file = aFile(
    'new.jsonl',
    lines({ product_id: 'c' }, { product_id: 'a', product_name: 'Ä ﬁ' }, { product_id: 'b' }),
  );
  expect(await importInto(database, file)).toMatchObject({
    imported: 3,
    updated: 0,
    rejected: 0,
    rows: 3,
    refused: null,
  });
  const stored = await storedProducts(database);
  expect(stored.map(({ product_id }) => product_id)).toEqual(['c', 'a', 'b']);
  expect(stored[1]).toMatchObject({ product_name: 'Ä ﬁ', name_folded: 'ä fi' });
});

test('good rows are stored, bad ones are told with their line', async () => {
  const file = aFile(
    'mixed.jsonl',
    `${line({})}\n\n   \n${line({ price: -1 })}\n[1]\nnull\n{"product_id":\n${line({ product_id: 'b' })}`,
  );
  const { told, ...outcome } = await importInto(database, file);
  expect(outcome).toEqual({
    imported: 2,
    updated: 0,
    rejected: 4,
    rows: 6,
    fromSpecs: 0,
    refused: null,
    stopped: false,
  });
  expect(told.rejected).toEqual([
    '4: price is negative',
    '5: the line is not a JSON object',
    '6: the line is not a JSON object',
    '7: the line is not JSON: it ends early',
  ]);
});

test('an id that comes again updates its product, which keeps its place and birth', async () => {
  await importInto(database, aFile('first.jsonl', lines({ stock: 5 }, { product_id: 'b' })));
  await sql`update api.product set created_at = '2020-01-01', updated_at = '2020-01-01'`.execute(database.kysely);
  const again = aFile(
    'again.jsonl',
    lines({ price: 2 }, { product_id: 'c' }, { product_id: 'b' }, { price: 3 }, { product_id: 'c', price: 9 }),
  );
  expect(await importInto(database, again)).toMatchObject({ imported: 1, updated: 4, rejected: 0, rows: 5 });
  const [a, b, c] = await storedProducts(database);
  // The last row counts, in what it says: its stock is not given, so it stays.
  expect(a).toMatchObject({ product_id: 'a', price_micros: 3_000_000, stock: 5 });
  expect(a?.created_at.getUTCFullYear()).toBe(2020);
  expect(a?.updated_at.getUTCFullYear()).toBeGreaterThan(2020);
  // Nothing changed here, so nothing was written.
  expect(b?.updated_at.getUTCFullYear()).toBe(2020);
  expect(c).toMatchObject({ product_id: 'c', price_micros: 9_000_000 });
});

test('ids differ by case', async () => {
  const outcome = await importInto(database, aFile('case.jsonl', lines({ product_id: 'x' }, { product_id: 'X' })));
  expect(outcome).toMatchObject({ imported: 2, updated: 0 });
});

test('more rows than a batch holds are all stored and counted', async () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => ({ product_id: `p-${index % 2_200}` }));
  const outcome = await importInto(database, aFile('many.jsonl', lines(...rows), 10_000));
  expect(outcome).toMatchObject({ imported: 2_200, updated: 300, rows: 2_500 });
  expect(await storedProducts(database)).toHaveLength(2_200);
});

test('keys that are not stored are told once; of a key that comes twice the last counts', async () => {
  const rows = [
    '{"product_id":"a","product_name":"first","product_name":"second","product_type":"data","price":1}',
    '{"product_id":"b","product_name":"B","product_type":"data","price":1,"__proto__":{"price":5},"rating":5}',
    '{"product_id":"c","product_name":"C","product_type":"data","price":1,"rating":4}',
  ];
  const { told, imported } = await importInto(database, aFile('keys.jsonl', rows.join('\n')));
  expect(imported).toBe(3);
  expect(told.unknown).toEqual(['2: __proto__ is not stored', '2: rating is not stored']);
  expect((await storedProducts(database))[0]?.product_name).toBe('second');
});

test('letters that are not UTF-8 reject their row only', async () => {
  const latin = Buffer.from(`${lines({ product_id: 'x', product_name: 'Café' })}${lines({})}`, 'latin1');
  const jsonl = await importInto(database, aFile('latin.jsonl', latin));
  expect(jsonl.told.rejected).toEqual(['1: the line is not valid UTF-8']);
  const csv = await importInto(
    database,
    aFile('latin.csv', Buffer.from(`${header}\nb,Café,data,1\nc,C,data,1\n`, 'latin1')),
  );
  expect(csv.told.rejected).toEqual(['2: product_name is not valid UTF-8']);
  expect(csv.imported).toBe(1);
});

test('a description whose excerpt would end in the middle of an emoji is imported', async () => {
  const description = `[a](${'x'.repeat(634)})😀`;
  expect(description.slice(0, 640).isWellFormed()).toBe(false);
  expect(await importInto(database, aFile('emoji.jsonl', line({ description }), 1_000))).toMatchObject({ imported: 1 });
  expect((await storedProducts(database))[0]).toMatchObject({ description, excerpt: 'a' });
});

test('a line over 2 MB is rejected, and the next one is read', async () => {
  const huge = line({ product_id: 'huge', description: 'x'.repeat(2_200_000) });
  const { told, imported } = await importInto(database, aFile('huge.jsonl', `${huge}\n${line({})}\n`, 65_536));
  expect(told.rejected).toEqual(['1: the line is longer than 2 MB']);
  expect(imported).toBe(1);
});

test('a table is read with any line end, quotes, columns in any order and a byte order mark', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    await emptyDatabase(database);
    const table = [
      '\ufeffprice,note,product_type,product_name,product_id,description',
      '',
      `1,x,data,"A ""B"", C",a,"one${end}two"`,
      '   ',
      `-1,x,data,C,c,"one${end}${end}two"`,
      '2,x,Data,\ufeffB,b,',
    ];
    const { told, ...outcome } = await importInto(database, aFile('table.csv', table.join(end)));
    expect(outcome, JSON.stringify(end)).toMatchObject({ imported: 2, rejected: 1, rows: 3 });
    expect(told.unknown).toEqual(['1: the column note is not stored']);
    expect(told.rejected).toEqual(['6: price is negative']);
    const [a, b] = await storedProducts(database);
    expect(a).toMatchObject({ product_id: 'a', product_name: 'A "B", C', description: `one${end}two` });
    expect(b).toMatchObject({ product_id: 'b', product_name: 'B', product_type: 'data' });
  }
});

test('cells that a row leaves out at its end are empty, a row of nothing is none, and one with too many is rejected', async () => {
  const { told, ...outcome } = await importInto(
    database,
    aFile('ragged.csv', `${header},stock\na,A\nb,B,data,1,3,more\n,,,,\nc,C,data,1\nd,D,data,1,2,,\n`),
  );
  expect(told.rejected).toEqual(['2: product_type is missing; price is missing', '3: 6 fields, 5 expected']);
  expect(outcome).toMatchObject({ imported: 2, rejected: 2, rows: 4 });
  expect(await storedProducts(database)).toMatchObject([
    { product_id: 'c', stock: null },
    { product_id: 'd', stock: 2 },
  ]);
});

test('a quote inside a cell rejects its row, and the lines behind it keep their numbers', async () => {
  const table = `${header}\na,5" disk,data,1\nb,"two\nwords",data,-1\nc,6" and 7" disk,data,1\nd,D,data,x\ne,E,data,1`;
  const { told, imported } = await importInto(database, aFile('inches.csv', table));
  expect(told.rejected).toEqual([
    '2: there is a quote inside a cell that does not start with one',
    '3: price is negative',
    '5: there is a quote inside a cell that does not start with one',
    '6: price is not a number: x',
  ]);
  expect(imported).toBe(1);
});

test('after a quote that is not closed nothing more is read, and that is told', async () => {
  const broken = `${header}\na,A,data,1\nb,"B,data,1\nc,C,data,1\nd,"D",data,1\n`;
  const { told, ...outcome } = await importInto(database, aFile('broken.csv', broken));
  expect(outcome).toMatchObject({ imported: 1, rejected: 1, rows: 2 });
  expect(told.rejected).toEqual([
    '3: a quote that is opened here is not closed; the rest of the file could not be read (2 more lines)',
  ]);
  const open = await importInto(database, aFile('open.csv', `${header}\na,A,data,1\nb,"B,data,1\n`));
  expect(open.told.rejected).toEqual(['3: a quote that is opened here is not closed']);
});

test.each([
  ['a quote', '"', 'x\n'],
  ['separators', ',', ',,'],
])('a row made endless by %s ends the reading, not the memory', async (_, sign, more) => {
  const endless = `${header}\na,A,data,1\nb,${sign}${more.repeat(1_500_000)}`;
  const { told, imported } = await importInto(database, aFile('endless.csv', endless, 65_536));
  expect(imported).toBe(1);
  expect(told.rejected).toEqual([
    expect.stringMatching(/^3: the row is longer than 2 MB \(a quote that is not closed\?\)/),
  ]);
});

test.each([
  ['empty.csv', '', 'it is empty'],
  ['blank.csv', '\n \n', 'it is empty'],
  ['array.json', `[${line({})}]`, 'it is a JSON array; give one object per line'],
  ['text.yml', 'a: &a ["x","x"]\n', /^it is neither JSON with one object per line nor CSV/],
  ['columns.csv', 'product_id,product_name\na,A\n', 'it lacks the required columns product_type, price'],
  ['latin.csv', Buffer.from('prix_€,é\n', 'latin1'), 'its first line is not valid UTF-8'],
  ['packed.csv', gzipSync(`${header}\na,A,data,1\n`), 'it is packed with gzip, but its name does not end in .gz'],
  ['text.csv.gz', `${header}\na,A,data,1\n`, 'its name ends in .gz, but it is not an undamaged gzip file'],
  [
    'cut.jsonl.gz',
    gzipSync(lines({}, {})).subarray(0, -9),
    'its name ends in .gz, but it is not an undamaged gzip file',
  ],
])('%s is refused whole', async (name, content, reason) => {
  const { told, ...outcome } = await importInto(database, aFile(name, content));
  expect(outcome).toMatchObject({ imported: 0, updated: 0, rejected: 0, rows: 0 });
  if (typeof reason === 'string') expect(outcome.refused).toBe(reason);
  else expect(outcome.refused).toMatch(reason);
  expect(await storedProducts(database)).toEqual([]);
});

test('a packed file is unpacked', async () => {
  expect(await importInto(database, aFile('a.csv.gz', gzipSync(`${header}\na,A,data,1\n`)))).toMatchObject({
    imported: 1,
  });
  expect(await importInto(database, aFile('a.jsonl.GZ', gzipSync(lines({}))))).toMatchObject({ updated: 1 });
});

test('a header without rows imports nothing', async () => {
  expect(await importInto(database, aFile('header.csv', header))).toMatchObject({ rows: 0, refused: null });
});

test('stopped, an import has stored every row that it counts', async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => ({ product_id: `p-${index}` }));
  const stop = new AbortController();
  const outcome = await importInto(database, aFile('long.jsonl', lines(...rows), 5_000), {
    signal: stop.signal,
    onBytes: () => setImmediate(() => stop.abort()),
  });
  expect(outcome.stopped).toBe(true);
  expect(outcome.rows).toBeLessThan(3_000);
  expect(await storedProducts(database)).toHaveLength(outcome.imported);
});

test('all or nothing: one bad row or file keeps the others out, and every row counts as rejected', async () => {
  const good = aFile('good.jsonl', lines({}, { product_id: 'b' }));
  for (const bad of [aFile('bad.jsonl', lines({ product_id: 'c' }, { price: -1 })), aFile('bad.csv', '')]) {
    const { kept, outcomes } = await importAllOrNothing(database.kysely, [good, bad]);
    expect(kept).toBe(false);
    expect(outcomes[0]).toMatchObject({ imported: 0, updated: 0, rejected: 2, rows: 2 });
    expect(await storedProducts(database)).toEqual([]);
  }
  const { kept, outcomes } = await importAllOrNothing(database.kysely, [good, good]);
  expect(kept).toBe(true);
  expect(outcomes).toMatchObject([{ imported: 2 }, { updated: 2 }]);
  expect(await storedProducts(database)).toHaveLength(2);
});

test('a disk that fails halfway is told, and the rows before it stay', async () => {
  const failing = {
    name: 'failing.jsonl',
    async *read() {
      yield Buffer.from(lines({}, { product_id: 'b' }).repeat(50));
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    },
  };
  expect(await importInto(database, failing)).toMatchObject({
    imported: 2,
    updated: 98,
    refused: 'EIO: i/o error, read',
  });
});

const scrap = fc.oneof(
  fc.constantFrom(
    '"',
    ',',
    '\n',
    '\r',
    '\r\n',
    '{',
    '}',
    '[',
    '\\',
    '\0',
    '\u001b',
    '\ufeff',
    '=',
    '1e999',
    'null',
    ' ',
  ),
  fc.constantFrom(header, line({}), 'a,A,data,1', '"b","B ""2""",data,2', '\\ud800', '"product_id":', '__proto__'),
  fc.string({ maxLength: 4, unit: 'binary' }),
);
const damaged = fc
  .tuple(
    fc.constantFrom(`${header}\n`, lines({}), ''),
    fc.array(scrap, { maxLength: 40 }),
    fc.uint8Array({ maxLength: 3 }),
  )
  .map(([start, scraps, bytes]) => Buffer.concat([Buffer.from(start + scraps.join('')), bytes]));

test('whatever a file holds, the import ends, its counts add up and only whole products are stored', async () => {
  await fc.assert(
    fc.asyncProperty(damaged, fc.integer({ min: 1, max: 50 }), async (content, piece) => {
      await emptyDatabase(database);
      const { told, ...outcome } = await importInto(database, aFile('damaged', content, piece));
      expect(outcome.imported + outcome.updated + outcome.rejected).toBe(outcome.rows);
      expect(told.rejected).toHaveLength(outcome.rejected);
      const physical = content.toString('latin1').split(/\r\n|\r|\n/).length;
      for (const reason of told.rejected) {
        expect(reason).not.toMatch(/\p{Cc}/u);
        expect(Number.parseInt(reason, 10)).toBeLessThanOrEqual(physical);
      }
      expect(await storedProducts(database)).toHaveLength(outcome.imported);
    }),
    { numRuns: 100 },
  );
});
