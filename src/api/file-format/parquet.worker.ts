// The program of the process that reads pages of Parquet files (parquet-decoder.ts).
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Compressors, parquetReadObjects } from 'hyparquet';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors';
import type { ColumnTask, Decoded } from './parquet-decoder.ts';
import { type ValueKind, valueText } from './parquet-value.ts';
import { cellText, ShownValue } from './sample.rules.ts';

/** Those of Node end where they were told to; the package's own unpack what comes. */
const compressors: Compressors = {
  GZIP: (bytes, size) => gunzipSync(bytes, { maxOutputLength: size || 1 }),
  BROTLI: (bytes, size) => brotliDecompressSync(bytes, { maxOutputLength: size || 1 }),
  ZSTD: (bytes, size) => zstdDecompressSync(bytes, { maxOutputLength: size || 1 }),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

/** More of a list than is ever shown. */
const LISTED = 500;

async function decode({ column, wanted, isFlat, isWhole, parts, metadata, kind }: ColumnTask): Promise<string[]> {
  const rows = await parquetReadObjects({
    file: {
      byteLength: Number.MAX_SAFE_INTEGER,
      slice(start, end = start) {
        // Chunks that lie beside each other are asked for at once.
        const whole = new Uint8Array(Math.min(end - start, 64 * 1024 * 1024));
        for (const part of parts)
          if (part.start >= start && part.start < end)
            whole.set(part.bytes.subarray(0, end - part.start), part.start - start);
        return whole.buffer;
      },
    },
    metadata,
    columns: [column.name],
    rowEnd: wanted,
    compressors,
    // What is no text by the schema is none.
    utf8: false,
    geoparquet: false,
  });
  const values = rows.map((row) => row[column.name]);
  // A list may go on in the page behind.
  const complete = isFlat || isWhole ? values : values.slice(0, lastComplete(values));
  const shown = complete.slice(0, wanted);
  return (kind ? shown.map((value) => readValues(value, kind)) : shown).map(cellText);
}

/** The values of a column that has one kind of them, also in lists. */
function readValues(value: unknown, kind: ValueKind): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.slice(0, LISTED).map((one) => readValues(one, kind));
  if (typeof value !== 'object' || value instanceof Uint8Array) return new ShownValue(valueText(value, kind));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, readValues(inner, kind)]));
}

function lastComplete(values: unknown[]): number {
  const read = values.indexOf(undefined);
  return Math.max((read < 0 ? values.length : read) - 1, 0);
}

process.once('message', async (tasks: ColumnTask[]) => {
  for (const [index, task] of tasks.entries()) {
    const cells = await decode(task).catch(() => null);
    process.send?.({ index, cells } satisfies Decoded);
  }
});
