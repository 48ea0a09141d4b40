// Databases on a PostgreSQL for tests and measurements: made, asked and dropped.
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type MadeDatabase = { name: string; url: string };

/**
 * A database of its own, empty or a copy of `template`, to which nobody may be connected. Its name begins with the template's, or
 * with 'hearth' and the `purpose`.
 */
export async function makeDatabaseOn(
  server: string,
  { purpose, template }: { purpose: string; template?: string },
): Promise<MadeDatabase> {
  const name = `${template ?? `hearth_${purpose}`}_${randomBytes(6).toString('hex')}`;
  await ask(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  // Rows of a test are of no use after a power cut: nobody waits for the disk.
  if (purpose === 'test') await ask(server, `alter database ${name} set synchronous_commit = off`);
  return { name, url: Object.assign(new URL(server), { pathname: `/${name}` }).href };
}

/** Fails while somebody is connected, who should have left, unless it is `force`d. */
export async function dropDatabaseOn(
  server: string,
  { name }: Pick<MadeDatabase, 'name'>,
  { force = false }: { force?: boolean } = {},
): Promise<void> {
  await ask(server, `drop database ${name}${force ? ' with (force)' : ''}`);
}

/** A template with all copies of it. */
export async function dropTemplateOn(server: string, template: MadeDatabase): Promise<void> {
  const copies = await ask<Pick<MadeDatabase, 'name'>>(
    server,
    `select datname as name from pg_database where starts_with(datname, '${template.name}_')`,
  );
  for (const copy of copies) await dropDatabaseOn(server, copy, { force: true });
  await dropDatabaseOn(server, template);
}

/** The rows of one statement, on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {
    // The statement fails with the same error.
  });
  await client.connect();
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
