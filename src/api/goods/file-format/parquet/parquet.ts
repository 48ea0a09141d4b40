import { type FileMetaData, parquetMetadata, type RowGroup } from 'hyparquet';
import { sampleLimits } from '#contract/goods/file-format.ts';
import { type ByteSource, readPart, Unreadable } from '../byte-source.ts';
import type { Inspection } from '../inspection.ts';
import { makeSample, shownColumns } from '../sample.rules.ts';
import { type ColumnTask, decodeColumns } from './parquet-decoder.ts';
import { findFirstPages, firstGroup } from './parquet-pages.ts';
import { type ParquetColumn, parquetColumns } from './parquet-schema.ts';
import { rawSchema } from './parquet-tree.ts';
import { readThrift } from './thrift.rules.ts';

const END_BYTES = 8;
/** That of 10 GB in thousands of column chunks has some 2 MB. */
const MOST_FOOTER_BYTES = 4 * 1024 * 1024;
const MOST_FOOTER_VALUES = 500_000;
/** For all columns of a sample. */
const MOST_UNPACKED = 64 * 1024 * 1024;

export async function looksLikeParquet(source: ByteSource, begin: Uint8Array): Promise<boolean> {
  if (!isMagic(begin, 'PAR1') && !isMagic(begin, 'PARE')) return false;
  return isMagic(await readPart(source, source.size - 4, 4), 'PAR1', 'PARE');
}

const isMagic = (bytes: Uint8Array, ...words: string[]) =>
  words.includes(Buffer.from(bytes.subarray(0, 4)).toString('latin1'));

/** Columns and rows by the footer of a Parquet file, and its first rows. */
export async function inspectParquet(source: ByteSource): Promise<Inspection> {
  const metadata = await readFooter(source);
  const parts = parquetColumns(metadata);
  const columns = parts.map(({ column }) => column);
  // Old writers say another number, or none, for the whole: readers go by the groups.
  const inGroups = metadata.row_groups.map((group) => Number(group.num_rows));
  const rows = inGroups.reduce((sum, count) => sum + count, 0);
  if (!Number.isSafeInteger(rows) || inGroups.some((count) => count < 0))
    throw new Unreadable('Its footer has a number of rows that cannot be.');
  const { sample, isDone } = await readSample(source, metadata, { parts, rows });
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
    sample,
    reason: null,
    isDone,
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

/** The first rows: columns that cannot be read within bounds are left out. */
async function readSample(
  source: ByteSource,
  metadata: FileMetaData,
  { parts: columns, rows: rowsInAll }: { parts: ParquetColumn[]; rows: number },
) {
  const group = firstGroup(metadata.row_groups);
  if (!group) return { sample: null, isDone: true };
  const wanted = Math.min(sampleLimits.rows, Number(group.num_rows));
  const tasks: ColumnTask[] = [];
  let left = MOST_UNPACKED;
  for (const column of columns.slice(0, sampleLimits.columns)) {
    const found = await findColumn(source, { metadata, group, part: column, wanted }).catch(() => null);
    if (!found || found.unpacked > left) continue;
    left -= found.unpacked;
    tasks.push(found.task);
  }
  const { columns: read, isDone } = await decodeColumns(tasks);
  const count = read.length === 0 ? 0 : Math.min(wanted, ...read.map(({ cells }) => cells.length));
  const rows = Array.from({ length: count }, (_row, index) => read.map(({ cells }) => cells[index]));
  const isAll = count === rowsInAll && read.length === columns.length;
  const shown = read.map(({ column }) => column);
  return { sample: isDone ? makeSample(shown, rows, isAll) : null, isDone };
}

type Finding = { metadata: FileMetaData; group: RowGroup; part: ParquetColumn; wanted: number };

/** The bytes that the first rows of a column are in, with what its reader has to know. */
async function findColumn(source: ByteSource, { metadata, group, part, wanted }: Finding) {
  const { column, elements, firstLeaf, leaves } = part;
  // By their place: two columns may have the same name.
  const chunks = group.columns.slice(firstLeaf, firstLeaf + leaves);
  if (chunks.some(({ meta_data: meta }) => meta?.path_in_schema[0] !== column.name)) return null;
  const isFlat = column.type !== 'list' && column.type !== 'object' && chunks.length === 1;
  const { schema, paths } = rawSchema(elements);
  const task: ColumnTask = { column, wanted, isWhole: true, isFlat, parts: [], metadata, elements };
  let unpacked = 0;
  const shortened: RowGroup['columns'] = [];
  for (const [index, chunk] of chunks.entries()) {
    const pages = await findFirstPages(source, chunk, { rows: wanted, isFlat });
    if (!pages || !chunk.meta_data) return null;
    unpacked += pages.unpacked;
    if (unpacked > MOST_UNPACKED) return null;
    task.isWhole &&= pages.isWhole;
    const start = Number(chunk.meta_data.dictionary_page_offset || chunk.meta_data.data_page_offset);
    task.parts.push({ start, bytes: await readPart(source, start, pages.bytes) });
    const path_in_schema = paths[index] ?? [];
    const total_compressed_size = BigInt(pages.bytes);
    shortened.push({ ...chunk, meta_data: { ...chunk.meta_data, path_in_schema, total_compressed_size } });
  }
  if (shortened.length === 0) return null;
  // It is shown a file of one column with as many pages as were walked through.
  task.metadata = {
    version: metadata.version,
    schema: [{ name: 'root', num_children: 1 }, ...schema],
    num_rows: BigInt(wanted),
    metadata_length: 0,
    row_groups: [{ columns: shortened, num_rows: BigInt(wanted), total_byte_size: 0n }],
  };
  return { task, unpacked };
}
