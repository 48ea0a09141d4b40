// Migrates one database for the whole run; every test file starts from a copy of it: a dump of the embedded one, a template on
// PostgreSQL.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/database/database.ts';
import { openEmbeddedDatabase } from '#platform/database/embedded-database.ts';
import { migrateAll, type Tables } from '../../src/tables.ts';
import { overPool } from './over-pool.ts';
import { dropDatabaseOn, makeDatabaseOn } from './postgres.ts';

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
  const folder = await mkdtemp(join(tmpdir(), 'hearth-test-'));
  const file = join(folder, 'migrated.tar');
  const pool = await openEmbeddedDatabase({ dataDir: null });
  const database = overPool(pool);
  await migrateAll(database);
  await writeFile(file, await pool.dump());
  await database.close();
  project.provide('prepared', file);
  return () => rm(folder, { recursive: true });
}

async function prepareTemplate(project: TestProject, server: string) {
  const made = await makeDatabaseOn(server, { purpose: 'test' });
  const database = await openDatabase<Tables>({ databaseUrl: made.url, dataDir: '' });
  await migrateAll(database);
  await database.close();
  project.provide('prepared', made.name);
  return () => dropDatabaseOn(server, made);
}
