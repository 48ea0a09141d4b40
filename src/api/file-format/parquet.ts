import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Compressors, type FileMetaData, parquetMetadata, parquetReadObjects, type RowGroup } from 'hyparquet';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors';
import { type Column, sampleLimits } from '#contract/file-format.ts';
import { type ByteSource, readPart, Unreadable } from './byte-source.ts';
import type { Inspection } from './inspection.ts';
import { findFirstPages, firstGroup } from './parquet-pages.ts';
import { parquetColumns } from './parquet-schema.ts';
import { makeSample, shownColumns } from './sample.rules.ts';
import { readThrift } from './thrift.rules.ts';

const END_BYTES = 8;
/** That of 10 GB in thousands of column chunks has some 2 MB. */
const MOST_FOOTER_BYTES = 4 * 1024 * 1024;
const MOST_FOOTER_VALUES = 500_000;
/** For all columns of a sample. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/** Those of Node end where they were told to; the package's own unpack what comes. */
const compressors: Compressors = {
  GZIP: (bytes, size) => gunzipSync(bytes, { maxOutputLength: size || 1 }),
  BROTLI: (bytes, size) => brotliDecompressSync(bytes, { maxOutputLength: size || 1 }),
  ZSTD: (bytes, size) => zstdDecompressSync(bytes, { maxOutputLength: size || 1 }),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

export async function looksLikeParquet(source: ByteSource, begin: Uint8Array): Promise<boolean> {
  if (!isMagic(begin, 'PAR1') && !isMagic(begin, 'PARE')) return false;
  return isMagic(await readPart(source, source.size - 4, 4), 'PAR1', 'PARE');
}

const isMagic = (bytes: Uint8Array, ...words: string[]) =>
  words.includes(Buffer.from(bytes.subarray(0, 4)).toString('latin1'));

/** Columns and rows by the footer of a Parquet file, and its first rows. */
export async function inspectParquet(source: ByteSource): Promise<Inspection> {
  const metadata = await readFooter(source);
  const columns = parquetColumns(metadata);
  const rows = Number(metadata.num_rows);
  const inGroups = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (!Number.isSafeInteger(rows) || rows < 0 || rows !== inGroups)
    throw new Unreadable('Its footer contradicts itself about the number of rows.');
  return {
    facts: {
      kind: 'table',
      format: 'parquet',
      compressed: null,
      columns: shownColumns(columns),
      column_count: columns.length,
      rows,
      header: true,
      delimiter: null,
    },
    sample: await readSample(source, metadata, columns),
    reason: null,
  };
}

async function readFooter(source: ByteSource): Promise<FileMetaData> {
  const end = await readPart(source, source.size - END_BYTES, END_BYTES);
  if (isMagic(end.subarray(4), 'PARE')) throw new Unreadable('It is encrypted.');
  const length = new DataView(end.buffer, end.byteOffset, end.byteLength).getUint32(0, true);
  if (length > source.size - END_BYTES - 4) throw new Unreadable('Its footer is longer than the file.');
  if (length > MOST_FOOTER_BYTES) throw new Unreadable('Its footer is larger than 4 MB.');
  const footer = await readPart(source, source.size - END_BYTES - length, length + END_BYTES);
  readThrift(footer.subarray(0, length), 0, MOST_FOOTER_VALUES);
  return parquetMetadata(footer, { geoparquet: false });
}

/** The first rows, column by column: what cannot be read within bounds is left out. */
async function readSample(source: ByteSource, metadata: FileMetaData, columns: Column[]) {
  const group = firstGroup(metadata.row_groups);
  if (!group) return null;
  const wanted = Math.min(sampleLimits.rows, Number(group.num_rows));
  const read: Array<{ column: Column; values: unknown[] }> = [];
  let left = MOST_UNPACKED;
  for (const column of columns.slice(0, sampleLimits.columns)) {
    const found = await readColumn(source, { metadata, group, column, wanted, left }).catch(() => null);
    if (!found) continue;
    left -= found.unpacked;
    read.push({ column, values: found.values });
  }
  const count = read.length === 0 ? 0 : Math.min(wanted, ...read.map(({ values }) => values.length));
  const rows = Array.from({ length: count }, (_row, index) => read.map(({ values }) => values[index]));
  const isAll = count === Number(metadata.num_rows) && read.length === columns.length;
  return makeSample(
    read.map(({ column }) => column),
    rows,
    isAll,
  );
}

type Reading = { metadata: FileMetaData; group: RowGroup; column: Column; wanted: number; left: number };

async function readColumn(source: ByteSource, { metadata, group, column, wanted, left }: Reading) {
  const chunks = group.columns.filter(({ meta_data: meta }) => meta?.path_in_schema[0] === column.name);
  const isFlat = column.type !== 'list' && column.type !== 'object' && chunks.length === 1;
  let unpacked = 0;
  let isWhole = true;
  const shortened: RowGroup['columns'] = [];
  for (const chunk of chunks) {
    const pages = await findFirstPages(source, chunk, { rows: wanted, isFlat });
    if (!pages || !chunk.meta_data) return null;
    unpacked += pages.unpacked;
    if (unpacked > left) return null;
    isWhole &&= pages.isWhole;
    shortened.push({ ...chunk, meta_data: { ...chunk.meta_data, total_compressed_size: BigInt(pages.bytes) } });
  }
  if (shortened.length === 0) return null;
  // The package is shown a file of one column with as many pages as were walked through.
  const rows = await parquetReadObjects({
    file: { byteLength: source.size, slice: (start, end) => sliceOf(source, start, end) },
    metadata: { ...metadata, row_groups: [{ ...group, columns: shortened, num_rows: BigInt(wanted) }] },
    columns: [column.name],
    rowEnd: wanted,
    compressors,
    // What is no text by the schema is none.
    utf8: false,
    geoparquet: false,
  });
  const values = rows.map((row) => row[column.name]);
  // A list may go on in the page behind.
  return { values: isFlat || isWhole ? values : values.slice(0, lastComplete(values)), unpacked };
}

function lastComplete(values: unknown[]): number {
  const read = values.indexOf(undefined);
  return Math.max((read < 0 ? values.length : read) - 1, 0);
}

async function sliceOf(source: ByteSource, start: number, end = source.size): Promise<ArrayBuffer> {
  const bytes = await readPart(source, start, end - start);
  return bytes.slice().buffer;
}
