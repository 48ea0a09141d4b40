// The embedded databases of a worker. To open one takes seconds of a processor, more than the tests of most files: who closes one
// leaves it to the next file, as the migrations have left it.
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '#platform/database/embedded-database.ts';
import { overPool } from './over-pool.ts';
import { type Pristine, readPristine, restore } from './pristine.ts';

type Kept = { pool: EmbeddedDatabase; pristine: Pristine; hear: Map<string, (payload: string) => void> };

/** Few: each takes as much memory as a shop. */
const MOST_KEPT = 2;

const kept: Kept[] = [];

/** One that nobody else uses, as `dump` has it. Its `close` gives it back. */
export async function takeDatabase(dump: string): Promise<Database<Tables>> {
  const taken = kept.pop() ?? (await open(dump));
  return lend(taken);
}

async function open(dump: string): Promise<Kept> {
  const pool = await openEmbeddedDatabase({ dataDir: null, dump });
  return { pool, pristine: await readPristine(overAll(pool)), hear: new Map() };
}

function overAll(pool: PostgresPool) {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Refuses statements after `close`, as a database that has ended: it is somebody else's by then. */
function lend(lent: Kept): Database<Tables> {
  const { pool, hear } = lent;
  const own = new Map<string, Array<(payload: string) => void>>();
  let isLent = true;
  let isLost = false;
  pool.onLost(() => {
    isLost = true;
  });

  function refuse() {
    if (!isLent) throw new Error('the embedded database has ended');
  }

  async function close() {
    if (!isLent) return;
    isLent = false;
    hear.clear();
    if (isLost || kept.length >= MOST_KEPT || !(await isRestored(lent))) await pool.end();
    else kept.push(lent);
  }

  return overPool({
    ...pool,
    async connect() {
      refuse();
      const connection = await pool.connect();
      if (isLent) return connection;
      connection.release();
      return refuse() as never;
    },
    onLost(callback) {
      pool.onLost((error) => {
        isLost = true;
        if (isLent) callback(error);
      });
    },
    async listen(channel, onNotification) {
      refuse();
      own.set(channel, [...(own.get(channel) ?? []), onNotification]);
      await listenOnce(lent, channel);
      hear.set(channel, (payload) => {
        for (const listener of own.get(channel) ?? []) listener(payload);
      });
    },
    async executeScript(script) {
      refuse();
      await pool.executeScript(script);
    },
    end: close,
  });
}

const listening = new WeakMap<EmbeddedDatabase, Set<string>>();

async function listenOnce({ pool, hear }: Kept, channel: string) {
  const channels = listening.get(pool) ?? new Set();
  listening.set(pool, channels);
  if (channels.has(channel)) return;
  channels.add(channel);
  await pool.listen(channel, (payload) => hear.get(channel)?.(payload));
}

/** False for one that is not worth keeping: a test has changed more of it than rows, or it answers no more. */
async function isRestored({ pool, pristine }: Kept): Promise<boolean> {
  try {
    return await restore(overAll(pool), pristine);
  } catch {
    return false;
  }
}
