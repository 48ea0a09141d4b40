// npm run restore -- FILE [--replace]: brings a backup back, into the database that the environment names.
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { readConfig, readEnvironment } from '#main/config/config.ts';
import { migrateAll, schemas, type Tables } from '#main/tables.ts';
import { operator, recordAudit } from '#platform/audit/audit-log.ts';
import { readBackupFile } from '#platform/backup/backup-file.ts';
import { BackupError } from '#platform/backup/backup-format.ts';
import { checkBackup, deleteTables, restoreBackup } from '#platform/backup/restore-backup.ts';
import { StartError } from '#platform/config/start-error.ts';
import { openDatabase } from '#platform/database/database.ts';
import { runCommand } from './shop-database.ts';

const USAGE = 'npm run restore -- FILE [--replace], where --replace deletes what the database holds first';

await runCommand(USAGE, async (args) => {
  const { path, replace } = readArguments(args);
  const database = await openDatabase<Tables>(readConfig(readEnvironment()));
  const db = database.kysely as unknown as Kysely<unknown>;
  try {
    await checkBackup(readBackupFile(path));
    if (replace) await deleteTables(db, schemas);
    const rows = await restoreBackup(readBackupFile(path), {
      db,
      schemas,
      migrate: async (upTo) => {
        await migrateAll(database, upTo);
      },
    });
    const subject = { kind: 'backup' as const, id: basename(path).slice(-200) };
    await recordAudit(db, operator(), { action: 'backup.restored', subject, details: { rows } });
    console.log(
      `${rows} rows restored from ${path}. Start the shop with the key that it had when the backup was made.`,
    );
    return 0;
  } catch (error) {
    throw error instanceof BackupError ? new StartError(error.message) : error;
  } finally {
    await database.close();
  }
});

function readArguments(given: string[]): { path: string; replace: boolean } {
  try {
    const { positionals, values } = parseArgs({
      args: given,
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    });
    if (positionals.length !== 1 || !positionals[0]) throw new Error('Name one file');
    return { path: positionals[0], replace: values.replace };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}
