// The embedded database runs on a thread of its own: a slow query then never blocks the requests of others.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

const port = parentPort;
if (!port) throw new Error('embedded-database.worker.ts runs as a worker thread only');

const { dataDir, dump } = workerData as { dataDir: string | null; dump: string | null };
if (dataDir) beginFolder(dataDir);
const INT8 = 20;
/**
 * PostgreSQL takes its buffers from the memory of its program at once and fills them with zeros: the usual 128 MB are resident before
 * anything is read. What stands in no buffer is in the system's cache of files.
 */
const BUFFERS = 'shared_buffers=32MB';
const database = await PGlite.create({
  ...(dataDir ? { dataDir } : {}),
  ...(dump ? { loadDataDir: new Blob([readFileSync(dump)]) } : {}),
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams, '-c', BUFFERS],
  parsers: { [INT8]: Number },
});
if (dataDir) finishFolder(dataDir);

/** There from before the first file of a new database until its last: what a killed process has left cannot be opened. */
function markOf(folder: string): string {
  return `${folder}.unfinished`;
}

/** Nobody has written to a database that was never finished: it is made again. */
function beginFolder(folder: string) {
  if (existsSync(markOf(folder))) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(join(folder, 'PG_VERSION'))) writeFileSync(markOf(folder), '');
}

function finishFolder(folder: string) {
  rmSync(markOf(folder), { force: true });
}

type Command =
  | { id: number; type: 'query'; sql: string; parameters: unknown[] }
  | { id: number; type: 'script'; sql: string }
  | { id: number; type: 'listen'; channel: string }
  | { id: number; type: 'dump' }
  | { id: number; type: 'close' };

async function run(command: Command): Promise<unknown> {
  switch (command.type) {
    case 'query': {
      const { rows, affectedRows } = await database.query(command.sql, command.parameters);
      return { rows, affectedRows };
    }
    case 'script':
      await database.exec(command.sql);
      return null;
    case 'listen':
      await database.listen(command.channel, (payload) =>
        port?.postMessage({ notification: command.channel, payload }),
      );
      return null;
    case 'dump':
      return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
    case 'close':
      return database.close();
  }
}

port.on('message', async (command: Command) => {
  try {
    port.postMessage({ id: command.id, result: await run(command) });
  } catch (error) {
    const { message, code, constraint, detail, severity } = error as Error & Record<string, string>;
    port.postMessage({ id: command.id, error: { message, code, constraint, detail } });
    if (severity === 'PANIC' || severity === 'FATAL' || error instanceof WebAssembly.RuntimeError) end(message);
  }
  if (command.type === 'close') port.close();
});

/** The server inside has ended: whoever gave it one more statement would wait for ever. */
function end(reason: string): never {
  port?.postMessage({ lost: reason });
  process.exit();
}

port.postMessage({ ready: true });
