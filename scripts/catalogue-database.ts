import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import type { ApiTables } from '#api/schema.ts';
import { readConfig, readEnvironment, StartError } from '#platform/config.ts';
import { type Database, openDatabase } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';

export type CatalogueDatabase = Kysely<ApiTables>;

/** Runs a command whose answer is the exit code; what the operator can put right is told in one sentence. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Opens the shop's database, makes its tables ready, and closes it after the work. */
export async function withCatalogue<T>(work: (db: CatalogueDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase<ApiTables>(readConfig(readEnvironment()));
  try {
    const folder = fileURLToPath(new URL('../src/api/migrations', import.meta.url));
    await migrate(database as Database<unknown>, { schema: 'api', folder });
    return await work(database.kysely);
  } finally {
    await database.close();
  }
}
