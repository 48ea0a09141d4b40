import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { croissantMediaType } from '#contract/catalogue/croissant.ts';
import type { Sample, TableFacts } from '#contract/goods/file-format.ts';
import type { OfferedRelease } from '#contract/goods/offered-release.schema.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { storePublishedRelease } from '../../../../test/factories/published-release.ts';
import { storeSeller } from '../../../../test/factories/seller.ts';
import { fixtureSource } from '../../../../test/file-format/byte-sources.ts';
import { checkCroissant } from '../../../../test/file-format/check-croissant.ts';
import { startBuying } from '../../../../test/parts/buying.ts';
import { inspectFile } from './inspect-file.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Awaited<ReturnType<typeof startBuying>>;
let facts: TableFacts;
let rows: Sample;

beforeAll(async () => {
  database = await openTestDatabase();
  shop = await startBuying(database);
  const inspected = await inspectFile(await fixtureSource('duckdb-snappy.parquet', 'train.parquet'));
  facts = inspected.facts as TableFacts;
  rows = inspected.sample as Sample;
});
afterAll(async () => {
  await shop.close();
  await database.close();
});
beforeEach(() => emptyDatabase(database));

async function sell(goods: object, given: Parameters<typeof aProduct>[0] = {}) {
  await database.kysely
    .insertInto('api.product')
    .values(
      aProduct({
        product_id: 'words',
        product_type: 'data',
        license: 'CC-BY-4.0',
        goods: JSON.stringify(goods),
        ...given,
      }),
    )
    .execute();
}

/** As it is sent: it is JSON-LD, which is no answer of the API's own shapes. */
async function describe() {
  const response = await shop.api.fetch(new Request('http://api.test/api/product/words/croissant.json'));
  return { type: response.headers.get('content-type'), body: await response.json() };
}

const offered = async (): Promise<OfferedRelease[]> => {
  const { status, body } = await shop.api.get('/product/words/release');
  expect(status).toBe(200);
  return body.items;
};

test('[G-06] what is sold now is told with what its files say, and [G-07] rows where the seller shows them', async () => {
  const release = await storePublishedRelease(database, { product_id: 'words' }, [
    { path: 'train.parquet', sample: 'rows', facts, rows },
    { path: 'hidden.parquet', facts, rows },
    { path: 'free.csv', sample: 'file', facts, rows },
    { path: 'README.md' },
  ]);
  await sell({ files: { release, updates: 'free' } });
  const [one, ...more] = await offered();
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    selected_options: null,
    version: '1.2.0',
    published_at: '2026-11-12T09:30:00.000Z',
    notes: 'The first one.',
    commit_sha: 'c'.repeat(40),
    file_count: 4,
    size_bytes: 4 * 1_234,
  });
  const summary = (one?.files ?? []).map((file) => [
    file.path,
    file.is_free,
    file.facts?.kind,
    file.sample?.rows.length,
  ]);
  expect(summary).toEqual([
    ['free.csv', true, 'table', 12],
    ['hidden.parquet', false, 'table', undefined],
    ['train.parquet', false, 'table', 12],
    ['README.md', false, undefined, undefined],
  ]);
  expect(one?.files[0]?.sample).toMatchObject({ columns: rows.columns, truncated: true });
});

test('[G-06] what is not what buyers get now is told to nobody', async () => {
  const files = [{ path: 'a.csv', sample: 'rows' as const, facts, rows }];
  const mine = await storePublishedRelease(database, { product_id: 'words' }, files);
  const waiting = await storePublishedRelease(
    database,
    { product_id: 'words', number: 2, version: '2', published_at: null },
    files,
  );
  const others = await storePublishedRelease(database, { product_id: 'other' }, files);
  for (const release of [waiting, others, 'none']) {
    await sell({ files: { release, updates: 'free' } });
    expect(await offered(), release).toEqual([]);
    await database.kysely.deleteFrom('api.product').execute();
  }
  await sell({ keys: { source: 'list' } });
  expect(await offered(), 'a release that is promised no more').toEqual([]);
  await database.kysely
    .updateTable('api.product')
    .set({ listed: false, goods: JSON.stringify({ files: { release: mine, updates: 'free' } }) })
    .execute();
  expect((await shop.api.get('/product/words/release')).status).toBe(404);
  expect((await shop.api.get('/product/words/croissant.json')).status).toBe(404);
  for (const id of ['none', '%00', '%F0%9F']) expect((await shop.api.get(`/product/${id}/release`)).status).toBe(404);
});

test('[G-06] variants with files of their own have releases of their own', async () => {
  const jsonl = [{ name: 'Format', value: 'JSONL' }];
  const both = await storePublishedRelease(database, { product_id: 'words' }, [{ path: 'a.parquet' }]);
  const own = await storePublishedRelease(database, { product_id: 'words', edition: 'x' }, [{ path: 'a.jsonl' }]);
  await sell({
    files: { release: both, updates: 'none' },
    variants: [{ selected_options: jsonl, files: { release: own, updates: 'none' } }],
  });
  expect((await offered()).map((one) => [one.selected_options, one.files[0]?.path])).toEqual([
    [null, 'a.parquet'],
    [jsonl, 'a.jsonl'],
  ]);
});

test('[G-06] the answer is bounded whatever a release has in it', async () => {
  const wide: TableFacts = {
    ...facts,
    columns: Array.from({ length: 200 }, (_, index) => ({ name: `${index}${'n'.repeat(196)}`, type: 'text' })),
    column_count: 200,
  };
  const large: Sample = {
    columns: wide.columns.slice(0, 50),
    rows: Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => 'x'.repeat(12))),
    truncated: true,
  };
  const files = Array.from({ length: 120 }, (_, index) => ({
    path: `part-${String(index).padStart(3, '0')}.csv`,
    sample: 'file' as const,
    facts: wide,
    rows: large,
  }));
  const release = await storePublishedRelease(database, { product_id: 'words' }, files);
  await sell({ files: { release, updates: 'free' } });
  const [one] = await offered();
  expect(one).toMatchObject({ file_count: 120, size_bytes: 120 * 1_234 });
  expect(one?.files).toHaveLength(50);
  expect(one?.files.filter((file) => file.sample)).toHaveLength(3);
  expect(
    one?.files.map((file) => (file.facts?.kind === 'table' ? file.facts.columns.length : null)).slice(8, 12),
  ).toEqual([40, 40, 0, 0]);
  expect(JSON.stringify(one).length).toBeLessThan(200_000);
  const { body } = await describe();
  expect(body.distribution).toHaveLength(120);
  expect(body.recordSet, 'of 2,000 fields in all').toHaveLength(10);
});

test('[G-06] a data set is described in Croissant, and says where its free files are', async () => {
  const sellerId = await storeSeller(database, { address: 'alder', name: 'Alder Labs' }, {});
  const release = await storePublishedRelease(database, { product_id: 'words', seller_id: sellerId }, [
    { path: 'data/train.parquet', facts },
    { path: 'data/the first.csv', sample: 'file', facts },
  ]);
  await sell(
    { files: { release, updates: 'free' } },
    { seller_id: sellerId, provider: 'Alder Labs', description: '</script>' },
  );
  const { type, body } = await describe();
  expect(type).toBe(croissantMediaType);
  expect(checkCroissant(body)).toEqual([]);
  expect(body).toMatchObject({
    version: '1.2.0',
    creator: { name: 'Alder Labs', url: expect.stringMatching(/\/sellers\/alder$/) },
  });
  expect(body.distribution.map((file: { contentUrl: string }) => new URL(file.contentUrl).pathname)).toEqual([
    '/api/product/words/free-file/data/the%20first.csv',
    `/datasets/alder/words/resolve/${'c'.repeat(40)}/data/train.parquet`,
  ]);
  expect(body.recordSet[1].field.map((field: { dataType: string }) => field.dataType)).toEqual([
    'sc:Integer',
    'sc:Text',
    'sc:Text',
    'sc:Float',
    'sc:Boolean',
    'sc:Date',
    'sc:DateTime',
    'sc:Integer',
    'sc:Integer',
    'sc:Float',
  ]);
});

test('[G-06] what is no data set, or has no files, has no Croissant description', async () => {
  const release = await storePublishedRelease(database, { product_id: 'words' }, [{ path: 'a.gguf' }]);
  await sell({ files: { release, updates: 'free' } }, { product_type: 'algorithm' });
  expect((await shop.api.get('/product/words/croissant.json')).status).toBe(404);
  await database.kysely.updateTable('api.product').set({ product_type: 'data', goods: '{}' }).execute();
  expect((await shop.api.get('/product/words/croissant.json')).status).toBe(404);
});

test('[G-06] a release that comes on sale changes the version that answers are cached under', async () => {
  await sell({});
  const release = await storePublishedRelease(database, { product_id: 'words' }, [{ path: 'a.csv' }]);
  await shop.api.version.refresh();
  const before = shop.api.version.current();
  await database.kysely
    .updateTable('api.product')
    .set({ goods: JSON.stringify({ files: { release, updates: 'free' } }) })
    .execute();
  await expect.poll(() => shop.api.version.current()).not.toBe(before);
});
