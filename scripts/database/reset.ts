// npm run reset: forgets the embedded database, so that the next start begins with the demo catalogue again.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readConfig, readEnvironment } from '#main/config/config.ts';
import { StartError } from '#platform/config/start-error.ts';
import { lockDirectory } from '#platform/database/directory-lock.ts';

try {
  const { dataDir, databaseUrl } = readConfig(readEnvironment());
  if (databaseUrl)
    throw new StartError(
      'DATABASE_URL is set: a PostgreSQL database is not deleted by this command. Drop it with dropdb.',
    );
  console.log(await reset(dataDir));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** Deletes while it holds the lock, so never under a running shop. */
async function reset(dataDir: string): Promise<string> {
  const database = join(dataDir, 'database');
  if (!existsSync(database)) return `There is no embedded database in ${dataDir}.`;
  const lock = lockDirectory(join(dataDir, 'database.lock'));
  try {
    await confirm(database);
    rmSync(database, { recursive: true });
  } finally {
    lock.release();
  }
  return `Deleted ${database}. The next start fills an empty catalogue with the demo products.`;
}

async function confirm(database: string) {
  if (process.argv.includes('--yes')) return;
  if (!process.stdin.isTTY) throw new StartError('Nothing was deleted. Confirm with: npm run reset -- --yes');
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`Delete every product, review and account in ${database}? Type yes: `);
  prompt.close();
  if (answer.trim() !== 'yes') throw new StartError('Nothing was deleted.');
}
