import { type Kysely, sql } from 'kysely';
import { BackupError, type BackupHead, type BackupTable, endSchema, headSchema, tableSchema } from './backup-format.ts';
import { listMigrations, listTables, type TableOf } from './tables-of.ts';

const BATCH = 1_000;

type RestoreTarget = {
  db: Kysely<unknown>;
  schemas: readonly string[];
  /** Applies the migrations that are in the list, or all that there are; answers nothing. */
  migrate: (upTo: BackupHead['migrations'] | null) => Promise<void>;
};

/** Reads a backup to its end, so that nothing is deleted or made for one that is damaged. */
export async function checkBackup(lines: AsyncIterable<string>): Promise<void> {
  const reader = lines[Symbol.asyncIterator]();
  await readHead(reader);
  let rows = 0;
  for (;;) {
    const line = await next(reader);
    if (line.startsWith('{"end":')) return mustBeWhole(line, rows);
    if (!line.startsWith('{"table":')) rows++;
  }
}

/**
 * Brings back what `writeBackup` wrote, into a database that has none of the shop's tables yet: the tables as they were
 * then, the rows, and after that the migrations that are newer than the backup. All rows or none: a backup that is cut
 * short or does not fit leaves the tables empty. Answers the number of rows.
 */
export async function restoreBackup(lines: AsyncIterable<string>, target: RestoreTarget): Promise<number> {
  const reader = lines[Symbol.asyncIterator]();
  const head = await readHead(reader);
  await mustBeEmpty(target);
  await target.migrate(head.migrations);
  await mustBeKnown(target, head);
  const rows = await target.db.transaction().execute(async (transaction) => {
    const tables = await listTables(transaction, target.schemas);
    // The results of triggers at the first write are among the rows.
    for (const { schema, name } of tables)
      await sql`alter table ${sql.id(schema, name)} disable trigger user`.execute(transaction);
    await sql`truncate ${sql.join(tables.map(({ schema, name }) => sql.id(schema, name)))}`.execute(transaction);
    const count = await insertAll(transaction, reader, tables);
    for (const { schema, name } of tables)
      await sql`alter table ${sql.id(schema, name)} enable trigger user`.execute(transaction);
    for (const [sequence, last] of Object.entries(head.sequences))
      if (last !== null) await sql`select setval(${sequence}::regclass, ${last}::int8)`.execute(transaction);
    return count;
  });
  await target.migrate(null);
  return rows;
}

/** Everything of the shop that the database holds: for a restore that is to take its place. */
export async function deleteTables(db: Kysely<unknown>, schemas: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const schema of schemas) await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(transaction);
  });
}

type Reader = AsyncIterator<string>;

async function readHead(reader: Reader): Promise<BackupHead> {
  const head = headSchema.safeParse(parse(await next(reader)));
  if (!head.success) throw new BackupError('The file is not a backup of this shop, or one of a later version.');
  return head.data;
}

async function mustBeEmpty({ db, schemas }: RestoreTarget) {
  const { rows } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in (${sql.join(schemas)}) limit 1`.execute(db);
  if (rows[0])
    throw new BackupError(
      `The database has tables of the shop already (${rows[0].name}). Restore into an empty one, or add --replace to delete what is there first.`,
    );
}

async function mustBeKnown({ db, schemas }: RestoreTarget, head: BackupHead) {
  const known = await listMigrations(db, schemas);
  for (const [schema, names] of Object.entries(head.migrations)) {
    const unknown = names.find((name) => !known[schema]?.includes(name));
    if (unknown)
      throw new BackupError(`The backup is of a later version (${schema}/${unknown}). Restore it with that version.`);
  }
}

async function insertAll(db: Kysely<unknown>, reader: Reader, tables: TableOf[]): Promise<number> {
  let table: BackupTable | null = null;
  let batch: string[] = [];
  let count = 0;
  const flush = async () => {
    if (table && batch.length > 0) await insert(db, table, batch);
    count += batch.length;
    batch = [];
  };
  for (;;) {
    const line = await next(reader);
    // PostgreSQL writes rows with a space after each colon: what begins like these is none.
    if (line.startsWith('{"end":')) {
      await flush();
      mustBeWhole(line, count);
      return count;
    }
    if (line.startsWith('{"table":')) {
      await flush();
      table = knownTable(parse(line), tables);
    } else if (batch.push(line) === BATCH) await flush();
  }
}

function mustBeWhole(end: string, rows: number) {
  if (endSchema.safeParse(parse(end)).data?.rows !== rows)
    throw new BackupError('The backup does not hold as many rows as it says.');
}

function knownTable(given: unknown, tables: TableOf[]): BackupTable {
  const parsed = tableSchema.safeParse(given);
  if (!parsed.success) throw new BackupError('The backup is damaged: a table without its name or columns.');
  const { table, columns } = parsed.data;
  const known = tables.find(({ schema, name }) => `${schema}.${name}` === table);
  const unknown = columns.find((column) => !known?.columns.includes(column));
  if (!known || unknown) throw new BackupError(`The backup has a table that does not fit: ${table} ${unknown ?? ''}.`);
  return parsed.data;
}

async function insert(db: Kysely<unknown>, { table, columns }: BackupTable, rows: string[]) {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const target = sql.id(...table.split('.'));
  await sql`insert into ${target} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${target}, ${`[${rows.join(',')}]`}::jsonb)`.execute(db);
}

async function next(reader: Reader): Promise<string> {
  const { value, done } = await reader.next();
  if (done) throw new BackupError('The backup is cut short or damaged: it has no end.');
  return value;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
