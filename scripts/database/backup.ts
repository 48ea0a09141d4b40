// npm run backup -- FILE: everything that the database holds, as it is at one moment, while the shop runs.
import { parseArgs } from 'node:util';
import { type Config, readConfig, readEnvironment } from '#main/config/config.ts';
import { schemas } from '#main/tables.ts';
import { writeBackupFile } from '#platform/backup/backup-file.ts';
import { BackupError } from '#platform/backup/backup-format.ts';
import { type WriteLine, writeBackup } from '#platform/backup/write-backup.ts';
import { StartError } from '#platform/config/start-error.ts';
import { openOrAsk } from '#platform/database/database.ts';
import { keyFile } from '#platform/secrets.ts';
import { runCommand } from './shop-database.ts';

const USAGE = 'npm run backup -- FILE';

await runCommand(USAGE, async (args) => {
  const path = readArguments(args);
  const config = readConfig(readEnvironment());
  let lines = 0;
  try {
    await writeBackupFile(path, (write) =>
      backUp(config, (line) => {
        lines++;
        if (process.stderr.isTTY && lines % 10_000 === 0) process.stderr.write(`\r  ${lines} rows`);
        return write(line);
      }),
    );
  } catch (error) {
    throw error instanceof BackupError ? new StartError(error.message) : error;
  }
  if (process.stderr.isTTY) process.stderr.write('\r');
  const key = config.secretsKey ? 'SECRETS_KEY' : keyFile(config.dataDir);
  console.log(
    `Backed up to ${path}. Keep ${key} too, apart from it: without that key nobody can sign in after a restore.`,
  );
  return 0;
});

async function backUp(config: Config, write: WriteLine) {
  // The tables stay as they are: a backup before an upgrade must not be the upgrade.
  const database = await openOrAsk<unknown>(config);
  await writeBackup(database.kysely, { schemas, now: new Date() }, write).finally(database.close);
}

function readArguments(given: string[]): string {
  try {
    const { positionals } = parseArgs({ args: given, allowPositionals: true });
    if (positionals.length !== 1 || !positionals[0]) throw new Error('Name one file');
    return positionals[0];
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}
