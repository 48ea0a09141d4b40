import type { Database } from '#platform/database/database.ts';
import { createRefresher } from '#platform/jobs/refresher.ts';
import type { Log } from '#platform/observability/log.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { readVersionAndPrune } from './catalogue-version.store.ts';

/** How often the version is asked for where no notification comes. */
const POLL_MS = 2_000;

/** Name under which visitors' answers are cached; it differs after every change of the catalogue. */
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
  let version = await readVersionAndPrune(db);

  async function ask() {
    try {
      version = await readVersionAndPrune(db);
    } catch (error) {
      options.log.warn({ part: 'api', error: String(error) }, 'the catalogue version could not be read');
    }
  }

  const refresher = createRefresher(ask, options.pollMs ?? POLL_MS);
  let isClosed = false;
  await database.listen('catalogue_change', () => {
    if (!isClosed) void refresher.refresh();
  });
  return {
    current: () => version,
    refresh: refresher.refresh,
    close() {
      isClosed = true;
      refresher.close();
    },
  };
}
