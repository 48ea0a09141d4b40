import { Worker } from 'node:worker_threads';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

export type EmbeddedDatabase = PostgresPool & {
  onLost: (callback: (error: Error) => void) => void;
  /** There is one connection; who waits, waits for it. */
  connections: () => { open: number; idle: number; waiting: number };
  listen: (channel: string, onNotification: (payload: string) => void) => Promise<void>;
  /** Runs several statements as one transaction. Only for start-up: it does not wait for its turn. */
  executeScript: (sql: string) => Promise<void>;
  /** The whole data directory, gzipped; `openEmbeddedDatabase({ dump })` starts from it. */
  dump: () => Promise<Uint8Array>;
};

/** As long as a query may take on PostgreSQL. */
const SILENT_SECONDS = 60;

type Waiting = { type: string; resolve: (result: never) => void; reject: (error: Error) => void };

type Reply = {
  id?: number;
  result?: unknown;
  error?: { message: string; code?: string };
  ready?: true;
  /** Why the database takes no further statement. */
  lost?: string;
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
  /** A statement that has had no answer for so long will never have one: the database is lost. */
  silentSeconds?: number;
}): Promise<EmbeddedDatabase> {
  const silentSeconds = options.silentSeconds ?? SILENT_SECONDS;
  const worker = new Worker(new URL('./embedded-database.worker.ts', import.meta.url), {
    workerData: { dataDir: options.dataDir, dump: options.dump ?? null },
  });
  const pending = new Map<number, Waiting>();
  const listeners = new Map<string, Array<(payload: string) => void>>();
  let lastId = 0;
  let failure: Error | null = null;
  let ending = false;
  let tellLost: (error: Error) => void = () => {};

  function call<T>(command: { type: string } & Record<string, unknown>): Promise<T> {
    if (failure) return Promise.reject(failure);
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { type: command.type, resolve, reject });
      worker.postMessage({ ...command, id });
    });
  }

  const ready = new Promise<void>((resolve, reject) => {
    function fail(error: Error) {
      if (failure) return;
      failure = error;
      if (!ending) tellLost(error);
      for (const waiting of pending.values()) waiting.reject(error);
      pending.clear();
      clearInterval(watch);
      void worker.terminate();
      reject(error);
    }

    /** Without an answer; a time in which this process was stopped counts as one second. */
    let silence = 0;
    const watch = setInterval(() => {
      // What is no statement, such as a migration, may take its time.
      const isStatement = pending.size > 0 && [...pending.values()].every(({ type }) => type === 'query');
      silence = isStatement ? silence + 1 : 0;
      if (silence >= silentSeconds) fail(new Error(`a statement had no answer for ${silence} seconds`));
    }, 1_000).unref();
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the embedded database has ended')));
    worker.on('message', (reply: Reply) => {
      silence = 0;
      if (reply.ready) return resolve();
      if (reply.lost !== undefined) return fail(new Error(reply.lost));
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
  /** Who has the connection, and all who wait for it. */
  let users = 0;

  async function connect(): Promise<PostgresPoolClient> {
    const before = turn;
    let release = () => {};
    users++;
    turn = new Promise((resolve) => {
      release = () => {
        users--;
        resolve();
      };
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
    connections: () => ({ open: 1, idle: users === 0 ? 1 : 0, waiting: Math.max(0, users - 1) }),
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
