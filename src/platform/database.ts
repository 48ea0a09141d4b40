import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { StartError } from './config.ts';
import { lockDirectory } from './directory-lock.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';

const INT8 = 20;

export type Database<Tables> = {
  kysely: Kysely<Tables>;
  kind: 'embedded' | 'postgres';
  /** Runs several statements as one transaction (the simple query protocol's rule). For migrations. */
  executeScript(sql: string): Promise<void>;
  /** Calls back on every NOTIFY of the channel. Notifications can be lost with a connection: poll as well. */
  listen(channel: string, onNotification: (payload: string) => void): Promise<void>;
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
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000, types: types as never });
  pool.on('error', () => {
    // An idle connection was lost; the pool replaces it with the next query, and that query reports what is wrong.
  });
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StartError(
      `The database of DATABASE_URL (${withoutPassword(url)}) cannot be reached: ${reason(error)}. Start it or correct DATABASE_URL; without DATABASE_URL the embedded database is used.`,
    );
  }
  const listeners: pg.Client[] = [];
  return {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) }),
    kind: 'postgres',
    async executeScript(sql) {
      await pool.query(sql);
    },
    async listen(channel, onNotification) {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      client.on('notification', (message) => onNotification(message.payload ?? ''));
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      listeners.push(client);
    },
    async close() {
      await Promise.all(listeners.map((client) => client.end().catch(() => {})));
      await pool.end();
    },
  };
}

async function openEmbedded<Tables>(dataDir: string): Promise<Database<Tables>> {
  const lock = lockDirectory(join(dataDir, 'database.lock'));
  try {
    const pool = await openEmbeddedDatabase({ dataDir: join(dataDir, 'database') });
    return {
      kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
      kind: 'embedded',
      executeScript: pool.executeScript,
      listen: pool.listen,
      async close() {
        await pool.end();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw new StartError(`The embedded database in ${dataDir} cannot be opened: ${reason(error)}.`);
  }
}

function reason(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] };
  return message || errors?.[0]?.message || code || String(error);
}

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:***@');
}
