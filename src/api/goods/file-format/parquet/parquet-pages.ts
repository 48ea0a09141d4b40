import type { ColumnChunk, RowGroup } from 'hyparquet';
import { type ByteSource, readPart } from '../byte-source.ts';
import { readThrift, type ThriftStruct } from './thrift.rules.ts';

// Limits of the first rows of a column, so that a page that unpacks to much more than it says, or than anybody should read for
// fifty rows, is left alone.
const HEADER_BYTES = 64 * 1024;
const MOST_PACKED = 4 * 1024 * 1024;
const MOST_UNPACKED = 16 * 1024 * 1024;
const MOST_VALUES = 1_000_000;
const MOST_PAGES = 200;
/** In a page of lists that does not say its rows; where they are longer, fewer rows are shown. */
const USUAL_LIST = 200;
/** Limit of DELTA_BYTE_ARRAY, where each value may repeat all of the one before. */
const MOST_REPEATED = 64 * 1024 * 1024;

const [DATA_PAGE, INDEX_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2] = [0, 1, 2, 3];
const DELTA_BYTE_ARRAY = 7;

/** Pages of a column chunk: how many of its bytes hold the first rows, what they unpack to, and whether this is the whole chunk. */
type FirstPages = { bytes: number; unpacked: number; isWhole: boolean };

/**
 * Walks through the headers of a chunk's pages until `rows` rows are in what it passed. Null where a page is larger than may be read, or
 * says what cannot be. `isFlat`: one value is one row.
 */
export async function findFirstPages(
  source: ByteSource,
  chunk: ColumnChunk,
  { rows, isFlat }: { rows: number; isFlat: boolean },
): Promise<FirstPages | null> {
  const meta = chunk.meta_data;
  if (!meta || chunk.file_path || chunk.crypto_metadata) return null;
  const begin = Number(meta.dictionary_page_offset || meta.data_page_offset);
  const total = Number(meta.total_compressed_size);
  if (!isInside(source, begin, total)) return null;
  const taken = { bytes: 0, unpacked: 0 };
  let seen = 0;
  for (let page = 0; taken.bytes < total && seen < rows && page < MOST_PAGES; page++) {
    const bytes = await readPart(source, begin + taken.bytes, Math.min(HEADER_BYTES, total - taken.bytes));
    const { struct, end } = readThrift(bytes, 0, 1_000);
    const size = sizesOf(struct);
    if (!size) return null;
    const next = { bytes: taken.bytes + end + size.packed, unpacked: taken.unpacked + size.unpacked };
    if (next.bytes > total) return null;
    if (next.bytes > MOST_PACKED || next.unpacked > MOST_UNPACKED) {
      if (seen === 0) return null;
      break;
    }
    Object.assign(taken, next);
    seen += isFlat ? size.values : size.rows || size.values / USUAL_LIST;
  }
  return { ...taken, isWhole: taken.bytes >= total };
}

function isInside(source: ByteSource, begin: number, length: number): boolean {
  return (
    Number.isSafeInteger(begin) &&
    Number.isSafeInteger(length) &&
    begin >= 4 &&
    length > 0 &&
    begin + length <= source.size
  );
}

type PageSize = { packed: number; unpacked: number; values: number; rows: number };

function sizesOf(header: ThriftStruct): PageSize | null {
  const [type, unpacked, packed] = [count(header, 1), count(header, 2), count(header, 3)];
  if (type === null || unpacked === null || packed === null) return null;
  const size = { packed, unpacked };
  if (type === INDEX_PAGE) return { ...size, values: 0, rows: 0 };
  const inner = header.get({ [DATA_PAGE]: 5, [DICTIONARY_PAGE]: 7, [DATA_PAGE_V2]: 8 }[type] ?? -1);
  if (!(inner instanceof Map)) return null;
  const values = count(inner, 1);
  if (values === null || values > MOST_VALUES) return null;
  if (type === DICTIONARY_PAGE) return { ...size, values: 0, rows: 0 };
  const encoding = count(inner, type === DATA_PAGE_V2 ? 4 : 2);
  if (encoding === DELTA_BYTE_ARRAY && values * unpacked > MOST_REPEATED) return null;
  if (type === DATA_PAGE) return { ...size, values, rows: 0 };
  const [nulls, rows, definitions, repetitions] = [count(inner, 2), count(inner, 3), count(inner, 5), count(inner, 6)];
  if (nulls === null || rows === null || definitions === null || repetitions === null) return null;
  return nulls > values || definitions + repetitions > Math.min(packed, unpacked) ? null : { ...size, values, rows };
}

function count(struct: ThriftStruct, field: number): number | null {
  const value = struct.get(field);
  return typeof value === 'number' && value >= 0 && value <= 0x7fffffff ? value : null;
}

/** The first group that has rows. */
export function firstGroup(groups: RowGroup[]): RowGroup | undefined {
  return groups.find((group) => Number(group.num_rows) > 0);
}
