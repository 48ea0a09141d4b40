// Data directories as a shop leaves them that has been opened once: to make the tables again takes seconds each time.
import { inject } from 'vitest';
import type { Tables } from '#main/tables.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/observability/log.ts';
import { layDump } from './prepared-dump.ts';

/** Puts an embedded database with its tables, and without any row, into a data directory. Answers the directory. */
export function prepareDataDir(dataDir: string): string {
  return layDump(inject('prepared'), dataDir);
}

/** Such a database, open in this process as it is in a running shop: commands use it without opening it themselves. */
export async function sharePrepared(dataDir: string): Promise<Database<Tables>> {
  const database = await openDatabase<Tables>({ databaseUrl: null, dataDir: prepareDataDir(dataDir) });
  await database.share(createLog('silent'));
  return database;
}
