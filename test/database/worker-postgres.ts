// The databases of a worker on a PostgreSQL. To copy the template takes longer than the tests of most files: who closes one leaves it
// to the next file, as the migrations have left it.
import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Tables } from '#main/tables.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { dropDatabaseOn, type MadeDatabase, makeDatabaseOn } from './postgres.ts';
import { deleteRows, type Pristine, readPristine, restore, vacuum } from './pristine.ts';

type Kept = { made: MadeDatabase; pristine: Pristine };

/** Enough for a file that opens two at a time; what is left of them at the end goes with the template. */
const MOST_KEPT = 2;
/** As long as PostgreSQL itself waits for the last connection before it drops a database. */
const LEAVING_MS = 5_000;

const kept: Kept[] = [];

/** One that nobody else uses, as `template` has it. Its `close` gives it back, and fails while somebody else is connected. */
export async function takePostgres(server: string, template: string): Promise<Database<Tables>> {
  const taken = kept.pop() ?? (await make(server, template));
  const database = await openDatabase<Tables>({ databaseUrl: taken.made.url, dataDir: '' });
  let isOpen = true;
  return {
    ...database,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await database.close();
      if (kept.length < MOST_KEPT && (await isRestored(taken))) kept.push(taken);
      else await dropDatabaseOn(server, taken.made);
    },
  };
}

async function make(server: string, template: string): Promise<Kept> {
  const made = await makeDatabaseOn(server, { purpose: 'test', template });
  return { made, pristine: await asOwner(made, readPristine) };
}

/** False for one that is not worth keeping: a test has changed more of it than rows, or somebody is still there. */
function isRestored({ made, pristine }: Kept): Promise<boolean> {
  return asOwner(made, async (kysely) => {
    const isRestored = (await isAlone(kysely)) && (await restore(kysely, pristine, deleteRows));
    if (isRestored) await vacuum(kysely);
    return isRestored;
  });
}

async function asOwner<T>({ url }: MadeDatabase, work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return work(kysely).finally(() => kysely.destroy());
}

async function isAlone(kysely: Kysely<Tables>): Promise<boolean> {
  for (const until = Date.now() + LEAVING_MS; ; await setTimeout(10)) {
    const { rows } = await countOthers.execute(kysely);
    if (rows[0]?.others === 0) return true;
    if (Date.now() > until) return false;
  }
}

const countOthers = sql<{ others: number }>`
  select count(*)::int as others from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
`;
