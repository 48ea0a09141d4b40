// Pages of a list, and how many rows it has. Whatever a table has, a page reads about as many rows as it tells (docs/decisions/0044-one-list.md).
import { type RawBuilder, sql } from 'kysely';
import type { FilterValue, ListAsked } from '#contract/operations/staff-list/address.ts';
import { type AnyRow, type ListCount, listCountedUpTo } from '#contract/operations/staff-list/description.ts';
import type { Zone } from '../../text/zone.rules.ts';
import type { ListMark } from './list-mark.rules.ts';
import { allOf, type Db, type Lead, type ListSort, type ListSource, type Meaning, oneOf } from './list-source.sql.ts';

type Condition = RawBuilder<boolean>;
/** `beside`: the row that the page begins after, or ends before. */
export type PageAsked = Pick<ListAsked, 'q' | 'filters' | 'sort'> & {
  zone: Zone;
  beside: { mark: ListMark; isBefore: boolean } | null;
  limit: number;
};
export type MarkedRow = { row: AnyRow; mark: ListMark };

/** So many rows are looked through in the order of the list before what fits is looked for elsewhere. */
const NEAR = 1_000;
/** So many rows are put into order for a page; of more, a page is soon found by walking. */
const GATHERED = 20_000;
/** Values of filters that are walked to one by one. */
const WALKS = 8;

/** Rows in the order of the list. Before a mark they are those nearest to it. */
export async function readListPage(db: Db, source: ListSource, asked: PageAsked): Promise<MarkedRow[]> {
  const way = wayOf(source, asked);
  const plan = await planOf(db, source, asked);
  const near = plan.walks || plan.isRare ? [] : await readRaws(db, way, nearest(way, plan, asked.limit));
  const raws = near.length >= asked.limit ? near : (await readPart(db, way, plan, asked.limit)).raws;
  const rows = raws.map((raw) => toMarkedRow(way, asked, raw));
  return way.isReversed ? rows.reverse() : rows;
}

/** All rows from the first on, so many at a time; how they are found is settled once. */
export async function* readList(
  db: Db,
  source: ListSource,
  asked: Omit<PageAsked, 'beside'>,
): AsyncGenerator<MarkedRow[]> {
  let plan = await planOf(db, source, asked);
  let beside: PageAsked['beside'] = null;
  for (;;) {
    const way = wayOf(source, { ...asked, beside });
    const { raws, walks } = await readPart(db, way, plan, asked.limit);
    const rows = raws.map((raw) => toMarkedRow(way, asked, raw));
    yield rows;
    const last = rows.at(-1);
    if (rows.length < asked.limit || !last) return;
    beside = { mark: last.mark, isBefore: false };
    if (walks) plan = { walks };
  }
}

type Raw = Record<string, unknown> & { list_key: string; list_id: string; list_found?: number };

async function readRaws(db: Db, way: Way, ids: RawBuilder<unknown>, gathered?: RawBuilder<unknown>): Promise<Raw[]> {
  return (await rowsOf(way, ids, gathered).execute(db)).rows;
}

function toMarkedRow({ source }: Way, asked: Pick<PageAsked, 'sort'>, raw: Raw): MarkedRow {
  return { row: source.toRow(raw), mark: { sort: asked.sort, value: raw.list_key, id: raw.list_id } };
}

/** `walks`: by which they were found, where that is in the order of the list. */
async function readPart(db: Db, way: Way, plan: Plan, limit: number): Promise<{ raws: Raw[]; walks: Walk[] | null }> {
  if (plan.walks?.length === 0) return { raws: [], walks: [] };
  if (plan.walks) return { raws: await readRaws(db, way, together(way, plan.walks, limit)), walks: plan.walks };
  const gathered = sql`select list_id, list_key from gathered order by ${inOrder(way)} limit ${limit}`;
  const raws = await readRaws(db, way, gathered, gather(way, plan, GATHERED + 1));
  if ((raws[0]?.list_found ?? 0) <= GATHERED) return { raws, walks: null };
  const walks = [{ where: [...plan.walked, ...leftBy(plan)] }];
  return { raws: await readRaws(db, way, together(way, walks, limit)), walks };
}

/** How many rows fit, and what they come to: exact below a thousand. */
export async function countList(db: Db, source: ListSource, asked: PageAsked): Promise<ListCount> {
  const way = wayOf(source, { ...asked, beside: null });
  const plan = await planOf(db, source, asked);
  const most = listCountedUpTo + 1;
  const ids = !plan.walks
    ? gather(way, plan, most)
    : plan.walks.length > 0
      ? together(way, plan.walks, most)
      : sql`select null as list_id, null as list_key where false`;
  const sums = Object.entries(source.sums ?? {});
  const totals = sums.map(([name, cents]) => sql`, coalesce(sum(${cents}), 0)::bigint as ${sql.ref(name)}`);
  // Each row by its id, whatever the database thinks of reading the table instead.
  const row = sql`select * from ${source.from} as ${source.alias} where ${source.id} = counted.list_id offset 0`;
  const joined = sums.length > 0 ? sql`cross join lateral (${row}) as ${source.alias}` : sql``;
  const { rows } = await sql<{ list_count: string } & Record<string, string>>`
    select count(*) as list_count ${sql.join(totals, sql``)} from (${ids}) as counted ${joined}`.execute(db);
  const found = Number(rows[0]?.list_count ?? 0);
  const is_exact = found <= listCountedUpTo;
  return {
    count: Math.min(found, listCountedUpTo),
    is_exact,
    sums: is_exact ? Object.fromEntries(sums.map(([name]) => [name, Number(rows[0]?.[name] ?? 0) / 100])) : {},
  };
}

/** One reading of a list in its order, from one row on. */
type Way = { source: ListSource; sort: ListSort; isDown: boolean; isReversed: boolean; beside: PageAsked['beside'] };

function wayOf(source: ListSource, { sort: name, beside }: Pick<PageAsked, 'sort' | 'beside'>): Way {
  const sort = source.sorts[name.replace('-', '')];
  if (!sort) throw new Error(`${source.list.name} cannot be sorted by ${name}`);
  const isReversed = beside?.isBefore === true;
  return { source, sort, isDown: name.startsWith('-') !== isReversed, isReversed, beside };
}

/** Rows that an index has in the order of the list: by itself or, with a lead, by the table that leads to it. */
type Walk = { where: Condition[]; lead?: Lead };

/**
 * How what is asked for is found. `walks`: each in the order of the list, and together all of it. Without them, rows fit that an index has in the order
 * of the list (`walked`), and that the rest of the conditions and one of the meanings of the text leave.
 */
type Plan = { walks: Walk[] } | Search;
/** `isRare`: what fits is few, and hardly among the first rows. */
type Search = { walks: null; isRare: boolean; walked: Condition[]; others: Condition[]; meanings: Condition[] | null };

async function planOf(db: Db, source: ListSource, asked: Omit<PageAsked, 'beside' | 'limit'>): Promise<Plan> {
  const sort = asked.sort.replace('-', '');
  const filters = Object.entries(asked.filters).map(([name, value]) => {
    const where = source.filters[name];
    if (!where) throw new Error(`${source.list.name} has no filter ${name}`);
    const walkable = source.walks[sort]?.[name];
    const values = eachOf(value).map((one) => ({ where: where(one, asked), by: walkable?.(one) ?? false }));
    return { where: where(value, asked), values };
  });
  const all = filters.map(({ where }) => where);
  const isRare = filters.some(({ values }) => values.every(({ by }) => by === 'rare'));
  if (asked.q !== '') {
    const meanings = (await source.search?.(db, asked.q, sort)) ?? [];
    if (meanings.every(isWalk)) {
      return { walks: meanings.map(({ where, lead }) => (lead ? { where: all, lead } : { where: [where, ...all] })) };
    }
    return { walks: null, isRare, walked: [], others: all, meanings: meanings.map(({ where }) => where) };
  }
  const [first, ...more] = filters;
  if (!first) return { walks: [{ where: [] }] };
  const leads = first.values.flatMap(({ by }) => (typeof by === 'object' ? [by] : []));
  if (more.length === 0 && leads.length === first.values.length)
    return { walks: leads.map((lead) => ({ where: [], lead })) };
  const isWalked = ({ values }: (typeof filters)[number]) => values.every(({ by }) => by === true);
  const walks = filters.every(isWalked)
    ? combined(filters.map(({ values }) => values.map(({ where }) => where)))
    : null;
  if (walks && walks.length <= WALKS) return { walks };
  const isOne = (filter: (typeof filters)[number]) => isWalked(filter) && filter.values.length === 1;
  return {
    walks: null,
    isRare,
    walked: filters.filter(isOne).map(({ where }) => where),
    others: filters.filter((filter) => !isOne(filter)).map(({ where }) => where),
    meanings: null,
  };
}

const isWalk = ({ isShort, lead }: Meaning) => isShort === true || lead !== undefined;

const eachOf = (value: FilterValue): FilterValue[] =>
  value.kind === 'choice' ? value.values.map((one) => ({ kind: 'choice', values: [one] })) : [value];

/** One condition of each list, in every combination. */
function combined(lists: Condition[][]): Walk[] {
  const all = lists.reduce<Condition[][]>(
    (begun, list) => begun.flatMap((conditions) => list.map((condition) => [...conditions, condition])),
    [[]],
  );
  return all.map((where) => ({ where }));
}

/** Conditions on rows beside what is walked. */
const leftBy = ({ others, meanings }: Search): Condition[] => [...others, ...(meanings ? [oneOf(meanings)] : [])];

/** Ids in the order of the list, of all walks. */
function together(way: Way, walks: Walk[], limit: number): RawBuilder<unknown> {
  const [first, ...more] = walks.map((one) => walk(way, one, limit));
  if (!first) throw new Error('There is nothing to walk');
  if (more.length === 0) return first;
  return sql`select * from (${sql.join([first, ...more], sql` union `)}) as found order by ${inOrder(way)} limit ${limit}`;
}

/** Ids in the order of the list. */
function walk(way: Way, { where, lead }: Walk, limit: number): RawBuilder<unknown> {
  const { source, sort } = way;
  const { by, id } = lead ?? { by: sort.by, id: source.id };
  const own = sql`${source.from} as ${source.alias}`;
  const from = !lead ? own : where.length === 0 ? lead.from : sql`${lead.from} join ${own} on ${source.id} = ${id}`;
  return sql`(select ${lead ? sql`distinct` : sql``} ${id} as list_id, ${by} as list_key from ${from}
    where ${allOf([...(lead ? [lead.where] : []), ...where, ...beyond(way, { by, id })])}
    order by ${by} ${direction(way)}, ${id} ${direction(way)} limit ${limit})`;
}

/** Ids of those that fit among the first rows that are walked to. */
function nearest(way: Way, plan: Search, limit: number): RawBuilder<unknown> {
  const { source, sort } = way;
  const order = sql`order by ${sort.by} ${direction(way)}, ${source.id} ${direction(way)}`;
  const first = sql`select * from ${source.from} as ${source.alias}
    where ${allOf([...plan.walked, ...beyond(way, { by: sort.by, id: source.id })])} ${order} limit ${NEAR}`;
  return sql`select ${source.id} as list_id, ${sort.by} as list_key from (${first}) as ${source.alias}
    where ${allOf(leftBy(plan))} ${order} limit ${limit}`;
}

/** Ids of what fits, in no order, each meaning of the text by an index of its own. */
function gather(way: Way, plan: Search, limit: number): RawBuilder<unknown> {
  const { source, sort } = way;
  const start = beyond(way, { by: sort.by, id: source.id });
  const parts = (plan.meanings ?? [allOf([])]).map(
    (meaning) => sql`(select ${source.id} as list_id, ${sort.by} as list_key from ${source.from} as ${source.alias}
      where ${allOf([meaning, ...plan.walked, ...plan.others, ...start])} limit ${limit})`,
  );
  return parts.length === 1
    ? sql`${parts[0]}`
    : sql`select * from (${sql.join(parts, sql` union `)}) as every limit ${limit}`;
}

/** `gathered`: what `ids` are of; each row then says how many there are. */
function rowsOf(way: Way, ids: RawBuilder<unknown>, gathered?: RawBuilder<unknown>): RawBuilder<Raw> {
  const { source, sort } = way;
  const key =
    sort.as === 'moment' ? sql`(extract(epoch from page.list_key) * 1000000)::bigint::text` : sql`page.list_key::text`;
  return sql<Raw>`with ${gathered ? sql`gathered as materialized (${gathered}),` : sql``} page as materialized (${ids})
    select ${source.select}, ${key} as list_key, page.list_id::text as list_id
      ${gathered ? sql`, (select count(*)::int from gathered) as list_found` : sql``}
    from page join ${source.from} as ${source.alias} on ${source.id} = page.list_id ${source.joins ?? sql``}
    order by page.list_key ${direction(way)}, page.list_id ${direction(way)}`;
}

/** A range of both, of which an index with the first alone still has the beginning. */
function beyond({ sort, isDown, beside }: Way, { by, id }: Pick<Lead, 'by' | 'id'>): Condition[] {
  if (!beside) return [];
  const { value, id: last } = beside.mark;
  const key =
    sort.as === 'moment'
      ? sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`
      : sort.as === 'number'
        ? sql`${value}::bigint`
        : sql`${value}::text`;
  return [sql<boolean>`(${by}, ${id}) ${sql.raw(isDown ? '<' : '>')} (${key}, ${last})`];
}

const direction = ({ isDown }: Way) => sql.raw(isDown ? 'desc' : 'asc');

function inOrder(way: Way): RawBuilder<unknown> {
  return sql`list_key ${direction(way)}, list_id ${direction(way)}`;
}
