// Makes one migrated embedded database for the whole run; every test file starts from a copy of it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { TestProject } from 'vitest/node';
import { openEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { migrateAll, type Tables } from '../src/tables.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    migratedDump: string;
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-test-'));
  const file = join(folder, 'migrated.tar.gz');
  const pool = await openEmbeddedDatabase({ dataDir: null });
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const database = {
    kysely,
    kind: 'embedded' as const,
    counters: null,
    connections: pool.connections,
    executeScript: pool.executeScript,
    listen: pool.listen,
    onLost: pool.onLost,
    share: async () => {},
    close: pool.end,
  };
  await migrateAll(database);
  await writeFile(file, await pool.dump());
  await database.close();
  project.provide('migratedDump', file);
  return () => rm(folder, { recursive: true });
}
