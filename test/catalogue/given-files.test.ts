// The files that other people made: hostile ones with the outcome written beside them, and real price lists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { catalogueFile } from '../../src/api/catalogue/catalogue-file.ts';
import { type ExportFormat, exportCatalogue } from '../../src/api/catalogue/export-catalogue.ts';
import type { ApiTables } from '../../src/api/schema.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { aFile, importInto, storedProducts } from './import-into.ts';

const given = join(import.meta.dirname, '../../../shared/data');
const adversarial = join(given, 'adversarial');
const isGiven = existsSync(join(adversarial, 'expected.json'));

type Expected = {
  outcome: string;
  imported: number;
  rejected: Array<{ line: number; reason: string }>;
  rejected_count?: number;
};

const expected: Record<string, Expected> = isGiven
  ? JSON.parse(readFileSync(join(adversarial, 'expected.json'), 'utf8'))
  : {};

/** Where the list leaves a choice, or says that the shop's own rule decides: docs of the import say which. */
const decided: Record<string, { outcome?: string; rejects?: number[]; accepts?: number[]; updated?: number }> = {
  // Prices that would round to 0.
  '16-bad-prices.csv': { rejects: [21, 22] },
  // On sale at the very price.
  '17-sale-price.csv': { rejects: [4] },
  // An id that comes again updates its product.
  '19-duplicate-ids.csv': { accepts: [3, 4, 7], updated: 3 },
  // The case of product_type does not matter.
  '26-bad-types.csv': { accepts: [3] },
  // A key that comes twice: the last one counts. Line 3 is counted neither way in the list.
  '28-hostile.jsonl': { accepts: [3] },
  '29-array.json': { outcome: 'refused' },
};

let database: Database<ApiTables>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database));

const files = Object.keys(expected).filter((name) => name !== 'keywords.txt');

test.runIf(isGiven).each(files.length > 0 ? files : ['none'])('%s ends as expected', async (name) => {
  const wanted = expected[name] as Expected;
  const { outcome: policy = wanted.outcome, rejects = [], accepts = [], updated = 0 } = decided[name] ?? {};
  const { told, ...outcome } = await importInto(database, catalogueFile(join(adversarial, name)));
  expect(outcome.imported + outcome.updated + outcome.rejected).toBe(outcome.rows);
  for (const reason of told.rejected) {
    expect(reason).not.toMatch(/\p{Cc}/u);
    expect(reason.length).toBeLessThan(300);
  }
  if (policy === 'refused') {
    expect(outcome).toMatchObject({ rows: 0, refused: expect.any(String) });
    expect(await storedProducts(database)).toEqual([]);
    return;
  }
  const lines = new Set([...wanted.rejected.map(({ line }) => line), ...rejects]);
  for (const line of accepts) lines.delete(line);
  const told_lines = told.rejected.map((reason) => Number.parseInt(reason, 10));
  if (wanted.rejected_count) expect(told_lines).toHaveLength(wanted.rejected_count);
  else expect(told_lines).toEqual([...lines].sort((a, b) => a - b));
  expect(outcome).toMatchObject({ refused: null, updated });
  expect(outcome.imported).toBe(wanted.imported - rejects.length + accepts.length - updated);
});

test.runIf(isGiven)('texts that look like code are stored as the very characters', async () => {
  const names = {
    '13-quotes-newlines.csv': ['A "quoted" name, with comma'],
    '20-markup.csv': ['<script>alert(1)</script>', '=HYPERLINK("http://example.invalid","click")'],
    '21-sql-names.csv': ["Robert'); DROP TABLE products;--", '100% _under_score \\back\\slash'],
    '22-unicode.csv': ['Caf\u00e9 mod\u00e8le', 'Cafe\u0301 mode\u0300le', 'invoice\u202egnp.exe'],
  };
  for (const [name, wanted] of Object.entries(names)) {
    await emptyDatabase(database);
    await importInto(database, catalogueFile(join(adversarial, name)));
    const stored = await storedProducts(database);
    expect(stored.map(({ product_name }) => product_name)).toEqual(expect.arrayContaining(wanted));
  }
});

test.runIf(isGiven)('the reasons for a rejection say what the list says', async () => {
  const { told } = await importInto(database, catalogueFile(join(adversarial, '14-unclosed-quote.csv')));
  expect(told.rejected[0]).toMatch(/^4: .*the rest of the file could not be read \(2 more lines\)$/);
  const ragged = await importInto(database, catalogueFile(join(adversarial, '25-ragged.csv')));
  expect(ragged.told.rejected.slice(0, 2)).toEqual(['3: 3 fields, 13 expected', '4: 15 fields, 13 expected']);
});

const real = ['computing-gcp', 'computing-opencomputeprices', 'solutions', 'data', 'algorithm'].map((name) =>
  join(given, 'products', `${name}.jsonl.gz`),
);

test.runIf(isGiven)(
  'the real catalogue: every row is accounted for, and survives export and import',
  { timeout: 180_000 },
  async () => {
    const sum = { imported: 0, updated: 0, rejected: 0, rows: 0 };
    for (const file of real) {
      const outcome = await importInto(database, catalogueFile(file));
      for (const name of ['imported', 'updated', 'rejected', 'rows'] as const) sum[name] += outcome[name];
    }
    expect(sum).toEqual({ imported: 30_903, updated: 2_789, rejected: 999, rows: 34_691 });

    const first = { jsonl: await exported('jsonl'), csv: await exported('csv') };
    await emptyDatabase(database);
    expect(await importInto(database, aFile('export.csv', first.csv, 65_536))).toMatchObject({
      imported: 30_903,
      rows: 30_903,
    });
    expect(await importInto(database, aFile('export.jsonl', first.jsonl, 65_536))).toMatchObject({
      updated: 30_903,
      rows: 30_903,
    });
    expect((await exported('jsonl')) === first.jsonl).toBe(true);
    expect((await exported('csv')) === first.csv).toBe(true);
  },
);

async function exported(format: ExportFormat): Promise<string> {
  let text = '';
  for await (const piece of exportCatalogue(database.kysely, format)) text += piece;
  return text;
}
