import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { startDatabaseThread } from './embedded-database-thread.ts';
import { takeTurns } from './take-turns.ts';

export type EmbeddedDatabase = PostgresPool & {
  onLost: (callback: (error: Error) => void) => void;
  /** There is one connection; who waits, waits for it. */
  connections: () => { open: number; idle: number; waiting: number };
  listen: (channel: string, onNotification: (payload: string) => void) => Promise<void>;
  /** Runs several statements as one transaction. Only for start-up: it does not wait for its turn. */
  executeScript: (sql: string) => Promise<void>;
  /** The whole data directory as a tar file, not packed, which would be longer to open; `openEmbeddedDatabase({ dump })` starts from it. */
  dump: () => Promise<Uint8Array>;
};

/** As long as a query may take on PostgreSQL. */
const SILENT_SECONDS = 60;

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
  const { dataDir, dump = null, silentSeconds = SILENT_SECONDS } = options;
  const listeners = new Map<string, Array<(payload: string) => void>>();
  const worker = await startDatabaseThread({
    dataDir,
    dump,
    silentSeconds,
    onNotification(channel, payload) {
      for (const listener of listeners.get(channel) ?? []) listener(payload);
    },
  });
  const turns = takeTurns();

  async function query(sql: string, parameters: readonly unknown[] = []) {
    const { rows, affectedRows } = await worker.call<{ rows: unknown[]; affectedRows?: number }>({
      type: 'query',
      sql,
      parameters,
    });
    return { command: commandOf(sql, affectedRows), rowCount: affectedRows ?? rows.length, rows };
  }

  return {
    options: {},
    async connect() {
      const release = await turns.wait();
      return { query, release } as unknown as PostgresPoolClient;
    },
    connections() {
      const users = turns.users();
      return { open: 1, idle: users === 0 ? 1 : 0, waiting: Math.max(0, users - 1) };
    },
    onLost: worker.onLost,
    end: worker.close,
    async listen(channel, onNotification) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), onNotification]);
      await worker.call({ type: 'listen', channel });
    },
    executeScript: (sql) => worker.call<void>({ type: 'script', sql }),
    dump: () => worker.call<Uint8Array>({ type: 'dump' }),
  };
}

/**
 * Verb of a statement. PostgreSQL names it, and the embedded database does not hand that on: behind `with` any verb that changes rows stands for
 * the one that did.
 */
function commandOf(sql: string, changedRows = 0): string {
  const [first = ''] = /^\w*/.exec(sql.trimStart()) ?? [];
  const verb = first.toUpperCase();
  return verb === 'WITH' && changedRows > 0 ? 'UPDATE' : verb;
}
