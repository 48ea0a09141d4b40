// A shop's products, page by page. Whatever a shop has, a page reads about as many rows as it tells: an index is walked in the order of the
// list. What a search finds is either so much that a short walk of names has enough, or so little that it is sorted.
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { ListingSort } from '#contract/selling/listing/listing.ts';
import { type ListingState, listingStates } from '#contract/selling/listing/listing-labels.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { ListingTable } from '../../schema/selling.ts';
import { containsPattern, foldName } from '../../text/search-text.rules.ts';
import type { ListingCursor } from './listing-cursor.rules.ts';
import type { KeyListLeft } from './listing-state.rules.ts';

type Db = Kysely<ApiTables>;

/** Fewer that a search finds are sorted, more are walked to. Counts are exact below it. */
export const COUNTED_UP_TO = 1_000;
/** So many products a search walks at first, and at most, before it looks up. */
export const NEAR = 1_000;
export const FAR = 20_000;
/** Shorter words are in no index of parts of names: names that begin with them are found. */
const SHORTEST_PART = 3;

export type ListedRow = Omit<Selectable<ListingTable>, 'draft'> & {
  picture: string | null;
  product_type: ProductType | null;
  /** In micro-dollars: before the sale. */
  full_price: number | null;
  on_sale: boolean;
  sale_price: number | null;
  price_unit: string;
  variants: number;
  is_listed: boolean;
  waiting_since: Date | null;
  /** The lists of keys that it is sold from; null: none. */
  key_lists: KeyListLeft[] | null;
  /** Microseconds of `updated_at`. */
  micros: string;
};

export type ListingsAsked = {
  state: ListingState | null;
  /** A part of the name, or the whole id; '' asks for all. */
  keyword: string;
  sort: ListingSort;
  after: ListingCursor | null;
  limit: number;
};

/** How many a shop has of each state, counted up to `COUNTED_UP_TO`. */
export async function countStates(db: Db, sellerId: string): Promise<Record<ListingState, number>> {
  const { rows } = await sql<{ state: ListingState; count: number }>`
    select state, (select count(*) from (
      select from api.listing where seller_id = ${sellerId} and listing.state = asked.state limit ${COUNTED_UP_TO}) as bounded) as count
    from unnest(array[${sql.join([...listingStates])}]::text[]) as asked (state)`.execute(db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])) as Record<ListingState, number>;
}

/**
 * A page of the list. A search walks the order a little, by an index that has the names, and farther where that promises a page. What is rarer,
 * or stands far behind, is looked up by parts of names and sorted, if it is so little.
 */
export async function listListings(db: Db, sellerId: string, asked: ListingsAsked): Promise<ListedRow[]> {
  const page = async (way: ListingsWay) => (await pageStatement(sellerId, asked, way).execute(db)).rows;
  if (asked.keyword === '') return page('whole');
  const [near, isMany] = await Promise.all([page(NEAR), hasMore(db, sellerId, asked.state, NEAR)]);
  if (near.length >= asked.limit || !isMany) return near;
  if (near.length * (FAR / NEAR) >= asked.limit) {
    const far = await page(FAR);
    if (far.length >= asked.limit) return far;
  }
  const few = await page('few');
  return (few[0]?.found ?? 0) > COUNTED_UP_TO ? page('whole') : few;
}

async function hasMore(db: Db, sellerId: string, state: ListingState | null, than: number): Promise<boolean> {
  const { rows } =
    await sql`select from api.listing as listing where ${inScope(sellerId, state)} offset ${than} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * How a page is found. `whole`: the order is walked until it is full; a number: so many of a shop's products are walked; `few`: what a search
 * finds is sorted, and each row says how much that is.
 */
export type ListingsWay = 'whole' | 'few' | number;

export function pageStatement(
  sellerId: string,
  asked: ListingsAsked,
  way: ListingsWay,
): RawBuilder<ListedRow & { found: number }> {
  const isFew = way === 'few';
  const page = pageOf(sellerId, asked, way);
  return sql<ListedRow & { found: number }>`
    with ${isFew ? sql`few as materialized (${fewOf(sellerId, asked)}),` : sql``} page as (${page})
    select page.product_id, page.seller_id, page.version, page.draft_state, page.draft_revision, page.submitted_revision, page.missing,
      page.return_reason, page.paused, page.archived, page.hidden_reason, page.state, page.attention, page.name,
      page.name_folded, page.price_micros, page.stock, page.sold, page.views, page.created_at, page.updated_at,
      ${isFew ? sql`(select count(*)::int from few)` : sql`0`} as found,
      (extract(epoch from page.updated_at) * 1000000)::bigint::text as micros,
      nullif(case when product.product_id is null then page.draft -> 'pictures' ->> 0 else product.product_img end, '') as picture,
      coalesce(product.product_type, page.draft ->> 'product_type') as product_type,
      coalesce(product.price_micros, (round((page.draft ->> 'price')::numeric * 1000000))::bigint, nullif(page.price_micros, 0)) as full_price,
      coalesce(product.on_sale, (page.draft ->> 'on_sale')::boolean, false) as on_sale,
      case when product.product_id is null then (round((page.draft ->> 'sale_price')::numeric * 1000000))::bigint
        else product.sale_price_micros end as sale_price,
      coalesce(product.price_unit, page.draft ->> 'price_unit', '') as price_unit,
      coalesce(jsonb_array_length(product.variants), jsonb_array_length(page.draft -> 'variants'), 0) as variants,
      coalesce(product.listed, false) as is_listed,
      approval.submitted_at as waiting_since,
      case when product.goods @> '{"keys": {"source": "list"}}' or product.goods @> '{"variants": [{"keys": {"source": "list"}}]}' then
        (select jsonb_agg(jsonb_build_object('selected_options', said.options, 'free', coalesce(list.free, 0),
            'last_batch', coalesce(list.last_batch, 0)) order by said.place)
          from (select '[]'::jsonb as options, 0 as place where product.goods -> 'keys' ->> 'source' = 'list' and (product.variants = '[]'
              or jsonb_array_length(product.variants) > jsonb_array_length(coalesce(product.goods -> 'variants', '[]')))
            union all select own.value -> 'selected_options', own.place
              from jsonb_array_elements(coalesce(product.goods -> 'variants', '[]')) with ordinality as own (value, place)
              where own.value -> 'keys' ->> 'source' = 'list') as said
          left join api.product_key_list as list on list.product_id = page.product_id
            and list.selected_options @> said.options and list.selected_options <@ said.options)
        end as key_lists
    from page
    left join api.product as product on product.product_id = page.product_id and product.seller_id = page.seller_id
    left join api.approval as approval on approval.subject_id = page.product_id and approval.state = 'waiting'
    order by ${orderBy(asked, 'page')}`;
}

/** Matches of a search by parts of names, in no order, among those that the page may show; one more than is sorted. */
function fewOf(sellerId: string, asked: ListingsAsked): RawBuilder<unknown> {
  return sql`select * from api.listing as listing where ${inScope(sellerId, asked.state)} and ${isFound(asked.keyword)}
    and (${sql.join(beyond(asked), sql` or `)}) limit ${COUNTED_UP_TO + 1}`;
}

function inScope(sellerId: string, state: ListingState | null): RawBuilder<unknown> {
  return state
    ? sql`listing.seller_id = ${sellerId} and listing.state = ${state}`
    : sql`listing.seller_id = ${sellerId}`;
}

function isFound(keyword: string): RawBuilder<unknown> {
  return sql`(${nameHas(foldName(keyword), keyword)} or listing.product_id = ${keyword})`;
}

function nameHas(folded: string, keyword: string): RawBuilder<unknown> {
  const pattern = containsPattern(keyword);
  return [...folded].length < SHORTEST_PART
    ? sql`listing.name_folded like ${pattern.slice(1)}`
    : sql`listing.name_folded like ${pattern}`;
}

function pageOf(sellerId: string, asked: ListingsAsked, way: ListingsWay): RawBuilder<unknown> {
  const { keyword, limit } = asked;
  if (way === 'few') return inOrder(asked, sql`*`, { source: sql`few`, condition: sql`true`, limit });
  const here = inScope(sellerId, asked.state);
  const pageFrom = (columns: RawBuilder<unknown>, partOf: (condition: RawBuilder<unknown>) => RawBuilder<unknown>) => {
    const parts = beyond(asked).map((condition) => partOf(sql`${here} and ${condition}`));
    const [only] = parts;
    if (parts.length === 1 && only) return only;
    return inOrder(asked, columns, {
      source: sql`(${sql.join(parts, sql` union all `)})`,
      condition: sql`true`,
      limit,
    });
  };
  if (keyword === '')
    return pageFrom(sql`*`, (condition) => inOrder(asked, sql`*`, { source: sql`api.listing`, condition, limit }));
  // The index has all that is asked of those between: only what is told is read.
  const columns = indexedColumns(asked);
  const found = pageFrom(columns, (condition) =>
    way === 'whole'
      ? inOrder(asked, columns, {
          source: sql`api.listing`,
          condition: sql`${condition} and ${isFound(keyword)}`,
          limit,
        })
      : inOrder(asked, columns, {
          source: inOrder(asked, columns, { source: sql`api.listing`, condition, limit: way }),
          condition: isFound(keyword),
          limit,
        }),
  );
  return sql`select listing.* from ${found} as found join api.listing as listing on listing.product_id = found.product_id`;
}

type Part = { source: RawBuilder<unknown>; condition: RawBuilder<unknown>; limit: number };

function inOrder(
  asked: ListingsAsked,
  columns: RawBuilder<unknown>,
  { source, condition, limit }: Part,
): RawBuilder<unknown> {
  return sql`(select ${columns} from ${source} as listing where ${condition} order by ${orderBy(asked, 'listing')} limit ${limit})`;
}

function sortsByAttention({ sort }: ListingsAsked): boolean {
  return sort === 'attention' || sort === '-attention';
}

/** Where the page begins: one condition, or two of which the first comes before the second and which each walk an index. */
function beyond(asked: ListingsAsked): Array<RawBuilder<unknown>> {
  const { after } = asked;
  if (!after) return [sql`true`];
  const { values, id } = after;
  const isDown = asked.sort.startsWith('-');
  const [first = '0', second = '0'] = values;
  if (sortsByAttention(asked)) {
    // Newest first where what needs the seller comes first.
    const older = sql`(listing.updated_at, listing.product_id) ${sql.raw(isDown ? '>' : '<')} (${momentOf(second)}, ${id})`;
    if (asked.state) return [older];
    const attention = Number(first);
    return [
      sql`listing.attention = ${attention} and ${older}`,
      sql`listing.attention ${sql.raw(isDown ? '<' : '>')} ${attention}`,
    ];
  }
  const name = asked.sort.replace('-', '');
  const last = name === 'updated' ? momentOf(first) : name === 'name' ? sql`${first}` : sql`${first}::bigint`;
  return [sql`(${columnOf(asked, 'listing')}, listing.product_id) ${sql.raw(isDown ? '<' : '>')} (${last}, ${id})`];
}

function momentOf(micros: string): RawBuilder<unknown> {
  return sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
}

/** Columns that a search needs in the index of an order: the id, the name, and what the order is made of. */
function indexedColumns(asked: ListingsAsked): RawBuilder<unknown> {
  const name = asked.sort.replace('-', '');
  const ordered: Record<string, string[]> = {
    attention: asked.state ? ['updated_at'] : ['attention', 'updated_at'],
    updated: ['updated_at'],
    price: ['price_micros'],
    name: [],
  };
  const columns = ['product_id', 'name_folded', ...(ordered[name] ?? [name])];
  return sql.join(columns.map((column) => sql.ref(`listing.${column}`)));
}

/** As the indexes have it (migrations/0048-listings.sql, 0057-search-of-listings.sql). */
function columnOf({ sort }: ListingsAsked, table: 'listing' | 'page'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  switch (sort.replace('-', '')) {
    case 'name':
      return column('name_folded');
    case 'price':
      return column('price_micros');
    case 'stock':
      return sql`coalesce(${column('stock')}, 9007199254740991)`;
    case 'sold':
      return column('sold');
    case 'views':
      return column('views');
    default:
      return column('updated_at');
  }
}

function orderBy(asked: ListingsAsked, table: 'listing' | 'page'): RawBuilder<unknown> {
  const isDown = asked.sort.startsWith('-');
  const id = sql.ref(`${table}.product_id`);
  if (!sortsByAttention(asked)) {
    const direction = sql.raw(isDown ? 'desc' : 'asc');
    return sql`${columnOf(asked, table)} ${direction}, ${id} ${direction}`;
  }
  const [first, then] = isDown ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`];
  const moment = sql`${sql.ref(`${table}.updated_at`)} ${then}, ${id} ${then}`;
  // Listings of one state need the seller about as much.
  return asked.state ? moment : sql`${sql.ref(`${table}.attention`)} ${first}, ${moment}`;
}
