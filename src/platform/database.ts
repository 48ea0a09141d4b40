import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { StartError } from './config.ts';
import { lockDirectory } from './directory-lock.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';

const INT8 = 20;
/** A query that takes longer is given up: a connection that has gone silent must not hold its users for ever. */
const QUERY_MS = 60_000;
const RELISTEN_MS = 1_000;

export type Database<Tables> = {
  kysely: Kysely<Tables>;
  kind: 'embedded' | 'postgres';
  /** Runs several statements as one transaction (the simple query protocol's rule). For migrations. */
  executeScript(sql: string): Promise<void>;
  /** Calls back on every NOTIFY of the channel. Notifications can be lost with a connection: poll as well. */
  listen(channel: string, onNotification: (payload: string) => void): Promise<void>;
  /** Called when the database has ended under the shop and will not come back by itself. */
  onLost(callback: (error: Error) => void): void;
  close(): Promise<void>;
};

/** The PostgreSQL of `databaseUrl`, or the embedded database in `dataDir`; the same SQL runs on both. */
export async function openDatabase<Tables>(options: {
  databaseUrl: string | null;
  dataDir: string;
}): Promise<Database<Tables>> {
  return options.databaseUrl ? openPostgres(options.databaseUrl) : openEmbedded(options.dataDir);
}

async function openPostgres<Tables>(url: string): Promise<Database<Tables>> {
  // int8 as a number: ids, counts and micro-dollars all stay inside the safe integers.
  const types = {
    getTypeParser: (id: number, format?: 'text') => (id === INT8 ? Number : pg.types.getTypeParser(id, format)),
  };
  const pool = new pg.Pool({
    query_timeout: QUERY_MS,
    keepAlive: true,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: types as never,
  });
  pool.on('error', () => {
    // An idle connection was lost; the pool replaces it with the next query, and that query reports what is wrong.
  });
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StartError(
      `The database of DATABASE_URL (${placeOf(url)}) cannot be reached: ${reason(error)}. Start it or correct DATABASE_URL; without DATABASE_URL the embedded database is used.`,
    );
  }
  const closing = new AbortController();
  return {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) }),
    kind: 'postgres',
    async executeScript(sql) {
      // On a connection of its own: a migration may take longer than any query of the shop.
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(sql).finally(() => client.end());
    },
    listen: (channel, onNotification) => listen(url, channel, onNotification, closing.signal),
    onLost() {
      // The pool makes new connections: a database that is away comes back without a restart.
    },
    async close() {
      closing.abort();
      await pool.end();
    },
  };
}

/** Listens on a connection of its own, and on a new one whenever that is lost; what was missed is told as one call. */
async function listen(url: string, channel: string, onNotification: (payload: string) => void, closing: AbortSignal) {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  const stop = () => void client.end().catch(() => {});
  client.on('error', () => {
    // 'end' follows, and opens a new connection.
  });
  client.on('notification', (message) => onNotification(message.payload ?? ''));
  client.once('end', () => {
    closing.removeEventListener('abort', stop);
    if (!closing.aborted) setTimeout(() => relisten(url, channel, onNotification, closing), RELISTEN_MS).unref();
  });
  await client.connect();
  closing.addEventListener('abort', stop);
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
}

function relisten(url: string, channel: string, onNotification: (payload: string) => void, closing: AbortSignal) {
  if (closing.aborted) return;
  listen(url, channel, onNotification, closing).then(
    () => onNotification(''),
    () => setTimeout(() => relisten(url, channel, onNotification, closing), RELISTEN_MS).unref(),
  );
}

async function openEmbedded<Tables>(dataDir: string): Promise<Database<Tables>> {
  const lock = lockDirectory(join(dataDir, 'database.lock'));
  try {
    const folder = join(dataDir, 'database');
    keepPrivate(folder);
    const pool = await openEmbeddedDatabase({ dataDir: folder });
    return {
      kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
      kind: 'embedded',
      executeScript: pool.executeScript,
      listen: pool.listen,
      onLost: pool.onLost,
      async close() {
        await pool.end().finally(lock.release);
      },
    };
  } catch (error) {
    lock.release();
    throw new StartError(`The embedded database in ${dataDir} cannot be opened: ${reason(error)}.`);
  }
}

/** For the owner of the process alone: the database writes files that everybody may change, were it not for their folder. */
function keepPrivate(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

function reason(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] };
  return message || errors?.[0]?.message || code || String(error);
}

/** Enough to recognize the database by; never the user, the password or other parameters. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}
