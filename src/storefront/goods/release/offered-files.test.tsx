import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/product/product.ts';
import type { ModelFacts, Sample, TableFacts } from '#contract/goods/file-format.ts';
import type { OfferedFile, OfferedRelease } from '#contract/goods/offered-release.schema.ts';
import { checkCroissant } from '../../../../test/file-format/check-croissant.ts';
import { datasetData } from '../../seo/dataset-data.ts';
import { OfferedFiles } from './offered-files.tsx';
import { pageReleases } from './page-releases.ts';
import { WhatYouGet } from './what-you-get.tsx';

const product = {
  product_id: 'words',
  product_name: 'Words of Trees',
  product_type: 'data',
  description: 'What trees are called.',
  provider: 'Alder Labs',
  options: [],
  license: 'MIT',
  goods: { files: { updates: 'free' } },
} as unknown as Product;

const facts: TableFacts = {
  kind: 'table',
  format: 'csv',
  compressed: null,
  columns: [
    { name: 'word', type: 'text' },
    { name: 'count', type: 'integer' },
  ],
  column_count: 2,
  rows: 40_000,
  header: true,
  delimiter: ',',
};
const sample: Sample = {
  columns: facts.columns,
  rows: [
    ['</script><img src=x onerror=alert(1)>', '1'],
    ['alder', '2'],
  ],
  truncated: true,
};
const file = (given: Partial<OfferedFile>): OfferedFile => ({
  path: 'train.csv',
  size_bytes: 61_400_000,
  sha256: 'a'.repeat(64),
  media_type: 'text/csv',
  is_free: false,
  facts: null,
  sample: null,
  ...given,
});
const release = (given: Partial<OfferedRelease> = {}): OfferedRelease => ({
  selected_options: null,
  version: '1.2.0',
  published_at: '2026-11-12T09:30:00.000Z',
  notes: '',
  commit_sha: 'c'.repeat(40),
  file_count: 2,
  size_bytes: 64_600_000,
  files: [file({ facts, sample }), file({ path: 'data/the first.csv', is_free: true })],
  ...given,
});

const rendered = (releases: OfferedRelease[], given: Partial<Product> = {}) =>
  renderToStaticMarkup(<OfferedFiles product={{ ...product, ...given }} releases={releases} />);
const whatYouGetText = (
  given: Partial<Product>,
  releases: OfferedRelease[] = [],
  selected: Product['options'] | object = [],
  quantity = 1,
) =>
  renderToStaticMarkup(
    <WhatYouGet
      product={{ ...product, ...given }}
      releases={releases}
      selected={selected as never}
      quantity={quantity}
      shopName="Hearth"
    />,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('[G-07] first rows stand in a table with a heading, a caption and a frame that keys can scroll', () => {
  const html = rendered([release()]);
  expect(html).toContain('First rows of <bdi>train.csv</bdi></h2>');
  expect(html).toContain('2 of 40,000 rows, read from the file by the shop.');
  expect(html).toMatch(
    /<section class="sample-frame[^"]*" aria-label="First rows of train.csv, which scroll" tabindex="0">/i,
  );
  expect(html).toContain('<caption class="sr-only">First rows of train.csv</caption>');
  expect(html, 'what a cell says is text').toContain('&lt;/script&gt;&lt;img src=x');
  expect(html).not.toContain('<img');
});

test('[G-07] a free file has a link that needs neither scripts nor an account; others have none', () => {
  const html = rendered([release()]);
  expect([...html.matchAll(/href="([^"]+)" download/g)].map(([, href]) => href)).toEqual([
    '/api/product/words/free-file/data/the%20first.csv',
  ]);
  expect(html).toContain('rel="nofollow"');
});

test('[G-06] the files of a release are listed with rows, size and hash; more than six fold without scripts', () => {
  const many = Array.from({ length: 9 }, (_, index) => file({ path: `part-${index}.csv`, facts }));
  const html = rendered([release({ files: many, file_count: 59 })]);
  expect(html).toContain('59 files, 64.6 MB, since <time dateTime="2026-11-12T09:30:00.000Z">Nov 12, 2026</time>');
  const [open, folded] = html.split('<details');
  expect(open?.match(/part-\d/g)).toHaveLength(6);
  expect(folded).toContain('Show 3 more files');
  expect(folded).toContain('50 more files are named in the signed manifest');
  expect(open).toContain('<td>40,000</td><td>61.4 MB</td>');
});

test('[G-06] a model is told of by its own header', () => {
  const model: ModelFacts = {
    kind: 'model',
    format: 'gguf',
    name: 'Tiny Alder',
    architecture: 'llama',
    quantization: 'Q4_K_M',
    context_length: 32_768,
    license: null,
    parameters: 7_241_732_096,
    tensors: 291,
    dtypes: [
      { dtype: 'Q4_K', tensors: 193 },
      { dtype: 'F32', tensors: 98 },
    ],
    metadata: [{ name: 'size_label', value: '7B' }],
  };
  const html = rendered([release({ files: [file({ path: 'tiny.gguf', facts: model })] })], {
    product_type: 'algorithm',
  });
  const said = [...html.matchAll(/<dt[^>]*><bdi>([^<]+)<\/bdi><\/dt><dd[^>]*><bdi>([^<]+)/g)].map(
    ([, name, value]) => `${name}: ${value}`,
  );
  expect(said).toEqual([
    'Name: Tiny Alder',
    'Format: GGUF',
    'Architecture: llama',
    'Quantization: Q4_K_M',
    'Context length: 32,768 tokens',
    'Parameters: 7.24 billion',
    'Tensors: 291',
    'Stored as: Q4_K (193), F32 (98)',
    'size_label: 7B',
  ]);
  expect(html).not.toContain('croissant');
});

test('[G-06] a product without files has no section for them', () => {
  expect(rendered([])).toBe('');
});

const dataHow = 'In your library, by browser, hf, datasets or curl, with a signed manifest.';

test.each<[Partial<Product>, OfferedRelease[], string]>([
  [
    {},
    [release()],
    `What you get 2 files of version 1.2.0 , 64.6 MB Files, at once; later versions are free ${dataHow}`,
  ],
  [{}, [], `What you get Files, at once; later versions are free ${dataHow}`],
  [
    { product_type: 'algorithm', goods: { files: { updates: 'none' } } },
    [],
    'What you get Files, at once In your library, by browser, hf or curl, with a signed manifest.',
  ],
  [
    { goods: { keys: { source: 'list', seats: 5, valid_days: 365 } } },
    [],
    'What you get A key for 5 seats, valid 365 days In your library as soon as it is paid.',
  ],
  [
    { goods: { access: { by: 'endpoint', within_minutes: 15 } } },
    [],
    'What you get Access within 15 minutes In your library. If it is late, you may have your money back.',
  ],
  [{ goods: { access: { by: 'text' } } }, [], 'What you get Access, at once In your library as soon as it is paid.'],
  [
    { goods: { hours: { by: 'hand', minutes_each: 60 } } },
    [],
    'What you get 1 hour of machine time Ask for the machine in your library; the seller starts and stops it. Each minute stands on a ledger.',
  ],
  [{ goods: {} }, [], 'What you get Delivered by hand by Alder Labs once it is paid.'],
  [{ goods: {}, provider: '' }, [], 'What you get Delivered by hand by Hearth once it is paid.'],
])('[G-01] what a buyer gets is said before paying (%#)', (given, releases, words) => {
  expect(whatYouGetText(given, releases)).toBe(words);
});

test('[G-01] what so many of it give is said as it is counted out', () => {
  const goods = { keys: { source: 'list' as const }, hours: { by: 'endpoint' as const, minutes_each: 60 } };
  expect(whatYouGetText({ goods }, [], [], 24)).toMatch(
    /^What you get 24 keys .* 24 hours of machine time Start and stop/,
  );
});

test('[G-01] of variants with goods of their own, what is chosen decides', () => {
  const [jsonl, parquet] = ['JSONL', 'Parquet'].map((value) => [{ name: 'Format', value }]);
  const given = {
    options: [{ name: 'Format', choices: ['JSONL', 'Parquet'] }],
    variants: [{ selected_options: jsonl }, { selected_options: parquet }],
    goods: { files: { updates: 'none' }, variants: [{ selected_options: jsonl, keys: { source: 'signed' } }] },
  } as unknown as Partial<Product>;
  expect(whatYouGetText(given)).toBe('What you get It depends on what you choose.');
  expect(whatYouGetText(given, [release()], jsonl)).toBe('What you get A key In your library as soon as it is paid.');
  expect(whatYouGetText(given, [release()], parquet)).toBe(
    `What you get 2 files of version 1.2.0 , 64.6 MB Files, at once ${dataHow}`,
  );
});

test('[G-06] the page describes a data set in Croissant too', () => {
  const shop = { origin: 'https://shop.example', name: 'Hearth' };
  const described = datasetData(product, [release()], shop);
  expect(checkCroissant(described)).toEqual([]);
  expect(datasetData({ ...product, product_type: 'solutions' }, [release()], shop)).toBeNull();
  expect(datasetData(product, [], shop)).toBeNull();
});

test('[G-07] what a page carries of its files is bounded', () => {
  const wide: Sample = {
    columns: Array.from({ length: 50 }, (_, index) => ({ name: `${index}${'n'.repeat(190)}`, type: 'text' })),
    rows: Array.from({ length: 12 }, () => Array.from({ length: 50 }, () => 'x'.repeat(200))),
    truncated: false,
  };
  const columns = Array.from({ length: 40 }, (_, index) => ({
    name: `${index}${'n'.repeat(70)}`,
    type: 'text' as const,
  }));
  const table = { ...facts, columns, column_count: 5_000 };
  const files = Array.from({ length: 50 }, (_, index) =>
    file({ path: `${index}.csv`, facts: table, sample: index < 3 ? wide : null }),
  );
  const shown = pageReleases([release({ files, file_count: 50, notes: 'n'.repeat(9_000) })]);
  expect(JSON.stringify(shown).length).toBeLessThan(80_000);
  expect(
    JSON.stringify(datasetData(product, shown, { origin: 'https://shop.example', name: 'Hearth' })).length,
  ).toBeLessThan(60_000);
  expect(rendered(shown).length).toBeLessThan(100_000);
  expect(rendered(shown)).toContain('8 of 40,000 rows and 12 of 5,000 columns, read');
  const [usual] = pageReleases([release()]);
  expect(usual).toEqual(release());
});

test('[G-07] access says for how long it works, what happens then, and that nothing is charged again', () => {
  const access = { by: 'text' as const, valid_days: 30 };
  const monthly = whatYouGetText({ goods: { access }, price_unit: 'month' }, [], [], 3);
  expect(monthly).toContain('Access, at once, valid 90 days');
  expect(monthly).toContain('Then it ends: you are not charged again.');
  expect(whatYouGetText({ goods: { access }, price_unit: 'seat per month' }, [], [], 3)).toContain('valid 30 days');
  const endless = whatYouGetText({ goods: { access: { by: 'text' } }, price_unit: 'seat per month' });
  expect(endless).toContain('It has no end date, and you are not charged again.');
  const named = whatYouGetText({ goods: { access: { by: 'endpoint' } }, price_unit: 'month' });
  expect(named).toContain('You are not charged again. If it ends, your library says when.');
});
