import { fork } from 'node:child_process';
import type { FileMetaData } from 'hyparquet';
import type { Column } from '#contract/file-format.ts';
import type { ValueKind } from './parquet-value.ts';

/** What the process that reads pages is given: one column with the bytes of its first pages. */
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
  /** How its values are read that the package gives as they are stored; null: they are read already. */
  kind: ValueKind | null;
};
export type DecodedColumn = { column: Column; cells: string[] };
/** Of the column at `index`: its cells as they are shown, or null where it cannot be read. */
export type Decoded = { index: number; cells: string[] | null };

/** For one column; a page takes some milliseconds. */
const PATIENCE_MS = 3_000;
const MEMORY_MB = 192;

/**
 * The cells of these columns. A few bytes of a page may say that a value repeats two thousand million times, and the package believes it: pages are
 * read in a process that has little memory and is ended when it takes long. What it was at then, and what comes behind, is left out.
 */
export function decodeColumns(tasks: readonly ColumnTask[]): Promise<DecodedColumn[]> {
  if (tasks.length === 0) return Promise.resolve([]);
  const decoded: DecodedColumn[] = [];
  return new Promise((resolve) => {
    // A process, not a thread: one that runs out of memory may take the whole process with it. It is told nothing of the shop's surroundings.
    const child = fork(new URL('./parquet.worker.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      serialization: 'advanced',
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let timer = setTimeout(end, PATIENCE_MS * 2);
    function end() {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(decoded);
    }
    child.on('message', (message) => {
      const { index, cells } = message as Decoded;
      const task = tasks[index];
      if (task && cells) decoded.push({ column: task.column, cells });
      clearTimeout(timer);
      timer = setTimeout(end, PATIENCE_MS);
      if (index === tasks.length - 1) end();
    });
    child.on('error', end);
    child.on('exit', end);
    child.send(tasks as ColumnTask[], (error) => error && end());
  });
}
