import { Worker } from 'node:worker_threads';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

export type EmbeddedDatabase = PostgresPool & {
  onLost: (callback: (error: Error) => void) => void;
  listen: (channel: string, onNotification: (payload: string) => void) => Promise<void>;
  /** Runs several statements as one transaction. Only for start-up: it does not wait for its turn. */
  executeScript: (sql: string) => Promise<void>;
  /** The whole data directory, gzipped; `openEmbeddedDatabase({ dump })` starts from it. */
  dump: () => Promise<Uint8Array>;
};

type Reply = {
  id?: number;
  result?: unknown;
  error?: { message: string; code?: string };
  ready?: true;
  notification?: string;
  payload?: string;
};

/**
 * PGlite in a worker thread, behind the interface of pg's Pool: one connection that its users take in turn, so a
 * transaction of one request never holds the statements of another. (Kysely's own PGlite dialect shares the
 * connection between concurrent transactions.) `dataDir: null` keeps everything in memory.
 */
export async function openEmbeddedDatabase(options: {
  dataDir: string | null;
  dump?: string | null;
}): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./embedded-database.worker.ts', import.meta.url), {
    workerData: { dataDir: options.dataDir, dump: options.dump ?? null },
  });
  const pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, Array<(payload: string) => void>>();
  let lastId = 0;
  let failure: Error | null = null;
  let ending = false;
  let tellLost: (error: Error) => void = () => {};

  function call<T>(command: Record<string, unknown>): Promise<T> {
    if (failure) return Promise.reject(failure);
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { resolve, reject });
      worker.postMessage({ ...command, id });
    });
  }

  const ready = new Promise<void>((resolve, reject) => {
    function fail(error: Error) {
      failure = error;
      if (!ending) tellLost(error);
      for (const waiting of pending.values()) waiting.reject(error);
      pending.clear();
      reject(error);
    }
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the embedded database has ended')));
    worker.on('message', (reply: Reply) => {
      if (reply.ready) return resolve();
      if (reply.notification !== undefined) {
        for (const listener of listeners.get(reply.notification) ?? []) listener(reply.payload ?? '');
        return;
      }
      const waiting = pending.get(reply.id ?? 0);
      pending.delete(reply.id ?? 0);
      if (reply.error) waiting?.reject(Object.assign(new Error(reply.error.message), reply.error));
      else waiting?.resolve(reply.result as never);
    });
  });

  let turn: Promise<void> = Promise.resolve();

  async function connect(): Promise<PostgresPoolClient> {
    const before = turn;
    let release = () => {};
    turn = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return { query, release } as unknown as PostgresPoolClient;
  }

  async function query(sql: string, parameters: readonly unknown[] = []) {
    const { rows, affectedRows } = await call<{ rows: unknown[]; affectedRows?: number }>({
      type: 'query',
      sql,
      parameters,
    });
    const command = sql.trimStart().slice(0, 6).toUpperCase();
    return { command, rowCount: affectedRows ?? rows.length, rows };
  }

  await ready;
  return {
    options: {},
    connect,
    onLost(callback) {
      tellLost = callback;
    },
    async end() {
      if (failure) return;
      ending = true;
      await call({ type: 'close' });
      await worker.terminate();
    },
    async listen(channel, onNotification) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), onNotification]);
      await call({ type: 'listen', channel });
    },
    executeScript: (sql) => call<void>({ type: 'script', sql }),
    dump: () => call<Uint8Array>({ type: 'dump' }),
  };
}
