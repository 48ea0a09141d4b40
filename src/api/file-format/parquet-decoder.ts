import { Worker } from 'node:worker_threads';
import type { FileMetaData } from 'hyparquet';
import type { Column } from '#contract/file-format.ts';

/** What the thread that reads pages is given: one column with the bytes of its first pages. */
export type ColumnTask = {
  column: Column;
  /** Rows. */
  wanted: number;
  isFlat: boolean;
  /** Whether all pages of the column are there. */
  isWhole: boolean;
  /** Where in the file they begin. */
  parts: Array<{ start: number; bytes: Uint8Array }>;
  /** Of a file of this column alone. */
  metadata: FileMetaData;
};
export type DecodedColumn = { column: Column; cells: string[] };
/** Of the column at `index`: its cells as they are shown, or null where it cannot be read. */
export type Decoded = { index: number; cells: string[] | null };

/** For one column; a page takes some milliseconds. */
const PATIENCE_MS = 3_000;
const MEGABYTES = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/**
 * The cells of these columns. A few bytes of a page may say that a value repeats two thousand million times, and the package believes it: pages are
 * read in a thread that has little memory and is ended when it takes long. What it was at then, and what comes behind, is left out.
 */
export function decodeColumns(tasks: readonly ColumnTask[]): Promise<DecodedColumn[]> {
  if (tasks.length === 0) return Promise.resolve([]);
  const decoded: DecodedColumn[] = [];
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./parquet.worker.ts', import.meta.url), {
      workerData: tasks,
      resourceLimits: MEGABYTES,
      stdout: true,
      stderr: true,
    });
    let timer = setTimeout(end, PATIENCE_MS * 2);
    function end() {
      clearTimeout(timer);
      void worker.terminate();
      resolve(decoded);
    }
    worker.on('message', ({ index, cells }: Decoded) => {
      const task = tasks[index];
      if (task && cells) decoded.push({ column: task.column, cells });
      clearTimeout(timer);
      timer = setTimeout(end, PATIENCE_MS);
      if (index === tasks.length - 1) end();
    });
    worker.on('error', end);
    worker.on('exit', end);
  });
}
