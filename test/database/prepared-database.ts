// Migrates one database for the whole run; every test file starts from a copy of it: a dump of the embedded one, a template on
// PostgreSQL.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openEmbeddedDatabase } from '#platform/database/embedded-database.ts';
import { guardStates } from './guard-states.ts';
import { overPool } from './over-pool.ts';
import { dropTemplateOn, makeDatabaseOn } from './postgres.ts';

const root = join(import.meta.dirname, '../..');

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file of the embedded database, or the name of the template. */
    prepared: string;
  }
}

export default function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL;
  return project.name === 'postgres' && server ? prepareTemplate(project, server) : prepareDump(project);
}

async function prepareDump(project: TestProject) {
  const folder = join(root, 'node_modules/.cache/migrated');
  const file = join(folder, `${await hashOfSchema()}.tar`);
  if (!existsSync(file)) {
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
  }
  project.provide('prepared', file);
  return async () => {};
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

async function prepareTemplate(project: TestProject, server: string) {
  const made = await makeDatabaseOn(server, { purpose: 'test' });
  const database = await openDatabase<Tables>({ databaseUrl: made.url, dataDir: '' });
  await migrateAll(database);
  await guardStates(database.kysely);
  await database.close();
  project.provide('prepared', made.name);
  return () => dropTemplateOn(server, made);
}
