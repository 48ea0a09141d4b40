// A database as it was after the migrations, and how one that tests have written to becomes so again.
import { type Kysely, sql } from 'kysely';

type Table = { name: string; columns: string[]; rows: string };

export type Pristine = {
  /** A hash of everything but rows: tables, columns, functions, triggers and rights. */
  shape: string;
  /** Those that migrations have written to. */
  filled: Table[];
  sequences: Array<{ name: string; value: string }>;
};

const own = sql`n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname !~ '^pg_temp'`;

// biome-ignore lint/suspicious/noExplicitAny: any database of the shop, whichever of its tables are typed
type Any = Kysely<any>;

export async function readPristine(kysely: Any): Promise<Pristine> {
  const filled: Table[] = [];
  for (const { name } of await writtenTables(kysely)) {
    const { rows: columns } = await sql<{ name: string }>`
      select quote_ident(attname) as name from pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
    `.execute(kysely);
    const { rows } = await sql<{ rows: string }>`
      select coalesce(json_agg(t), '[]')::text as rows from ${sql.raw(name)} t
    `.execute(kysely);
    filled.push({ name, columns: columns.map((column) => column.name), rows: rows[0]?.rows ?? '[]' });
  }
  return { shape: await shapeOf(kysely), filled, sequences: await sequencesOf(kysely) };
}

/** Answers whether it is as it was: what is more than rows is not put back. */
export async function restore(
  kysely: Any,
  pristine: Pristine,
  empty: (transaction: Any, tables: Written[]) => Promise<void> = truncate,
): Promise<boolean> {
  return kysely.transaction().execute(async (transaction) => {
    if ((await shapeOf(transaction)) !== pristine.shape) return false;
    await sql`set local session_replication_role = replica`.execute(transaction);
    const written = await writtenTables(transaction);
    if (written.length > 0) {
      await empty(transaction, written);
      // Statistics of the rows that are gone.
      await sql`delete from pg_statistic where starelid = any(${written.map(({ oid }) => oid)}::oid[])`.execute(
        transaction,
      );
    }
    for (const { name, columns, rows } of pristine.filled) {
      const list = sql.raw(columns.join(', '));
      await sql`
        insert into ${sql.raw(name)} (${list}) overriding system value
        select ${list} from json_populate_recordset(null::${sql.raw(name)}, ${rows}::json)
      `.execute(transaction);
    }
    const now = new Map((await sequencesOf(transaction)).map(({ name, value }) => [name, value]));
    for (const { name, value } of pristine.sequences) {
      if (now.get(name) === value) continue;
      if (value === '') await sql`alter sequence ${sql.raw(name)} restart`.execute(transaction);
      else await sql`select setval(${name}, ${value}::bigint)`.execute(transaction);
    }
    return true;
  });
}

type Written = { oid: string; name: string };

async function truncate(kysely: Any, tables: Written[]) {
  // Those that refer to them are empty then.
  await sql`truncate ${sql.raw(tables.map(({ name }) => name).join(', '))} cascade`.execute(kysely);
}

/** For PostgreSQL, which makes new files for each table that is truncated: with `vacuum` a third of the time. */
export async function deleteRows(kysely: Any, tables: Written[]) {
  for (const { name } of tables) await sql`delete from ${sql.raw(name)}`.execute(kysely);
}

/** Gives back the pages of deleted rows, and forgets how many there were. */
export async function vacuum(kysely: Any) {
  const written = await writtenTables(kysely);
  if (written.length === 0) return;
  await sql`vacuum ${sql.raw(written.map(({ name }) => name).join(', '))}`.execute(kysely);
  await sql`
    update pg_class set reltuples = -1, relpages = 0
    where oid = any(${written.map(({ oid }) => oid)}::oid[])
  `.execute(kysely);
}

/** A table into which nobody has ever written has no page. */
async function writtenTables(kysely: Any) {
  const { rows } = await sql<Written>`
    select c.oid::text as oid, format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${own} and pg_relation_size(c.oid) > 0
    order by name
  `.execute(kysely);
  return rows;
}

async function sequencesOf(kysely: Any) {
  const { rows } = await sql<{ name: string; value: string }>`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value::text, '') as value from pg_sequences
  `.execute(kysely);
  return rows;
}

async function shapeOf(kysely: Any): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    select concat_ws(' ',
      (select md5(string_agg(concat_ws('|', oid, relname, relnamespace, relkind, relowner, relacl, reloptions, relrowsecurity,
        relchecks, relnatts), ',' order by oid)) from pg_class where oid >= 16384 and relnamespace::regnamespace::text !~ '^pg_'),
      (select md5(string_agg(concat_ws('|', attrelid, attname, atttypid, attnotnull, attisdropped, attacl), ',' order by attrelid, attnum))
        from pg_attribute where attrelid >= 16384),
      (select md5(string_agg(concat_ws('|', adrelid, adnum, pg_get_expr(adbin, adrelid)), ',' order by oid)) from pg_attrdef),
      (select md5(string_agg(concat_ws('|', oid, proname, prosrc, proconfig), ',' order by oid)) from pg_proc where oid >= 16384),
      (select md5(string_agg(concat_ws('|', oid, tgrelid, tgenabled), ',' order by oid)) from pg_trigger),
      (select md5(string_agg(concat_ws('|', oid, conname, convalidated), ',' order by oid)) from pg_constraint),
      (select md5(string_agg(concat_ws('|', indexrelid, indisvalid), ',' order by indexrelid)) from pg_index),
      (select md5(string_agg(concat_ws('|', oid, rolname), ',' order by oid)) from pg_authid),
      (select md5(string_agg(s::text, ',' order by setdatabase, setrole)) from pg_db_role_setting s
        where setdatabase in (0, (select oid from pg_database where datname = current_database()))),
      (select md5(string_agg(concat_ws('|', oid, nspname, nspacl), ',' order by oid)) from pg_namespace where nspname !~ '^pg_')
    ) as shape
  `.execute(kysely);
  return rows[0]?.shape ?? '';
}
