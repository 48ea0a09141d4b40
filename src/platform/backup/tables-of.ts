import { type Kysely, sql } from 'kysely';
import { BackupError } from './backup-format.ts';

export type TableOf = { schema: string; name: string; columns: string[] };

/**
 * The tables of these schemas in an order in which every row finds the rows that it refers to. Without the marks of
 * migrations, without what is only counted for a while (unlogged tables), and without columns that are computed.
 * A divided table is one: its rows come back into a plain one.
 */
export async function listTables(db: Kysely<unknown>, schemas: readonly string[]): Promise<TableOf[]> {
  const { rows: tables } = await sql<TableOf & { id: number }>`
    select class.oid::int8 as id, space.nspname as schema, class.relname as name,
      (select array_agg(attribute.attname::text order by attribute.attnum) from pg_attribute attribute
        where attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
          and attribute.attgenerated = '') as columns
    from pg_class class join pg_namespace space on space.oid = class.relnamespace
    where space.nspname in (${sql.join(schemas)}) and class.relkind in ('r', 'p') and class.relpersistence = 'p'
      and class.relname <> 'migration' and not class.relispartition
    order by space.nspname, class.relname`.execute(db);
  const { rows: references } = await sql<{ table: number; refersTo: number }>`
    select conrelid::int8 as "table", confrelid::int8 as "refersTo" from pg_constraint
    where contype = 'f' and conrelid <> confrelid`.execute(db);
  const ordered: typeof tables = [];
  const visit = (table: (typeof tables)[number]) => {
    if (ordered.includes(table)) return;
    for (const { refersTo } of references.filter((reference) => reference.table === table.id)) {
      const parent = tables.find(({ id }) => id === refersTo);
      if (parent) visit(parent);
    }
    ordered.push(table);
  };
  tables.forEach(visit);
  return ordered.map(({ schema, name, columns }) => ({ schema, name, columns }));
}

export async function listMigrations(
  db: Kysely<unknown>,
  schemas: readonly string[],
): Promise<Record<string, string[]>> {
  const migrations: Record<string, string[]> = {};
  for (const schema of schemas) {
    const { rows: marks } = await sql<{ found: string | null }>`
      select to_regclass(${`${schema}.migration`})::text as found`.execute(db);
    if (!marks[0]?.found) throw new BackupError(`There is no shop in this database: it has no tables of ${schema}.`);
    const { rows } = await sql<{
      name: string;
    }>`select name from ${sql.id(schema, 'migration')} order by name`.execute(db);
    migrations[schema] = rows.map(({ name }) => name);
  }
  return migrations;
}
