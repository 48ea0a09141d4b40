import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from './database.ts';
import { MIGRATION_CHANNEL } from './kept-plans.ts';

/** Held while tables change. */
export const MIGRATION_LOCK = 7_236_001;
/** A migration that waits for a lock holds up every request that comes after it: it gives up instead. */
const patience = "set local lock_timeout = '5s';";

/**
 * Applies the SQL files of a part's migrations folder that its schema has not seen, in order of name, each with its
 * own mark in one transaction. Several processes may start at once: the first one migrates, the others wait.
 * Answers the names that were applied. `only` leaves out what a backup does not have yet.
 */
export async function migrate<Tables>(
  database: Database<Tables>,
  part: { schema: string; folder: string; only?: readonly string[] },
): Promise<string[]> {
  const files = await migrationFiles(part.folder);
  return database.session(async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      const done = await appliedMigrations(connection, part.schema);
      const missing = files.filter((name) => !done.has(name) && (part.only?.includes(name) ?? true));
      for (const name of missing) {
        const script = await readFile(join(part.folder, name), 'utf8');
        await database.executeScript(
          `${patience}\n${script}\n;insert into ${part.schema}.migration (name) values ('${name}'); notify ${MIGRATION_CHANNEL}, '${name}';`,
        );
      }
      return missing;
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
    }
  });
}

/** Names of a part's migrations that its schema has not seen. Changes nothing: a user who may only read can ask. */
export async function missingMigrations<Tables>(
  { kysely }: Database<Tables>,
  part: { schema: string; folder: string },
): Promise<string[]> {
  const files = await migrationFiles(part.folder);
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${`${part.schema}.migration`}) is not null as found`.execute(kysely);
  const done = rows[0]?.found ? await namesDone(kysely, part.schema) : new Set<string>();
  return files.filter((name) => !done.has(name));
}

async function migrationFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

async function namesDone(db: QueryExecutorProvider, schema: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.id(schema, 'migration')}`.execute(db);
  return new Set(rows.map((row) => row.name));
}

async function appliedMigrations<Tables>(connection: Kysely<Tables>, schema: string): Promise<Set<string>> {
  await sql`create schema if not exists ${sql.id(schema)}`.execute(connection);
  await sql`create table if not exists ${sql.id(schema, 'migration')} (
    name text primary key, applied_at timestamptz not null default now())`.execute(connection);
  return namesDone(connection, schema);
}
