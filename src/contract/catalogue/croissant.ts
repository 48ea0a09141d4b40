// Croissant 1.1: what a data set is made of, in JSON-LD that search engines and the loaders of the field read. Made of what the
// files themselves say; the page of a product has it, and the API as a file.
import type { Column, ColumnType, FileFacts, TableFacts } from '../goods/file-format.ts';

const croissantVersion = 'http://mlcommons.org/croissant/1.1';
export const croissantMediaType = `application/ld+json; profile="${croissantVersion}"`;

/** Most files and fields that are described: the first ones of more. */
export const croissantFileMaximum = 2_000;
const MOST_FIELDS = 2_000;

/** As appendix 1 of the specification lists it, with schema.org by https as the public validator has it. */
const context = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  dct: 'http://purl.org/dc/terms/',
  annotation: 'cr:annotation',
  arrayShape: 'cr:arrayShape',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  containedIn: 'cr:containedIn',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  equivalentProperty: 'cr:equivalentProperty',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  excludes: 'cr:excludes',
  extract: 'cr:extract',
  field: 'cr:field',
  fileProperty: 'cr:fileProperty',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isArray: 'cr:isArray',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  readLines: 'cr:readLines',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  samplingRate: 'cr:samplingRate',
  sdVersion: 'cr:sdVersion',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
  unArchive: 'cr:unArchive',
  value: 'cr:value',
};

export type CroissantFile = {
  path: string;
  size_bytes: number;
  sha256: string;
  media_type: string;
  /** Where its bytes are; of what has to be bought, it answers who has not with a sentence that says where. */
  address: string;
  facts: FileFacts | null;
};

export type CroissantDataset = {
  name: string;
  description: string;
  /** An SPDX expression, or empty. */
  license: string;
  /** Whole addresses: of the page of the data set, of its shop, and of licenses that SPDX does not have. */
  url: string;
  licenseAddress: (licenseId: string) => string;
  creator: { name: string; url?: string };
  version: string;
  published_at: string;
  files: readonly CroissantFile[];
};

/** Types of columns as types of schema.org; those that have no word there are left out. */
const dataTypes: Partial<Record<ColumnType, string>> = {
  text: 'sc:Text',
  integer: 'sc:Integer',
  number: 'sc:Float',
  boolean: 'sc:Boolean',
  date: 'sc:Date',
  datetime: 'sc:DateTime',
};

/** The data set in JSON-LD. Nothing is in it that its files or its seller have not said. */
export function croissant(dataset: CroissantDataset): object {
  const newId = uniqueIds();
  const files = dataset.files.slice(0, croissantFileMaximum).map((file) => ({ file, id: newId(file.path) }));
  let left = MOST_FIELDS;
  const recordSets = files.flatMap(({ file, id }) => {
    const fields = file.facts?.kind === 'table' ? readableColumns(file.facts) : [];
    if (fields.length === 0 || left < fields.length) return [];
    left -= fields.length;
    return [recordSet(file, id, fields, newId)];
  });
  return {
    '@context': context,
    '@type': 'sc:Dataset',
    conformsTo: croissantVersion,
    name: dataset.name,
    description: dataset.description || dataset.name,
    ...(dataset.license && { license: licenseOf(dataset) }),
    url: dataset.url,
    citeAs: citation(dataset),
    creator: { '@type': 'Organization', ...dataset.creator },
    datePublished: dataset.published_at.slice(0, 10),
    version: dataset.version,
    distribution: files.map(({ file, id }) => fileObject(file, id)),
    ...(recordSets.length > 0 && { recordSet: recordSets }),
  };
}

/** In BibTeX, by what is known of it. */
function citation({ name, url, creator, version, published_at }: CroissantDataset): string {
  const plain = (text: string) => text.replace(/[{}\\\s]+/g, ' ').trim();
  const year = published_at.slice(0, 4);
  const key = `${plain(creator.name)}_${plain(name)}_${year}`.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const parts = { title: name, author: creator.name, year, version, publisher: creator.name, url };
  const fields = Object.entries(parts).map(
    ([field, text]) => `${field} = {${field === 'author' ? `{${plain(text)}}` : plain(text)}}`,
  );
  return `@misc{${key}, ${fields.join(', ')}}`;
}

function fileObject(file: CroissantFile, id: string): object {
  return {
    '@type': 'cr:FileObject',
    '@id': id,
    name: file.path,
    contentUrl: file.address,
    contentSize: `${file.size_bytes} B`,
    encodingFormat: encodingFormat(file),
    sha256: file.sha256,
  };
}

function recordSet(file: CroissantFile, fileId: string, columns: Column[], newId: (text: string) => string): object {
  const id = newId(file.path.replace(/(\.[A-Za-z0-9]{1,8}){1,2}$/, '') || 'rows');
  return {
    '@type': 'cr:RecordSet',
    '@id': id,
    name: id,
    description: `The rows of ${file.path}`,
    field: columns.map((column) => ({
      '@type': 'cr:Field',
      '@id': newId(`${id}/${column.name}`),
      name: column.name,
      dataType: dataTypes[column.type === 'list' ? (column.items ?? 'unknown') : column.type] ?? 'sc:Text',
      ...(column.type === 'list' && { isArray: true, arrayShape: '-1' }),
      source: { fileObject: { '@id': fileId }, extract: { column: column.name } },
    })),
  };
}

/**
 * Columns that a loader finds by their names and that have a type: not those of a file without a header or with other separators than its
 * format has, no objects and no bytes.
 */
function readableColumns({ header, format, delimiter, columns }: TableFacts): Column[] {
  if (!header || (format === 'csv' && delimiter !== ',')) return [];
  const names = new Map<string, number>();
  for (const { name } of columns) names.set(name, (names.get(name) ?? 0) + 1);
  return columns.filter((column) => {
    const type = column.type === 'list' ? column.items : column.type;
    // A column in which nothing was seen may be read as text.
    const hasType = type !== undefined && (dataTypes[type] !== undefined || (type === 'unknown' && format !== 'jsonl'));
    return hasType && column.name !== '' && names.get(column.name) === 1 && !/[…\u{FFFD}]/u.test(column.name);
  });
}

/** Media types of tables as the loaders of Croissant name them, who unpack a file by its name; of all else as it is sent. */
function encodingFormat({ facts, media_type }: CroissantFile): string {
  if (facts?.kind !== 'table') return media_type;
  return { csv: 'text/csv', tsv: 'text/tsv', jsonl: 'application/jsonlines', parquet: 'application/x-parquet' }[
    facts.format
  ];
}

/** One license is the address of its text; what is put together of several is said as it was written. */
function licenseOf({ license, licenseAddress, url }: CroissantDataset): string | object {
  if (/[\s()]/.test(license)) return { '@type': 'CreativeWork', name: license, url: `${url}#license` };
  if (license.startsWith('LicenseRef-')) return licenseAddress(license);
  return `https://spdx.org/licenses/${license.replace(/\+$/, '')}.html`;
}

/** Ids of letters that every reader takes, each given once: some take none with spaces, however they are written. */
function uniqueIds(): (text: string) => string {
  const given = new Set<string>();
  return (text) => {
    const plain =
      text
        .normalize('NFC')
        .replace(/[^\p{L}\p{N}._/-]+/gu, '_')
        .replace(/^\/+/, '')
        .slice(0, 200) || '_';
    let id = plain;
    for (let count = 2; given.has(id); count++) id = `${plain}-${count}`;
    given.add(id);
    return id;
  };
}
