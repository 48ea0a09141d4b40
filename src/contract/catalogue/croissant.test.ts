import { describe, expect, test } from 'vitest';
import { checkCroissant } from '../../../test/file-format/check-croissant.ts';
import type { TableFacts } from '../goods/file-format.ts';
import { type CroissantDataset, type CroissantFile, croissant } from './croissant.ts';

const table = (columns: TableFacts['columns'], more: Partial<TableFacts> = {}): TableFacts => ({
  kind: 'table',
  format: 'csv',
  compressed: null,
  columns,
  column_count: columns.length,
  rows: 2,
  header: true,
  delimiter: ',',
  ...more,
});

const file = (given: Partial<CroissantFile>): CroissantFile => ({
  path: 'data.csv',
  size_bytes: 117_743,
  sha256: 'c617db2c7470716250f6f001be51304c76bcc8815527ab8bae734bdca0735737',
  media_type: 'application/octet-stream',
  address: 'https://shop.example/products/id/words',
  facts: null,
  ...given,
});

const dataset = (given: Partial<CroissantDataset> = {}): CroissantDataset => ({
  name: 'Words of Trees',
  description: 'What trees are called.',
  license: 'CC-BY-4.0',
  url: 'https://shop.example/products/id/words',
  licenseAddress: (id) => `https://shop.example/licenses/${id}`,
  creator: { name: 'Alder Labs', url: 'https://shop.example/sellers/alder-labs' },
  version: '1.2.0',
  published_at: '2026-11-12T09:30:00.000Z',
  files: [
    file({
      path: 'data/train.csv',
      facts: table([
        { name: 'id', type: 'integer' },
        { name: 'the word', type: 'text' },
        { name: 'share', type: 'number' },
        { name: 'kept', type: 'boolean' },
        { name: 'written', type: 'date' },
        { name: 'edited', type: 'datetime' },
      ]),
    }),
    file({
      path: 'data/train.parquet',
      facts: table(
        [
          { name: 'tags', type: 'list', items: 'text' },
          { name: 'meta', type: 'object' },
          { name: 'picture', type: 'binary' },
        ],
        { format: 'parquet', delimiter: null },
      ),
    }),
    file({ path: 'read me.md', media_type: 'text/markdown' }),
  ],
  ...given,
});

type Built = {
  license: unknown;
  distribution: Array<Record<string, unknown>>;
  recordSet: Array<{ '@id': string; field: Array<Record<string, unknown>> }>;
};
const built = (given?: Partial<CroissantDataset>) => croissant(dataset(given)) as Built;

test('[G-06] a data set as Croissant 1.1 describes it: its files, and the columns that they say they have', () => {
  const described = built();
  expect(checkCroissant(described)).toEqual([]);
  const { '@context': context, distribution, recordSet, ...head } = described as Built & Record<string, unknown>;
  expect(Object.keys(context as object)).toHaveLength(45);
  expect(head).toEqual({
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    name: 'Words of Trees',
    description: 'What trees are called.',
    license: 'https://spdx.org/licenses/CC-BY-4.0.html',
    url: 'https://shop.example/products/id/words',
    citeAs:
      '@misc{alder_labs_words_of_trees_2026, title = {Words of Trees}, author = {{Alder Labs}}, year = {2026}, version = {1.2.0}, publisher = {Alder Labs}, url = {https://shop.example/products/id/words}}',
    creator: { '@type': 'Organization', name: 'Alder Labs', url: 'https://shop.example/sellers/alder-labs' },
    datePublished: '2026-11-12',
    version: '1.2.0',
  });
  expect(distribution[0]).toEqual({
    '@type': 'cr:FileObject',
    '@id': 'data/train.csv',
    name: 'data/train.csv',
    contentUrl: 'https://shop.example/products/id/words',
    contentSize: '117743 B',
    encodingFormat: 'text/csv',
    sha256: 'c617db2c7470716250f6f001be51304c76bcc8815527ab8bae734bdca0735737',
  });
  expect(distribution.map((one) => [one['@id'], one.encodingFormat])).toEqual([
    ['data/train.csv', 'text/csv'],
    ['data/train.parquet', 'application/x-parquet'],
    ['read_me.md', 'text/markdown'],
  ]);
  expect(recordSet.map((set) => set['@id'])).toEqual(['data/train', 'data/train-2']);
  expect(recordSet[0]?.field.map((field) => [field['@id'], field.dataType])).toEqual([
    ['data/train/id', 'sc:Integer'],
    ['data/train/the_word', 'sc:Text'],
    ['data/train/share', 'sc:Float'],
    ['data/train/kept', 'sc:Boolean'],
    ['data/train/written', 'sc:Date'],
    ['data/train/edited', 'sc:DateTime'],
  ]);
  expect(recordSet[0]?.field[1]?.source).toEqual({
    fileObject: { '@id': 'data/train.csv' },
    extract: { column: 'the word' },
  });
  // A type that has no word there is left out.
  expect(recordSet[1]?.field).toEqual([
    {
      '@type': 'cr:Field',
      '@id': 'data/train-2/tags',
      name: 'tags',
      dataType: 'sc:Text',
      isArray: true,
      arrayShape: '-1',
      source: { fileObject: { '@id': 'data/train.parquet' }, extract: { column: 'tags' } },
    },
  ]);
});

test.each([
  ['LicenseRef-alder', 'https://shop.example/licenses/LicenseRef-alder'],
  ['GPL-2.0+', 'https://spdx.org/licenses/GPL-2.0.html'],
  [
    'MIT OR Apache-2.0',
    { '@type': 'CreativeWork', name: 'MIT OR Apache-2.0', url: 'https://shop.example/products/id/words#license' },
  ],
  ['', undefined],
])('[G-06] the license %j', (license, said) => {
  const described = built({ license });
  expect(described.license).toEqual(said);
  expect(checkCroissant(described)).toEqual([]);
});

test('[G-06] columns that a loader would not find by their names are not described', () => {
  const one = [{ name: 'a', type: 'text' as const }];
  const sets = (facts: TableFacts) => built({ files: [file({ facts })] }).recordSet ?? [];
  expect(sets(table(one))).toHaveLength(1);
  expect(sets(table(one, { header: false }))).toEqual([]);
  expect(sets(table(one, { delimiter: ';' }))).toEqual([]);
  expect(sets(table([...one, ...one, { name: 'b…', type: 'text' }, { name: '', type: 'text' }]))).toEqual([]);
});

test('[G-06] ids are unique and have no spaces, whatever names there are', () => {
  const names = ['a b', 'a_b', 'a\tb', '…', '  ', '名前', '</script>'];
  const columns = names.map((name) => ({ name, type: 'text' as const }));
  const files = ['a b.csv', 'a_b.csv', 'a_b', '/x'].map((path) => file({ path, facts: table(columns) }));
  const described = built({ files });
  expect(checkCroissant(described)).toEqual([]);
  expect(described.recordSet.map((set) => set['@id'])).toEqual(['a_b-2', 'a_b-3', 'a_b-4', 'x-2']);
});

test('[G-06] of thousands of files and columns the first are described', () => {
  const columns = Array.from({ length: 200 }, (_, index) => ({ name: `c${index}`, type: 'text' as const }));
  const files = Array.from({ length: 10_000 }, (_, index) => file({ path: `${index}.csv`, facts: table(columns) }));
  const described = built({ files });
  expect([described.distribution.length, described.recordSet.length]).toEqual([2_000, 10]);
  expect(JSON.stringify(described).length).toBeLessThan(1_200_000);
});

describe('the checker, by the cases that the public validator is tried with', () => {
  type Node = Record<string, unknown>;
  const cases: Array<[string, (described: Built & Node) => void, string]> = [
    [
      'another type of thing',
      (it) => {
        it['@type'] = 'sc:WRONG_TYPE';
      },
      '@type is not sc:Dataset',
    ],
    [
      'no name',
      (it) => {
        delete it.name;
      },
      'name is missing',
    ],
    [
      'an older version',
      (it) => {
        it.conformsTo = 'http://mlcommons.org/croissant/1.0';
      },
      'conformsTo is not Croissant 1.1',
    ],
    [
      'a context without its words',
      (it) => {
        delete (it['@context'] as Node).recordSet;
      },
      'recordSet is not cr:recordSet',
    ],
    [
      'a context without types',
      (it) => {
        delete (it['@context'] as Node).dataType;
      },
      'dataType is no word of the vocabulary',
    ],
    [
      'a file of another type',
      (it) => {
        Object.assign(it.distribution[0] as Node, { '@type': 'sc:WRONG_TYPE' });
      },
      'a file is not of the type cr:FileObject',
    ],
    [
      'a file without a name',
      (it) => {
        delete it.distribution[0]?.name;
      },
      'name of a file is missing',
    ],
    [
      'a file without its address',
      (it) => {
        delete it.distribution[0]?.contentUrl;
      },
      'contentUrl of a file is missing',
    ],
    [
      'a file without its format',
      (it) => {
        delete it.distribution[0]?.encodingFormat;
      },
      'encodingFormat of a file is missing',
    ],
    [
      'a file without a hash',
      (it) => {
        delete it.distribution[0]?.sha256;
      },
      'sha256 of a file is missing',
    ],
    [
      'an id with spaces',
      (it) => {
        Object.assign(it.distribution[2] as Node, { '@id': 'ids should not contain spaces' });
      },
      'the @id ids should not contain spaces has spaces',
    ],
    [
      'an id twice',
      (it) => {
        Object.assign(it.distribution[2] as Node, { '@id': 'data/train' });
      },
      'the @id data/train is there twice',
    ],
    [
      'a record set of another type',
      (it) => {
        Object.assign(it.recordSet[0] as Node, { '@type': 'sc:WRONG_TYPE' });
      },
      'a record set is not of the type cr:RecordSet',
    ],
    [
      'a field of another type',
      (it) => {
        Object.assign(it.recordSet[0]?.field[0] as Node, { '@type': 'sc:WRONG_TYPE' });
      },
      'a field is not of the type cr:Field',
    ],
    [
      'a field without a source',
      (it) => {
        delete it.recordSet[0]?.field[0]?.source;
      },
      'a field has no source',
    ],
    [
      'a field of a file that is not there',
      (it) => {
        Object.assign(it.recordSet[0]?.field[0] as Node, {
          source: { fileObject: { '@id': 'THISDOESNOTEXIST' }, extract: { column: 'a' } },
        });
      },
      'the source of a field is THISDOESNOTEXIST, which is no file',
    ],
    [
      'a field without a type',
      (it) => {
        delete it.recordSet[0]?.field[0]?.dataType;
      },
      'dataType of a field is missing',
    ],
    [
      'a shape of what is no array',
      (it) => {
        Object.assign(it.recordSet[0]?.field[0] as Node, { arrayShape: '-1' });
      },
      'a field has a shape and is no array',
    ],
    [
      'a shape that is none',
      (it) => {
        Object.assign(it.recordSet[1]?.field[0] as Node, { arrayShape: '(2,' });
      },
      'arrayShape is no shape',
    ],
  ];
  test.each(cases)('[G-06] finds %s', (_what, spoil, fault) => {
    const described = structuredClone(built()) as Built & Node;
    spoil(described);
    expect(checkCroissant(described)).toContain(fault);
  });
});
