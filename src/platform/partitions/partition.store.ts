// Shape of a table that is or will be divided by time, and the statements that change it.
import { type QueryExecutorProvider, sql } from 'kysely';
import type { DividedTable, Month } from './partition.rules.ts';

export type TableShape = {
  isDivided: boolean;
  owner: string;
  /** Columns of the primary key, and the name of its index. */
  key: { name: string; columns: string[] } | null;
  indexes: Array<{ name: string; definition: string; isUnique: boolean }>;
  triggers: Trigger[];
  references: Array<{ name: string; definition: string; to: string }>;
  referencedBy: string[];
  identity: { column: string; sequence: string; kind: 'always' | 'by default' } | null;
  grants: Array<{ privilege: string; to: string; canGrant: boolean }>;
  /** Lower bound of the open partition at the end; null while the table is plain. */
  openFrom: Date | null;
};

type Trigger = { name: string; definition: string; isForRows: boolean };

/** Shape of a table now; null: there is none. */
export async function readShape(db: QueryExecutorProvider, table: DividedTable): Promise<TableShape | null> {
  const { rows } = await sql<TableShape>`
    select class.relkind = 'p' as "isDivided", pg_get_userbyid(class.relowner) as owner,
      (select jsonb_build_object('name', conname, 'columns', (
          select jsonb_agg(attname order by place) from unnest(conkey) with ordinality as listed (attnum, place)
            join pg_attribute as attribute on attrelid = conrelid and attribute.attnum = listed.attnum))
        from pg_constraint where conrelid = class.oid and contype = 'p') as key,
      (select coalesce(jsonb_agg(jsonb_build_object('name', part.relname, 'definition', pg_get_indexdef(indexrelid), 'isUnique', indisunique) order by part.relname), '[]')
        from pg_index join pg_class as part on part.oid = indexrelid where indrelid = class.oid and not indisprimary) as indexes,
      (select coalesce(jsonb_agg(jsonb_build_object('name', tgname, 'definition', pg_get_triggerdef(oid), 'isForRows', tgtype & 1 = 1) order by tgname), '[]')
        from pg_trigger where tgrelid = class.oid and not tgisinternal) as triggers,
      (select coalesce(jsonb_agg(jsonb_build_object('name', conname, 'definition', pg_get_constraintdef(oid), 'to', confrelid::regclass::text) order by conname), '[]')
        from pg_constraint where conrelid = class.oid and contype = 'f') as "references",
      (select coalesce(jsonb_agg(conrelid::regclass::text), '[]')
        from pg_constraint where confrelid = class.oid and contype = 'f') as "referencedBy",
      (select jsonb_build_object('column', attname, 'sequence', pg_get_serial_sequence(class.oid::regclass::text, attname),
          'kind', case attidentity when 'a' then 'always' else 'by default' end)
        from pg_attribute where attrelid = class.oid and attidentity <> '') as identity,
      (select coalesce(jsonb_agg(jsonb_build_object('privilege', privilege_type, 'canGrant', is_grantable,
          'to', case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)), '[]')
        from aclexplode(class.relacl) where grantee <> class.relowner) as grants,
      (select substring(pg_get_expr(part.relpartbound, part.oid) from 'FROM [(]''([^'']*)''[)]')::timestamptz
        from pg_inherits join pg_class as part on part.oid = inhrelid
        where inhparent = class.oid and pg_get_expr(part.relpartbound, part.oid) like '%TO (MAXVALUE)') as "openFrom"
    from pg_class as class join pg_namespace as space on space.oid = relnamespace
    where nspname = ${table.schema} and relname = ${table.name} and relkind in ('r', 'p')`.execute(db);
  return rows[0] ?? null;
}

/** State of the index and the bound that are made before the step that locks: an interrupted command leaves them. */
export async function readPrepared(
  db: QueryExecutorProvider,
  table: DividedTable,
): Promise<{ key: 'none' | 'broken' | 'whole'; bound: { end: Date; isValid: boolean } | null }> {
  const { rows } = await sql<{ whole: boolean | null; end: Date | null; valid: boolean | null }>`
    select (select indisvalid from pg_index where indexrelid = to_regclass(${`${table.schema}.${keyName(table)}`})) as whole,
      substring(pg_get_constraintdef(bound.oid) from '< ''([^'']*)''')::timestamptz as "end", bound.convalidated as valid
    from (values (true)) as always left join pg_constraint as bound
      on conname = ${boundName(table)} and conrelid = to_regclass(${`${table.schema}.${table.name}`})`.execute(db);
  const { whole = null, end = null, valid = null } = rows[0] ?? {};
  return { key: whole === null ? 'none' : whole ? 'whole' : 'broken', bound: end && { end, isValid: valid === true } };
}

/** True if rows have come after the last month. */
export async function hasOpenRows(db: QueryExecutorProvider, table: DividedTable): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ${sql.id(table.schema, openName(table))}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** The clock of the database, by which rows are written: that of the machine of a command may be wrong. */
export async function readNow(db: QueryExecutorProvider): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}

const firstName = ({ name }: DividedTable) => `${name}_first`;
const openName = ({ name }: DividedTable) => `${name}_later`;
const keyName = (table: DividedTable) => `${firstName(table)}_pkey`;
const boundName = (table: DividedTable) => `${firstName(table)}_bound`;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const within = ({ schema }: DividedTable, name: string) => `${quote(schema)}.${quote(name)}`;
const moment = (time: Date) => `timestamptz '${time.toISOString()}'`;

/** `concurrently` stands alone: it belongs to no transaction. */
export const dropKey = (table: DividedTable) => `drop index concurrently ${within(table, keyName(table))}`;

export function makeKey(table: DividedTable, { key }: TableShape): string {
  const columns = [...(key?.columns ?? []), table.by].map(quote).join(', ');
  return `create unique index concurrently ${quote(keyName(table))} on ${within(table, table.name)} (${columns})`;
}

/** Fails as a bound of these rows would; a bound that is made first would refuse what is written meanwhile. */
export function refuseLater(table: DividedTable, end: Date, name = table.name): string {
  return `do $$ begin if exists (select from ${within(table, name)} where ${quote(table.by)} >= ${moment(end)}) then
    raise exception 'rows are later' using errcode = 'check_violation'; end if; end $$`;
}

export const refuseLaterInOpen = (table: DividedTable, end: Date) => refuseLater(table, end, openName(table));

export function addBound(table: DividedTable, end: Date): string {
  return `alter table ${within(table, table.name)} add constraint ${quote(boundName(table))}
    check (${quote(table.by)} < ${moment(end)}) not valid`;
}

export const validateBound = (table: DividedTable) =>
  `alter table ${within(table, table.name)} validate constraint ${quote(boundName(table))}`;

export const dropBound = (table: DividedTable) =>
  `alter table ${within(table, table.name)} drop constraint if exists ${quote(boundName(table))}`;

/**
 * Makes the plain table the first partition of a parent that takes its name. Names of indexes go to the parent, because later migrations
 * know them by these; the name of the sequence too, because backups do.
 */
export function divide(
  table: DividedTable,
  shape: TableShape,
  { end, months }: { end: Date; months: Month[] },
): string {
  const parent = within(table, table.name);
  const first = within(table, firstName(table));
  const { key, identity } = shape;
  const indexes = shape.indexes.filter(({ name }) => name !== keyName(table));
  return [
    lockAll(table, shape),
    `alter table ${parent} rename to ${quote(firstName(table))}`,
    `alter table ${first} drop constraint ${quote(key?.name ?? '')}`,
    `alter table ${first} add constraint ${quote(keyName(table))} primary key using index ${quote(keyName(table))}`,
    ...indexes.map(({ name }) => `alter index ${within(table, name)} rename to ${quote(`${name}_first`)}`),
    `create table ${parent} (like ${first} including all excluding indexes excluding identity excluding statistics)
      partition by range (${quote(table.by)})`,
    `alter table ${parent} drop constraint ${quote(boundName(table))}`,
    `alter table ${parent} owner to ${quote(shape.owner)}`,
    ...(identity ? [moveIdentity({ parent, first }, identity)] : []),
    `alter table ${parent} add constraint ${quote(key?.name ?? '')}
      primary key (${[...(key?.columns ?? []), table.by].map(quote).join(', ')})`,
    ...indexes.map(({ definition }) => definition),
    ...shape.references.map(
      ({ name, definition }) => `alter table ${parent} add constraint ${quote(name)} ${definition}`,
    ),
    ...shape.triggers.map(({ definition }) => definition),
    ...shape.grants.map(
      ({ privilege, to, canGrant }) =>
        `grant ${privilege} on ${parent} to ${to}${canGrant ? ' with grant option' : ''}`,
    ),
    `alter table ${parent} attach partition ${first} for values from (minvalue) to (${moment(end)})`,
    `alter table ${first} drop constraint ${quote(boundName(table))}`,
    ...months.flatMap((month) => makeMonth(table, shape, month)),
    ...makeOpen(table, shape, months.at(-1)?.until ?? end),
  ].join(';\n');
}

/** Makes months in place of the beginning of the open partition, which is empty. */
export function addMonths(table: DividedTable, shape: TableShape, months: Month[]): string {
  const until = months.at(-1)?.until as Date;
  return [
    lockAll(table, shape),
    // Rows that have come since it was looked at.
    `do $$ begin if exists (select from ${within(table, openName(table))}) then
      raise exception 'rows have come' using errcode = 'lock_not_available'; end if; end $$`,
    `drop table ${within(table, openName(table))}`,
    ...months.flatMap((month) => makeMonth(table, shape, month)),
    ...makeOpen(table, shape, until),
  ].join(';\n');
}

/** A scan of the rows then holds nobody up when the open partition is ended. */
export function boundOpen(table: DividedTable, { from, until }: Month): string {
  const open = within(table, openName(table));
  return `alter table ${open} drop constraint if exists ${quote(boundName(table))};
    alter table ${open} add constraint ${quote(boundName(table))}
      check (${quote(table.by)} >= ${moment(from)} and ${quote(table.by)} < ${moment(until)}) not valid`;
}

export const validateOpen = (table: DividedTable) =>
  `alter table ${within(table, openName(table))} validate constraint ${quote(boundName(table))}`;

/** Ends the open partition behind the rows that it has, and makes one in its place: no row is moved. */
export function closeOpen(table: DividedTable, shape: TableShape, closed: Month): string {
  const part = within(table, closed.name);
  return [
    lockAll(table, shape),
    `alter table ${within(table, table.name)} detach partition ${within(table, openName(table))}`,
    `alter table ${within(table, openName(table))} rename to ${quote(closed.name)}`,
    `alter table ${within(table, table.name)} attach partition ${part}
      for values from (${moment(closed.from)}) to (${moment(closed.until)})`,
    `alter table ${part} drop constraint ${quote(boundName(table))}`,
    ...makeOpen(table, shape, closed.until),
  ].join(';\n');
}

export const analyze = (table: DividedTable) => `analyze ${within(table, table.name)}`;

/** Tables that rows refer to come first, as for those who write: in another order each would wait for the other. */
function lockAll(table: DividedTable, { references }: TableShape): string {
  return [
    ...references.map(({ to }) => `lock table ${to} in share row exclusive mode`),
    `lock table ${within(table, table.name)} in access exclusive mode`,
  ].join(';\n');
}

function makeMonth(table: DividedTable, shape: TableShape, { name, from, until }: Month): string[] {
  return makePartition(table, shape, name, `from (${moment(from)}) to (${moment(until)})`);
}

function makeOpen(table: DividedTable, shape: TableShape, from: Date): string[] {
  return makePartition(table, shape, openName(table), `from (${moment(from)}) to (maxvalue)`);
}

/** Triggers of statements are not inherited, and whoever writes past the parent must meet them too. */
function makePartition(table: DividedTable, shape: TableShape, name: string, bounds: string): string[] {
  return [
    `create table ${within(table, name)} partition of ${within(table, table.name)} for values ${bounds}`,
    `alter table ${within(table, name)} owner to ${quote(shape.owner)}`,
    ...shape.triggers.map(({ definition }) =>
      definition.replace(` ON ${table.schema}.${table.name} `, ` ON ${within(table, name)} `),
    ),
  ];
}

function moveIdentity(
  { parent, first }: { parent: string; first: string },
  { column, sequence, kind }: NonNullable<TableShape['identity']>,
): string {
  return `do $$ declare reached bigint; called boolean; begin
    select last_value, is_called into reached, called from ${sequence};
    alter table ${first} alter column ${quote(column)} drop identity;
    alter table ${parent} alter column ${quote(column)} add generated ${kind} as identity (sequence name ${sequence});
    perform setval('${sequence}', reached, called);
  end $$`;
}
