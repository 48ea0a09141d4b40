// A shop's products, page by page. Whatever a shop has, a page reads about as many rows as it tells: an index is walked in the order of the
// list, and what a search or a state leaves is either many, so that the walk soon has enough, or few, so that they are sorted.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListingSort } from '#contract/listing.ts';
import { type ListingState, listingStates } from '#contract/listing-words.ts';
import type { ProductType } from '#contract/product.ts';
import { containsPattern, foldName } from '../product/search-text.rules.ts';
import type { ApiTables } from '../schema.ts';
import type { StoredListing } from './listing.store.ts';
import type { ListingCursor } from './listing-cursor.rules.ts';

type Db = Kysely<ApiTables>;

/** Fewer are sorted, more are walked. Counts are exact below it. */
export const COUNTED_UP_TO = 1_000;
/** Shorter words are in no index of parts of names: names that begin with them are found. */
const SHORTEST_PART = 3;

export type ListedRow = Omit<StoredListing, 'draft'> & {
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
  /** Of `updated_at`. */
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
      select from api.listing where seller_id = ${sellerId} and listing.state = asked.state limit ${COUNTED_UP_TO}) as some) as count
    from unnest(array[${sql.join([...listingStates])}]::text[]) as asked (state)`.execute(db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])) as Record<ListingState, number>;
}

export async function listListings(db: Db, sellerId: string, asked: ListingsAsked): Promise<ListedRow[]> {
  const few = await findFew(db, sellerId, asked);
  const page = pageOf(sellerId, asked, few);
  const { rows } = await sql<ListedRow>`
    with ${few ? sql`few as materialized (${few}),` : sql``} page as (${page})
    select page.product_id, page.seller_id, page.version, page.draft_state, page.draft_revision, page.submitted_revision, page.missing,
      page.return_reason, page.paused, page.archived, page.hidden_reason, page.state, page.attention, page.name,
      page.name_folded, page.price_micros, page.stock, page.sold, page.views, page.created_at, page.updated_at,
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
      approval.submitted_at as waiting_since
    from page
    left join api.product as product on product.product_id = page.product_id and product.seller_id = page.seller_id
    left join api.approval as approval on approval.subject_id = page.product_id and approval.state = 'waiting'
    order by ${orderBy(asked, 'page')}`.execute(db);
  return rows;
}

/** What a search or a state leaves, where that is so little that it is sorted as a whole; null where it is not. */
async function findFew(db: Db, sellerId: string, asked: ListingsAsked): Promise<RawBuilder<unknown> | null> {
  const matching = matches(sellerId, asked);
  if (!matching) return null;
  const found = sql`select * from api.listing as listing where ${matching} limit ${COUNTED_UP_TO + 1}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from api.listing as listing where ${matching} limit ${COUNTED_UP_TO + 1}) as some`.execute(db);
  return Number(rows[0]?.count ?? 0) <= COUNTED_UP_TO ? found : null;
}

/** Null where all of the shop are asked for. */
function matches(sellerId: string, { state, keyword }: ListingsAsked): RawBuilder<unknown> | null {
  const folded = foldName(keyword);
  const conditions = [
    ...(state ? [sql`listing.state = ${state}`] : []),
    ...(keyword === '' ? [] : [sql`(${nameHas(folded, keyword)} or listing.product_id = ${keyword})`]),
  ];
  if (conditions.length === 0) return null;
  return sql`listing.seller_id = ${sellerId} and ${sql.join(conditions, sql` and `)}`;
}

function nameHas(folded: string, keyword: string): RawBuilder<unknown> {
  const pattern = containsPattern(keyword);
  return [...folded].length < SHORTEST_PART
    ? sql`listing.name_folded like ${pattern.slice(1)}`
    : sql`listing.name_folded like ${pattern}`;
}

function pageOf(sellerId: string, asked: ListingsAsked, few: RawBuilder<unknown> | null): RawBuilder<unknown> {
  const source = few ? sql`few` : sql`api.listing`;
  const scope = few ? sql`true` : (matches(sellerId, asked) ?? sql`listing.seller_id = ${sellerId}`);
  const select = (condition: RawBuilder<unknown>) =>
    sql`(select * from ${source} as listing where ${scope} and ${condition} order by ${orderBy(asked, 'listing')} limit ${asked.limit})`;
  const { after } = asked;
  if (!after) return select(sql`true`);
  const isDown = asked.sort.startsWith('-');
  if (!sortsByAttention(asked)) return select(beyond(asked, after, isDown));
  const [attention = '0', micros = '0'] = after.values;
  const sign = sql.raw(isDown ? '<' : '>');
  // Newest first where what needs the seller comes first.
  const older = sql`(listing.updated_at, listing.product_id) ${sql.raw(isDown ? '>' : '<')} (${momentOf(micros)}, ${after.id})`;
  if (asked.state) return select(older);
  return sql`select * from (${select(sql`listing.attention = ${Number(attention)} and ${older}`)}
    union all ${select(sql`listing.attention ${sign} ${Number(attention)}`)}) as listing
    order by ${orderBy(asked, 'listing')} limit ${asked.limit}`;
}

function sortsByAttention({ sort }: ListingsAsked): boolean {
  return sort === 'attention' || sort === '-attention';
}

function beyond(
  asked: ListingsAsked,
  { values: [value = ''], id }: ListingCursor,
  isDown: boolean,
): RawBuilder<unknown> {
  const name = asked.sort.replace('-', '');
  const last = name === 'updated' ? momentOf(value) : name === 'name' ? sql`${value}` : sql`${value}::bigint`;
  return sql`(${columnOf(asked, 'listing')}, listing.product_id) ${sql.raw(isDown ? '<' : '>')} (${last}, ${id})`;
}

function momentOf(micros: string): RawBuilder<unknown> {
  return sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
}

/** As the indexes have it (migrations/0048-listings.sql). */
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
  // Of one state all need the seller about as much.
  return asked.state ? moment : sql`${sql.ref(`${table}.attention`)} ${first}, ${moment}`;
}
