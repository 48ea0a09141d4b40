import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { prepareDataDir } from './prepared-data-dir.ts';
import { openTestDatabase } from './test-database.ts';

/** Where a migrated database is that outlives the processes that open it: a folder, or one on the PostgreSQL of the run. */
export async function makeLastingDatabase() {
  const server = process.env.TEST_DATABASE === 'postgres' ? process.env.TEST_DATABASE_URL : null;
  if (!server) {
    const dataDir = await mkdtemp(join(tmpdir(), 'hearth-lasting-'));
    prepareDataDir(dataDir);
    return { databaseUrl: null, dataDir, drop: () => rm(dataDir, { recursive: true }) };
  }
  const database = await openTestDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
  const own = new URL(server);
  own.pathname = `/${rows[0]?.name}`;
  return { databaseUrl: own.href, dataDir: '', drop: database.close };
}
