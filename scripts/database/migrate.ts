// npm run migrate: makes the tables of this version, while processes of the version before go on working.
import { readConfig, readEnvironment } from '#main/config/config.ts';
import { migrateAll, namesOrNumber, type Tables } from '#main/tables.ts';
import { StartError } from '#platform/config/start-error.ts';
import { openOrAsk } from '#platform/database/database.ts';
import { runCommand } from './shop-database.ts';

const USAGE = 'npm run migrate';

await runCommand(USAGE, async (args) => {
  if (args.length > 0) throw new StartError(`This command takes no arguments. Usage: ${USAGE}`);
  const database = await openOrAsk<Tables>(readConfig(readEnvironment()));
  try {
    const applied = await migrateAll(database);
    console.log(applied.length > 0 ? `Database prepared: ${namesOrNumber(applied)}` : 'The database is up to date.');
  } finally {
    await database.close();
  }
  return 0;
});
