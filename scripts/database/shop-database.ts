import { type Config, readConfig, readEnvironment } from '#main/config/config.ts';
import { prepareTables, type Tables } from '#main/tables.ts';
import { StartError } from '#platform/config/start-error.ts';
import { type Database, openOrAsk } from '#platform/database/database.ts';

/**
 * Runs a command whose answer is the exit code; what the operator can put right is told in one sentence. `--help` prints
 * the usage.
 */
export async function runCommand(usage: string, command: (args: string[]) => Promise<number>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return console.log(`Usage: ${usage}`);
  try {
    process.exitCode = await command(args);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Opens the shop's database, or asks the running shop for it, makes its tables ready, and closes it after the work. */
export async function withShop<T>(work: (database: Database<Tables>, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(readEnvironment());
  const database = await openOrAsk<Tables>(config);
  try {
    await prepareTables(database, { ...config, progress: console.error });
    return await work(database, config);
  } finally {
    await database.close();
  }
}
