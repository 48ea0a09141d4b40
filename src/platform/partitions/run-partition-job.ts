import type { Database } from '../database/database.ts';
import { runRegularly } from '../jobs/run-regularly.ts';
import type { Log } from '../observability/log.ts';
import { addMonthsAhead } from './divide-table.ts';
import type { DividedTable } from './partition.rules.ts';
import { readNow } from './partition.store.ts';

const DAY_MS = 86_400_000;

/** Makes the months of divided tables before they begin. */
export function runPartitionJob<Tables>(
  database: Database<Tables>,
  tables: readonly DividedTable[],
  log: Log,
): () => Promise<void> {
  return runRegularly({
    db: database.kysely,
    name: 'make partitions',
    everyMs: DAY_MS,
    async work() {
      const failures: unknown[] = [];
      const now = await readNow(database.kysely);
      for (const table of tables) {
        const name = `${table.schema}.${table.name}`;
        const added = await addMonthsAhead(database, table, now).catch((error) => {
          failures.push(error);
          return null;
        });
        if (added?.wasLate)
          log.warn({ part: 'platform', table: name }, 'rows came before their partitions were made, and share one');
        else if (added?.made)
          log.info({ part: 'platform', table: name, partitions: added.made }, 'partitions were made');
      }
      if (failures.length > 0) throw failures[0];
    },
    onError: (error) => log.warn({ part: 'platform', error: String(error) }, 'partitions were not made'),
  });
}
