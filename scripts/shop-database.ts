import { type Config, readConfig, readEnvironment, StartError } from '#platform/config.ts';
import { type Database, openDatabase } from '#platform/database.ts';
import { migrateAll, type Tables } from '../src/tables.ts';

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
export async function withShop<T>(work: (database: Database<Tables>, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(readEnvironment());
  const database = await openDatabase<Tables>(config);
  try {
    await migrateAll(database);
    return await work(database, config);
  } finally {
    await database.close();
  }
}
