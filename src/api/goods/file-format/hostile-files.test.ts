import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { fileFactsSchema, sampleSchema } from '#contract/goods/file-format.schema.ts';
import { aSource, fixture } from '../../../../test/file-format/byte-sources.ts';
import { csvDialects } from './csv/csv-dialect.rules.ts';
import { inspectFile } from './inspect-file.ts';
import { countRecords } from './row-count.rules.ts';

const names = [
  'duckdb-snappy.parquet',
  'duckdb-v2.parquet',
  'duckdb-lz4.parquet',
  'duckdb-brotli.parquet',
  'pyarrow-zstd.parquet',
  'pyarrow-delta.parquet',
  'polars.parquet',
  'duckdb.csv',
  'duckdb.csv.gz',
  'duckdb.jsonl.gz',
  'tiny.gguf',
  'tiny.safetensors',
];
const files = new Map<string, Buffer>();

beforeAll(async () => {
  for (const name of names) files.set(name, await fixture(name));
});

/** Whatever the bytes are, the answer is one of ours: never an error, and of the shapes that are kept. */
async function expectAnswer(path: string, bytes: Uint8Array) {
  const { facts, sample, reason } = await inspectFile(aSource(path, bytes));
  if (facts) fileFactsSchema.parse(facts);
  else expect(sample).toBeNull();
  if (sample) {
    sampleSchema.parse(sample);
    expect(JSON.stringify(sample).length).toBeLessThan(200_000);
    for (const row of sample.rows) expect(row).toHaveLength(sample.columns.length);
  }
  if (reason) expect(reason).toMatch(/^It|^Row|^Line|^A |^An /);
}

test.each(names)('[G-06] %s with any of its bytes changed or left out has facts or a reason', async (name) => {
  const original = files.get(name) ?? Buffer.alloc(0);
  // The beginning and the end are where headers and footers say how much there is.
  const place = fc.oneof(
    fc.nat(original.length - 1),
    fc.nat(Math.min(200, original.length - 1)),
    fc.nat(Math.min(1_500, original.length - 1)).map((back) => original.length - 1 - back),
  );
  const change = fc.tuple(place, fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x19, 0xfc), fc.integer({ min: 1, max: 6 }));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), fc.option(place), async (changes, cut) => {
      const bytes = Buffer.from(cut === null ? original : original.subarray(0, cut));
      for (const [at, byte, length] of changes)
        if (at < bytes.length) bytes.fill(byte, at, Math.min(at + length, bytes.length));
      await expectAnswer(name, bytes);
    }),
    // A Parquet file takes a process of its own.
    { numRuns: name.endsWith('.parquet') ? 25 : 150 },
  );
});

test('[G-06] a page that says that a value repeats two thousand million times costs its column, not the shop', async () => {
  // Found by the test above: it took two minutes and 3.6 GB in the shop's own thread.
  const bytes = Buffer.from(files.get('pyarrow-zstd.parquet') ?? []);
  bytes.fill(0xfc, 287, 289);
  const { facts, reason } = await inspectFile(aSource('a.parquet', bytes));
  expect([facts?.kind, reason]).toEqual(['table', null]);
});

test('[G-06] any bytes under any name have facts or a reason', async () => {
  const path = fc.constantFrom('a.csv', 'a.tsv', 'a.jsonl', 'a.parquet', 'a.gguf', 'a.safetensors', 'a', 'a.csv.gz');
  const begin = fc.constantFrom('', 'GGUF', 'PAR1', '{', '\x1f\x8b\x08', 'a,b\n');
  await fc.assert(
    fc.asyncProperty(path, begin, fc.uint8Array({ maxLength: 400 }), async (name, magic, bytes) => {
      await expectAnswer(name, Buffer.concat([Buffer.from(magic, 'latin1'), bytes]));
    }),
    { numRuns: 500 },
  );
});

test('[G-06] rows are counted as they are read', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\r\n', 'é'), maxLength: 6 });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 20 }), (rows) => {
      const [strict] = csvDialects(',', '\n');
      if (!strict) throw new Error('there is no dialect');
      const counter = countRecords(strict);
      const text = rows.map((row) => `${row.map(quoted).join(',')}\n`).join('');
      const bytes = Buffer.from(text);
      for (const byte of bytes) counter.take(Uint8Array.of(byte));
      expect(counter.end()).toBe(rows.length);
    }),
  );
});
