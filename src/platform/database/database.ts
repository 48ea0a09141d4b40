import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Kysely, type KyselyConfig, type LogEvent, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { StartError } from '../config/start-error.ts';
import { recordUse } from '../jobs/repeat.ts';
import type { Log } from '../observability/log.ts';
import { askSharedDatabase, type SharedDatabase, shareDatabase } from './database-socket.ts';
import { DirectoryInUse, lockDirectory } from './directory-lock.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { clientWith, createKeptPlans, type KeptPlans, MIGRATION_CHANNEL, NamelessClient } from './kept-plans.ts';
import { createListener } from './listener.ts';

const INT8 = 20;
/** A query that takes longer is given up: a connection that has gone silent must not hold its users for ever. */
const QUERY_MS = 60_000;
const CONNECT_MS = 10_000;
/** A connection that has been silent for so long is asked for a sign of life: a server that is cut off never says that it is gone. */
const SILENT_MS = 10_000;
const ASK_AGAIN_MS = 100;
const ASK_FOR_MS = 20_000;

export type Connections = { open: number; idle: number; waiting: number };

export type Database<Tables> = {
  kysely: Kysely<Tables>;
  kind: 'embedded' | 'postgres';
  /**
   * One connection of its own for counting how often something is tried, in order: it must not wait for the others, which may
   * all be at work. Null where there is one process, which counts in memory.
   */
  counters: pg.Pool | null;
  /** Connections now, and who waits for one. */
  connections(): Connections;
  /** Runs several statements as one transaction (the simple query protocol's rule). For migrations. */
  executeScript(sql: string): Promise<void>;
  /** Work on one connection of its own, which stays the same until the work ends: for locks that are held between transactions. */
  session<T>(work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Calls back on every NOTIFY of the channel. Notifications can be lost with a connection: poll as well. */
  listen(channel: string, onNotification: (payload: string) => void): Promise<void>;
  /** Called when the database has ended under the shop and will not come back by itself. */
  onLost(callback: (error: Error) => void): void;
  /**
   * Lets commands use a database that belongs to this process, until `close`. Without effect where it belongs to nobody.
   */
  share(log: Log): Promise<void>;
  close(): Promise<void>;
};

/** The PostgreSQL of `databaseUrl`, or the embedded database in `dataDir`; the same SQL runs on both. */
export async function openDatabase<Tables>(options: {
  databaseUrl: string | null;
  /** Where `databaseUrl` leads to a pooler that lends connections for one transaction each: the way past it. */
  databaseDirectUrl?: string | null;
  dataDir: string;
  /** Connections to PostgreSQL for work. */
  databaseConnections?: number;
  /** Called with every statement that has been carried out. */
  onStatement?: ((statement: LogEvent) => void) | undefined;
}): Promise<Database<Tables>> {
  const log = options.onStatement ? { log: options.onStatement } : {};
  const { databaseUrl, databaseDirectUrl = null, databaseConnections = 10 } = options;
  if (!databaseUrl) return openEmbedded(options.dataDir, log);
  return openPostgres({ url: databaseUrl, directUrl: databaseDirectUrl, max: databaseConnections, log });
}

/**
 * For commands: the database as `openDatabase` opens it, or through the shop that has the embedded one open. One that
 * is just starting or ending is waited for.
 */
export async function openOrAsk<Tables>(options: {
  databaseUrl: string | null;
  databaseDirectUrl?: string | null;
  dataDir: string;
}): Promise<Database<Tables>> {
  if (options.databaseUrl) return openDatabase(options);
  for (const until = Date.now() + ASK_FOR_MS; ; ) {
    const shared = await askSharedDatabase(options.dataDir);
    if (shared) return throughShop(shared);
    try {
      return await openDatabase(options);
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || Date.now() > until) throw error;
      await setTimeout(ASK_AGAIN_MS);
    }
  }
}

function throughShop<Tables>(pool: SharedDatabase): Database<Tables> {
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    kind: 'embedded',
    counters: null,
    connections: () => ({ open: 1, idle: 1, waiting: 0 }),
    executeScript: pool.executeScript,
    session: (work) => kysely.connection().execute(work),
    listen: () => Promise.reject(new Error('a command hears no notifications')),
    onLost() {
      // The next statement tells.
    },
    share: async () => {},
    close: pool.end,
  };
}

/** News of the database wakes what rests: somebody has written. */
function asUse(hear: (payload: string) => void): (payload: string) => void {
  return (payload) => {
    recordUse();
    hear(payload);
  };
}

type StatementLog = Pick<KyselyConfig, 'log'>;

async function openPostgres<Tables>(given: {
  url: string;
  directUrl: string | null;
  max: number;
  log: StatementLog;
}): Promise<Database<Tables>> {
  const { url, log } = given;
  const sessionUrl = given.directUrl ?? url;
  const plans = createKeptPlans();
  const kept = given.directUrl ? null : plans;
  const pool = createPool(url, { max: given.max, connectMs: CONNECT_MS, queryMs: QUERY_MS, plans: kept });
  try {
    await checkReachable(pool, url);
    if (given.directUrl) await checkDirect(given.directUrl);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const kysely = new Kysely<Tables>({
    ...log,
    dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
  });
  const counters = createPool(url, { max: 1, connectMs: CONNECT_MS, queryMs: CONNECT_MS, plans: kept });
  const listener = createListener(sessionUrl);
  let followsMigrations = false;
  return {
    kysely,
    kind: 'postgres',
    counters,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async executeScript(script) {
      // On a connection of its own: a migration may take longer than any query of the shop.
      const client = new pg.Client({ connectionString: sessionUrl });
      await client.connect();
      await client.query(script).finally(() => client.end());
    },
    session: (work) => (given.directUrl ? inSession(given.directUrl, log, work) : kysely.connection().execute(work)),
    async listen(channel, hear) {
      // Another process may change the tables while this one runs: a release that follows it.
      if (!followsMigrations) {
        followsMigrations = true;
        await listener.listen(MIGRATION_CHANNEL, (name) => {
          // Without a name the listener has only lost its connection, and forgotten plans stay in memory.
          if (name) plans.forget();
        });
      }
      await listener.listen(channel, asUse(hear));
    },
    onLost() {
      // The pool makes new connections: a database that is away comes back without a restart.
    },
    share: async () => {},
    async close() {
      await listener.close();
      await Promise.all([counters.end(), pool.end()]);
    },
  };
}

async function checkReachable(pool: pg.Pool, url: string): Promise<void> {
  await pool.query('select 1').catch((error) => {
    throw new StartError(
      `The database of DATABASE_URL (${placeOf(url)}) cannot be reached: ${reason(error)}. Start it or correct DATABASE_URL; without DATABASE_URL the embedded database is used.`,
    );
  });
}

async function checkDirect(url: string): Promise<void> {
  await inSession(url, {}, (kysely) => sql`select 1`.execute(kysely)).catch((error) => {
    throw new StartError(
      `The database of DATABASE_DIRECT_URL (${placeOf(url)}) cannot be reached: ${reason(error)}. Start it or correct DATABASE_DIRECT_URL, which leads past the pooler of DATABASE_URL.`,
    );
  });
}

async function inSession<Tables, T>(
  url: string,
  log: StatementLog,
  work: (kysely: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const pool = createPool(url, { max: 1, connectMs: CONNECT_MS, queryMs: QUERY_MS, plans: null });
  const kysely = new Kysely<Tables>({
    ...log,
    dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
  });
  try {
    return await kysely.connection().execute(work);
  } finally {
    await kysely.destroy();
  }
}

/** Connections are made as they are needed; one that is lost is replaced by the next query that needs it. */
export function createPool(
  url: string,
  given: {
    max: number;
    connectMs: number;
    queryMs: number;
    /** Null: the pool's connections are a pooler's, which keep nothing from one transaction to the next. */
    plans: KeptPlans | null;
  },
): pg.Pool {
  // int8 as a number: ids, counts and micro-dollars all stay inside the safe integers.
  const types = {
    getTypeParser: (id: number, format?: 'text') => (id === INT8 ? Number : pg.types.getTypeParser(id, format)),
  };
  const pool = new pg.Pool({
    Client: given.plans ? clientWith(given.plans) : NamelessClient,
    query_timeout: given.queryMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS,
    connectionString: url,
    max: given.max,
    connectionTimeoutMillis: given.connectMs,
    types: types as never,
    ...(given.plans && { onConnect: withoutJit }),
  });
  pool.on('error', () => {
    // An idle connection was lost; the pool replaces it with the next query, and that query reports what is wrong.
  });
  pool.on('connect', (client) => {
    client.on('error', () => {
      // A connection was lost at work: its query fails with the same error. Unheard, it would end the process.
    });
  });
  return pool;
}

/**
 * Sets up a new connection. Compiling a statement takes a tenth of a second and more where a table is large, and a statement of the
 * shop that takes long enough for that to pay is a mistake.
 */
async function withoutJit(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query('set jit = off');
}

async function openEmbedded<Tables>(dataDir: string, log: StatementLog): Promise<Database<Tables>> {
  const lock = lockDirectory(join(dataDir, 'database.lock'));
  try {
    const folder = join(dataDir, 'database');
    createPrivateFolder(folder);
    const pool = await openEmbeddedDatabase({ dataDir: folder });
    const kysely = new Kysely<Tables>({ ...log, dialect: new PostgresDialect({ pool }) });
    let sharing: { close(): Promise<void> } | null = null;
    return {
      kysely,
      kind: 'embedded',
      counters: null,
      connections: pool.connections,
      executeScript: pool.executeScript,
      session: (work) => kysely.connection().execute(work),
      listen: (channel, hear) => pool.listen(channel, asUse(hear)),
      onLost: pool.onLost,
      async share(log) {
        try {
          sharing = await shareDatabase(dataDir, pool, { log });
        } catch (error) {
          log.warn({ part: 'platform', error: reason(error) }, 'commands cannot be run while the shop is open');
        }
      },
      async close() {
        await sharing?.close();
        await pool.end().finally(lock.release);
      },
    };
  } catch (error) {
    lock.release();
    throw new StartError(`The embedded database in ${dataDir} cannot be opened: ${reason(error)}.`);
  }
}

/** For the owner of the process alone: the database writes files that everybody may change, were it not for their folder. */
function createPrivateFolder(folder: string) {
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
