import { type Kysely, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/observability/log.ts';
import type { ApiTables } from './schema.ts';

/** Rows of the change table beyond this are pruned; only their number and the greatest id are ever read. */
const KEEP_CHANGES = 1_000;

/** What visitors see is cached under this name; it differs after every change of the catalogue. */
export type CatalogueVersion = {
  current(): string;
  /** Asks the database now; call it after a write, so that the writer reads what it wrote. */
  refresh(): Promise<void>;
  close(): void;
};

/**
 * Follows the catalogue's version: at once by notification, and by asking every `pollMs`, because a notification is
 * lost with its connection.
 */
export async function followCatalogueVersion(
  database: Database<ApiTables>,
  options: { log: Log; pollMs?: number },
): Promise<CatalogueVersion> {
  const db = database.kysely;
  let version = await readAndPrune(db);

  let asking: Promise<void> | null = null;

  async function ask() {
    try {
      version = await readAndPrune(db);
    } catch (error) {
      options.log.warn({ part: 'api', error: String(error) }, 'the catalogue version could not be read');
    }
  }

  /** One question at a time, so that an older answer never follows a newer one; a call meanwhile asks once more. */
  async function refresh(): Promise<void> {
    const before = asking;
    const mine = (async () => {
      await before;
      await ask();
    })();
    asking = mine;
    await mine;
    if (asking === mine) asking = null;
  }

  await database.listen('catalogue_change', () => void refresh());
  const timer = setInterval(refresh, options.pollMs ?? 2_000);
  timer.unref();
  return { current: () => version, refresh, close: () => clearInterval(timer) };
}

/** The version that a database shows: two of the same shop that answer alike hold the same catalogue. */
export async function readVersion(db: Kysely<ApiTables>): Promise<string> {
  const { last, changes } = await readChanges(db);
  return `${last}.${changes}`;
}

async function readChanges(db: Kysely<ApiTables>): Promise<{ last: number; changes: number }> {
  const { rows } = await sql<{ last: number; changes: number }>`
    select coalesce(max(id), 0) as last, count(*) as changes from api.catalogue_change`.execute(db);
  return rows[0] ?? { last: 0, changes: 0 };
}

async function readAndPrune(db: Kysely<ApiTables>): Promise<string> {
  const { last, changes } = await readChanges(db);
  if (changes > 2 * KEEP_CHANGES) {
    await db
      .deleteFrom('api.catalogue_change')
      .where('id', '<', last - KEEP_CHANGES)
      .execute();
  }
  return `${last}.${changes}`;
}
