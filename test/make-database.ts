// Databases as tests need them: made, opened and dropped.
import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../src/platform/database.ts';
import type { EmbeddedDatabase } from '../src/platform/embedded-database.ts';
import type { Tables } from '../src/tables.ts';

/** What the parts of the shop take, over an embedded database of the test's own. */
export function overPool(pool: EmbeddedDatabase): Database<Tables> {
  return {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    kind: 'embedded',
    counters: null,
    connections: pool.connections,
    executeScript: pool.executeScript,
    listen: pool.listen,
    onLost: pool.onLost,
    share: async () => {},
    close: pool.end,
  };
}

/** A database of its own on a PostgreSQL, empty or a copy of `template`, to which nobody may be connected. */
export async function createOnServer(server: string, template?: string): Promise<{ name: string; url: string }> {
  const name = `hearth_test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  return { name, url: Object.assign(new URL(server), { pathname: `/${name}` }).href };
}

export const dropOnServer = (server: string, name: string) => administer(server, `drop database ${name}`);

async function administer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
