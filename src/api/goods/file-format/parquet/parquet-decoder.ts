import { fork } from 'node:child_process';
import type { FileMetaData, SchemaElement } from 'hyparquet';
import type { Column } from '#contract/goods/file-format.ts';

/** Input of the process that reads pages: one column with the bytes of its first pages. */
export type ColumnTask = {
  column: Column;
  /** Rows. */
  wanted: number;
  isFlat: boolean;
  /** True if all pages of the column are there. */
  isWhole: boolean;
  /** Where in the file they begin. */
  parts: Array<{ start: number; bytes: Uint8Array }>;
  /** Metadata of a file of this column alone, without what its values mean. */
  metadata: FileMetaData;
  /** Meaning of the values in the file: the column's part of the schema. */
  elements: SchemaElement[];
};
type DecodedColumn = { column: Column; cells: string[] };
/** Cells of the column at `index` as they are shown, or null where it cannot be read. */
export type Decoded = { index: number; cells: string[] | null };

/** Processor time for one column; a page takes some milliseconds. */
export const COLUMN_CPU_MS = 3_000;
/** Time by the clock for all of them: a machine that takes so long for so little work is busy with other things. */
const PATIENCE_MS = 30_000;
const MEMORY_MB = 192;
/** By which the process ends itself when a column has used up its time: nobody else sends it. Windows has no such signal. */
export const OUT_OF_TIME = process.platform === 'win32' ? 'SIGTERM' : 'SIGVTALRM';

/** Decoded columns; `isDone`: missing ones cannot be read, and could not be at another time. */
type DecodedColumns = { columns: DecodedColumn[]; isDone: boolean };

/**
 * The cells of these columns. A few bytes of a page may say that a value repeats two thousand million times, and the package believes it: pages are
 * read in a process that has little memory and ends when it has worked long. What it was at then, and what comes behind, is left out. Where it
 * could not begin, was ended by somebody else or did not get to work, it is not done.
 */
export function decodeColumns(
  tasks: readonly ColumnTask[],
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Promise<DecodedColumns> {
  if (tasks.length === 0) return Promise.resolve({ columns: [], isDone: true });
  const columns: DecodedColumn[] = [];
  return new Promise((resolve) => {
    // A process, not a thread: one that runs out of memory may take the whole process with it. It is told nothing of the shop's surroundings.
    const child = fork(new URL('./parquet.worker.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      serialization: 'advanced',
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => end(false), patienceMs);
    function end(isDone: boolean) {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve({ columns, isDone });
    }
    child.on('message', (message) => {
      const { index, cells } = message as Decoded;
      const task = tasks[index];
      if (task && cells) columns.push({ column: task.column, cells });
      if (index === tasks.length - 1) end(true);
    });
    child.on('error', () => end(false));
    // Out of time or of memory, by its own doing; what ends the processes of a machine sends other signals.
    child.on('exit', (code, signal) =>
      end(signal ? [OUT_OF_TIME, 'SIGABRT', 'SIGTRAP', 'SIGSEGV'].includes(signal) : code !== 0),
    );
    child.send(tasks as ColumnTask[], (error) => error && end(false));
  });
}
