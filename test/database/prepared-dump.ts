// The embedded database as the migrations leave it, as a file: made once for each state of the migrations, and kept with the packages.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The path of the file. */
export async function makeDump(): Promise<string> {
  const folder = join(root, 'node_modules/.cache/migrated');
  const file = join(folder, `${await hashOfSchema()}.tar`);
  if (existsSync(file)) return file;
  // Loaded here alone: nearly all of the shop hangs on it, and most runs find the file.
  const { migrateAll } = await import('#main/tables.ts');
  const { openEmbeddedDatabase } = await import('#platform/database/embedded-database.ts');
  const { guardStates } = await import('./guard-states.ts');
  const { overPool } = await import('./over-pool.ts');
  const pool = await openEmbeddedDatabase({ dataDir: null });
  const database = overPool(pool);
  await migrateAll(database);
  await guardStates(database.kysely);
  // The dumps of earlier migrations are of no use any more.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, await pool.dump());
  await rename(unfinished, file);
  await database.close();
  return file;
}

const schemaFiles = [
  'src/*/migrations/*',
  'src/{main,platform/database}/*.ts',
  'src/api/**/*-state{,s}.rules.ts',
  'scripts/states.ts',
  'test/database/guard-states.ts',
];

/** A hash of all that decides how a migrated database looks: making one takes as long as hundreds of tests. */
async function hashOfSchema(): Promise<string> {
  const hash = createHash('sha256');
  const paths = await Array.fromAsync(glob(schemaFiles, { cwd: root }));
  for (const path of [...paths.sort(), 'package-lock.json']) hash.update(path).update(await readFile(join(root, path)));
  return hash.digest('hex').slice(0, 16);
}

/** Puts what the dump holds into a data directory, as a shop leaves it that has been opened once. Answers the directory. */
export function layDump(dump: string, dataDir: string): string {
  const database = join(dataDir, 'database');
  mkdirSync(database, { recursive: true });
  // The names in the archive begin with a slash, which tar takes off and tells.
  execFileSync('tar', ['-xf', dump, '-C', database], { stdio: ['ignore', 'ignore', 'ignore'] });
  chmodSync(database, 0o700);
  return dataDir;
}
