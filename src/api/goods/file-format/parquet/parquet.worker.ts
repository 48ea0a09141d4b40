// The program of the process that reads pages of Parquet files (parquet-decoder.ts).
import { Worker } from 'node:worker_threads';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Compressors, parquetReadObjects } from 'hyparquet';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors';
import { cellText } from '../sample.rules.ts';
import { COLUMN_CPU_MS, type ColumnTask, type Decoded, OUT_OF_TIME } from './parquet-decoder.ts';
import { createReader, isPutTogether } from './parquet-tree.ts';

/** Those of Node end where they were told to; the package's own unpack what comes. */
const compressors: Compressors = {
  GZIP: (bytes, size) => gunzipSync(bytes, { maxOutputLength: size || 1 }),
  BROTLI: (bytes, size) => brotliDecompressSync(bytes, { maxOutputLength: size || 1 }),
  ZSTD: (bytes, size) => zstdDecompressSync(bytes, { maxOutputLength: size || 1 }),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

async function decode({ wanted, isFlat, isWhole, parts, metadata, elements }: ColumnTask): Promise<string[]> {
  const name = metadata.schema[1]?.name ?? '';
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
    columns: [name],
    rowEnd: wanted,
    compressors,
    // Values of INT96, which is in nanoseconds by its kind alone: as they are stored.
    ...(!isPutTogether(elements) && { parsers: { timestampFromNanoseconds: (nanos) => nanos } }),
    // Values that are no text by the schema are none.
    utf8: false,
    geoparquet: false,
  });
  const values = rows.map((row) => row[name]);
  // A list may go on in the page behind.
  const complete = isFlat || isWhole ? values : values.slice(0, lastComplete(values));
  const read = createReader(elements);
  return complete.slice(0, wanted).map((value) => cellText(read(value)));
}

function lastComplete(values: unknown[]): number {
  // Missing values are undefined too.
  return Math.max(
    values.findLastIndex((value) => value !== undefined),
    0,
  );
}

/** A thread beside this one, which may be kept from everything by a page: it ends the process when a column takes too much of the processor. */
function watch(): () => void {
  const usedMs = () => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000;
  const since = new Float64Array(new SharedArrayBuffer(8));
  const begin = () => {
    since[0] = usedMs();
  };
  begin();
  new Worker(
    `const { workerData: { since, mostMs, signal } } = require('node:worker_threads');
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      if ((user + system) / 1000 - since[0] > mostMs) process.kill(process.pid, signal);
    }, 100);`,
    {
      eval: true,
      workerData: { since, mostMs: COLUMN_CPU_MS, signal: OUT_OF_TIME },
      resourceLimits: { maxOldGenerationSizeMb: 16 },
    },
  ).unref();
  return begin;
}

process.once('message', async (tasks: ColumnTask[]) => {
  const beginColumn = watch();
  for (const [index, task] of tasks.entries()) {
    beginColumn();
    const cells = await decode(task).catch(() => null);
    process.send?.({ index, cells } satisfies Decoded);
  }
});
