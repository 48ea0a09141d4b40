import { type Kysely, sql } from 'kysely';
import { type BackupHead, FORMAT } from './backup-format.ts';
import { listMigrations, listTables, type TableOf } from './tables-of.ts';

const BATCH = 1_000;

/** Takes a line without its end; comes to its end when there is room for the next. */
export type WriteLine = (line: string) => Promise<void>;

/**
 * Writes every row of these schemas as they are at one moment, while the shop goes on working (the embedded database,
 * which has one connection, does nothing else meanwhile). Answers the number of rows.
 */
export async function writeBackup(
  db: Kysely<unknown>,
  options: { schemas: readonly string[]; now: Date },
  write: WriteLine,
): Promise<number> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const head: BackupHead = {
        format: FORMAT,
        at: options.now.toISOString(),
        migrations: await listMigrations(moment, options.schemas),
        sequences: await listSequences(moment, options.schemas),
      };
      await write(JSON.stringify(head));
      let rows = 0;
      for (const table of await listTables(moment, options.schemas)) rows += await writeTable(moment, table, write);
      await write(JSON.stringify({ end: true, rows }));
      return rows;
    });
}

async function writeTable(moment: Kysely<unknown>, table: TableOf, write: WriteLine): Promise<number> {
  await write(JSON.stringify({ table: `${table.schema}.${table.name}`, columns: table.columns }));
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  await sql`declare backup no scroll cursor for select to_jsonb(part)::text as line from
    (select ${columns} from ${sql.id(table.schema, table.name)}) part`.execute(moment);
  let count = 0;
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(BATCH)} from backup`.execute(moment);
    for (const { line } of rows) await write(line);
    count += rows.length;
    if (rows.length < BATCH) break;
  }
  await sql`close backup`.execute(moment);
  return count;
}

async function listSequences(db: Kysely<unknown>, schemas: readonly string[]): Promise<Record<string, number | null>> {
  const { rows } = await sql<{ name: string; last: number | null }>`
    select schemaname || '.' || sequencename as name, last_value as last from pg_sequences
    where schemaname in (${sql.join(schemas)}) order by 1`.execute(db);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}
