// Pages of a list, and how many rows it has. Whatever a table has, a page reads about as many rows as it tells: an index is walked in the order
// of the list. What filters leave is either so much that a short walk has enough, or so little that it is looked up and sorted.
import { type RawBuilder, sql } from 'kysely';
import type { ListAsked } from '#contract/staff-list/address.ts';
import { type AnyRow, type ListCount, listCountedUpTo } from '#contract/staff-list/description.ts';
import type { ListMark } from './list-mark.rules.ts';
import { allOf, type Db, type ListSort, type ListSource } from './list-source.sql.ts';

type Condition = RawBuilder<boolean>;
/** `beside`: the row that the page begins after, or ends before. */
export type PageAsked = Pick<ListAsked, 'q' | 'filters' | 'sort'> & {
  zone: string;
  beside: { mark: ListMark; isBefore: boolean } | null;
  limit: number;
};
export type ToldRow = { row: AnyRow; mark: ListMark };

/** So many rows are walked before filters look elsewhere. */
const NEAR = 1_000;

/** Rows in the order of the list. Before a mark they are those nearest to it. */
export async function readListPage(db: Db, source: ListSource, asked: PageAsked): Promise<ToldRow[]> {
  const way = wayOf(source, asked);
  const raws = await readRaws(db, source, asked, way);
  const told = raws.map((raw) => ({
    row: source.toRow(raw),
    mark: { sort: asked.sort, value: raw.list_key, id: raw.list_id },
  }));
  return way.isReversed ? told.reverse() : told;
}

type Raw = Record<string, unknown> & { list_key: string; list_id: string };

async function readRaws(db: Db, source: ListSource, asked: PageAsked, way: Way): Promise<Raw[]> {
  const { walked, others } = conditionsOf(source, asked);
  const rows = async (ids: RawBuilder<unknown>) => (await rowsOf(source, ids, way).execute(db)).rows;
  if (asked.q !== '') {
    const meanings = (await source.search?.(db, asked.q)) ?? [];
    if (meanings.length === 0) return [];
    const parts = meanings.map((meaning) => walk(source, way, [meaning, ...walked, ...others], { limit: asked.limit }));
    return rows(
      sql`select * from (${sql.join(parts, sql` union `)}) as found order by ${inOrder(way)} limit ${asked.limit}`,
    );
  }
  const whole = walk(source, way, [...walked, ...others], { limit: asked.limit });
  if (others.length === 0) return rows(whole);
  const near = await rows(
    walk(source, way, others, { limit: asked.limit, within: { conditions: walked, rows: NEAR } }),
  );
  if (near.length >= asked.limit) return near;
  const few = sql`select ${source.id} as list_id, ${way.sort.by} as list_key from ${source.from} as ${source.alias}
    where ${allOf([...walked, ...others, ...beyond(source, way)])} limit ${listCountedUpTo + 1}`;
  const { rows: found } = await sql<{ found: string }>`select count(*) as found from (${few}) as few`.execute(db);
  if (Number(found[0]?.found) > listCountedUpTo) return rows(whole);
  return rows(sql`select * from (${few}) as few order by ${inOrder(way)} limit ${asked.limit}`);
}

/** How many rows fit, and what they come to: exact below a thousand. */
export async function countList(db: Db, source: ListSource, asked: PageAsked): Promise<ListCount> {
  const { walked, others } = conditionsOf(source, asked);
  const sums = Object.entries(source.sums ?? {});
  const columns = [sql`${source.id} as list_id`, ...sums.map(([name, cents]) => sql`${cents} as ${sql.ref(name)}`)];
  const meanings = asked.q === '' ? [sql<boolean>`true`] : ((await source.search?.(db, asked.q)) ?? []);
  if (meanings.length === 0)
    return { count: 0, is_exact: true, sums: Object.fromEntries(sums.map(([name]) => [name, 0])) };
  const parts = meanings.map(
    (meaning) => sql`(select ${sql.join(columns)} from ${source.from} as ${source.alias}
      where ${allOf([meaning, ...walked, ...others])} limit ${listCountedUpTo + 1})`,
  );
  const totals = sums.map(([name]) => sql`, coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`);
  const { rows } = await sql<{ list_count: string } & Record<string, string>>`
    select count(*) as list_count ${sql.join(totals, sql``)} from (
      select * from (${sql.join(parts, sql` union `)}) as every limit ${listCountedUpTo + 1}) as counted`.execute(db);
  const found = Number(rows[0]?.list_count ?? 0);
  const is_exact = found <= listCountedUpTo;
  return {
    count: Math.min(found, listCountedUpTo),
    is_exact,
    sums: is_exact ? Object.fromEntries(sums.map(([name]) => [name, Number(rows[0]?.[name] ?? 0) / 100])) : {},
  };
}

type Way = { sort: ListSort; isDown: boolean; isReversed: boolean; beside: PageAsked['beside'] };

function wayOf(source: ListSource, { sort: name, beside }: PageAsked): Way {
  const sort = source.sorts[name.replace('-', '')];
  if (!sort) throw new Error(`${source.list.name} cannot be sorted by ${name}`);
  const isReversed = beside?.isBefore === true;
  return { sort, isDown: name.startsWith('-') !== isReversed, isReversed, beside };
}

function conditionsOf(source: ListSource, asked: PageAsked): { walked: Condition[]; others: Condition[] } {
  const column = asked.sort.replace('-', '');
  const [walked, others]: [Condition[], Condition[]] = [[], []];
  for (const [name, value] of Object.entries(asked.filters)) {
    const condition = source.filters[name]?.(value, asked);
    if (!condition) throw new Error(`${source.list.name} has no filter ${name}`);
    const isOne = value.kind !== 'choice' || value.values.length === 1;
    (isOne && source.walks?.(name, column) ? walked : others).push(condition);
  }
  return { walked, others };
}

/** Ids in the order of the list. `within`: of the first so many rows that these conditions, which an index has, leave. */
function walk(
  source: ListSource,
  way: Way,
  conditions: Condition[],
  { limit, within }: { limit: number; within?: { conditions: Condition[]; rows: number } },
): RawBuilder<unknown> {
  const start = beyond(source, way);
  const from = within
    ? sql`(select * from ${source.from} as ${source.alias} where ${allOf([...within.conditions, ...start])}
        order by ${sortOf(source, way)} limit ${within.rows})`
    : source.from;
  return sql`(select ${source.id} as list_id, ${way.sort.by} as list_key from ${from} as ${source.alias}
    where ${allOf(within ? conditions : [...conditions, ...start])} order by ${sortOf(source, way)} limit ${limit})`;
}

function rowsOf(source: ListSource, ids: RawBuilder<unknown>, way: Way): RawBuilder<Raw> {
  const key =
    way.sort.as === 'moment'
      ? sql`(extract(epoch from page.list_key) * 1000000)::bigint::text`
      : sql`page.list_key::text`;
  return sql<Raw>`with page as materialized (${ids})
    select ${source.select}, ${key} as list_key, page.list_id::text as list_id
    from page join ${source.from} as ${source.alias} on ${source.id} = page.list_id ${source.joins ?? sql``}
    order by page.list_key ${direction(way)}, page.list_id ${direction(way)}`;
}

/** A range of both, of which an index with the first alone still has the beginning. */
function beyond(source: ListSource, { sort, isDown, beside }: Way): Condition[] {
  if (!beside) return [];
  const { value, id } = beside.mark;
  const last =
    sort.as === 'moment'
      ? sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`
      : sort.as === 'number'
        ? sql`${value}::bigint`
        : sql`${value}::text`;
  return [sql<boolean>`(${sort.by}, ${source.id}) ${sql.raw(isDown ? '<' : '>')} (${last}, ${id})`];
}

const direction = ({ isDown }: Way) => sql.raw(isDown ? 'desc' : 'asc');

function sortOf(source: ListSource, way: Way): RawBuilder<unknown> {
  return sql`${way.sort.by} ${direction(way)}, ${source.id} ${direction(way)}`;
}

function inOrder(way: Way): RawBuilder<unknown> {
  return sql`list_key ${direction(way)}, list_id ${direction(way)}`;
}

/** What the database says of a time zone that it does not know. */
export function isUnknownZone(error: unknown): boolean {
  return (error as { code?: unknown }).code === '22023';
}
