// Migrates one database for the whole run; every test file starts from a copy of it: a dump of the embedded one, a template on
// PostgreSQL.
import type { TestProject } from 'vitest/node';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { guardStates } from './guard-states.ts';
import { dropTemplateOn, makeDatabaseOn } from './postgres.ts';
import { makeDump } from './prepared-dump.ts';

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
  project.provide('prepared', await makeDump());
  return async () => {};
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
