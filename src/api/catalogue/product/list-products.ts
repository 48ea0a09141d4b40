import type { Kysely } from 'kysely';
import type { ProductList, ProductSummary } from '#contract/catalogue/product/product.ts';
import { attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import { operatorShop, type ProductQuery, priceRange } from '#contract/catalogue/product/product-query.ts';
import { fromMicros, greatestPrice, toMicros } from '#contract/money/amount/money.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { foldName, isStorableText, LONGEST_FOLDED_BYTES } from '../../text/search-text.rules.ts';
import type { CatalogueVersion } from '../catalogue-version/catalogue-version.ts';
import { type AskedOffer, offeredAsAsked } from '../offer/asked-offer.rules.ts';
import { createRegionTest } from '../region/regions.rules.ts';
import { type Counted, type CountingLimits, createCounting } from './count-products.ts';
import { keyOf } from './list-order.rules.ts';
import { LAST_PAGE, type ProductCursor, readCursor, writeCursor } from './product-cursor.rules.ts';
import { noCounts, type ProductFilter } from './product-filter.rules.ts';
import {
  findShopsAt,
  gatherProducts,
  readProducts,
  type SummaryRow,
  toListed,
  walkProducts,
} from './product-list.store.ts';

type ListQuery = Omit<ProductQuery, 'view'> & {
  limit: number;
  /** Additions to the page: the values to filter by, and the attributes of its products. */
  withFacets: boolean;
  withAttributes: boolean;
};
export type ListProducts = (
  query: ListQuery,
) => Promise<{ ok: true; list: ProductList } | { ok: false; reason: string }>;

type Place = { cursor: ProductCursor | null; isLast: boolean; backwards: boolean };

/** One page of the catalogue, with the number of matches in every category and, where they are asked for, of every value. */
export function createListProducts(
  db: Kysely<ApiTables>,
  version: Pick<CatalogueVersion, 'current'>,
  limits?: CountingLimits,
): ListProducts {
  const counting = createCounting(db, version, limits);

  return async function listPage(query) {
    const isLast = query.cursor === LAST_PAGE;
    const cursor = query.cursor && !isLast ? readCursor(query.cursor, query.sort) : null;
    if (query.cursor && !isLast && !cursor) {
      return { ok: false, reason: 'cursor is not one of this list; leave it out to start at the first page' };
    }
    // No stored name is longer when folded, so a longer keyword matches none.
    if (!isStorableText(query.keyword) || foldName(query.keyword).length > LONGEST_FOLDED_BYTES)
      return { ok: true, list: emptyList() };

    const filter = toFilter(query, await findShopsAt(db, query.sellers));
    const place = { cursor, isLast, backwards: isLast || cursor?.direction === 'prev' };
    const counted = await counting.count(filter);
    const [rows, facets] = await Promise.all([
      readRows(filter, query, place, counted),
      query.withFacets ? counting.facets(filter) : null,
    ]);
    const list = counted.isExact ? exactPage(rows, query, place, counted) : openPage(rows, query, place, counted);
    const approximate = !counted.areOthersExact && { counts_are_exact: false as const };
    return { ok: true, list: { ...list, ...approximate, ...(facets && { facets }) } };
  };

  async function readRows(filter: ProductFilter, query: ListQuery, place: Place, counted: Counted) {
    const { sort, limit } = query;
    const total = counted.counts[filter.category];
    const rest = total - (pagesOf(total, limit) - 1) * limit || limit;
    const page = {
      sort,
      // One more than the page has tells whether there is another page, where nothing else does.
      limit: counted.isExact ? (place.isLast ? rest : limit) : limit + 1,
      after: place.cursor && { key: place.cursor.key, position: place.cursor.position },
      backwards: place.backwards,
      withAttributes: query.withAttributes,
      withVariants: offerOfQuery(query) !== null,
    };
    const plan = await counting.plan(filter, page);
    const asked = await counting.forDatabase(filter);
    if (plan === 'gather') return gatherProducts(db, asked, page);
    if ('positions' in plan) return readProducts(db, plan.positions, page);
    const rows = await walkProducts(db, asked, { ...page, most: plan.walk });
    const isFull = rows.length === page.limit || plan.walk === page.limit;
    return isFull ? rows : gatherProducts(db, asked, page);
  }
}

/** `shops`: ids by the addresses that the query names. */
function toFilter(query: ListQuery, shops: ReadonlyMap<string, string>): ProductFilter {
  const range = priceRange(query);
  return {
    category: query.category,
    keyword: query.keyword.trim() === '' ? null : foldName(query.keyword.trim()),
    priceMicros: range && { min: boundMicros(range.min), max: boundMicros(range.max) },
    gpuHourMicros: query.maxGpuPrice === null ? null : boundMicros(query.maxGpuPrice),
    priceUnits: query.priceUnits,
    providers: query.providers,
    licenses: query.licenses,
    allows: query.allows,
    sellers: query.sellers.map((address) => ({
      address,
      seller_id: address === operatorShop ? null : (shops.get(address) ?? `?${address}`),
    })),
    rating: query.rating,
    onSale: query.onSale,
    inStock: query.inStock,
    atOnce: query.atOnce,
    attributes: query.attributes,
  };
}

/** A bound beyond every possible price says no more than one just above it, and fits into the column. */
function boundMicros(dollars: number): number {
  return toMicros(Math.min(dollars, greatestPrice + 1));
}

function pagesOf(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

function exactPage(rows: SummaryRow[], query: ListQuery, { cursor, isLast }: Place, { counts }: Counted): ProductList {
  const total = counts[query.category];
  const pages = pagesOf(total, query.limit);
  const page = Math.min(pages, isLast ? pages : (cursor?.page ?? 1));
  const isPage = (number: number) => 1 <= number && number <= pages;
  return {
    products: rows.map((row) => toListItem(row, query)),
    total,
    counts,
    page,
    pages,
    next_cursor: isPage(page + 1) ? cursorAt(rows.at(-1), query, { direction: 'next', page: page + 1 }) : null,
    prev_cursor: isPage(page - 1) ? cursorAt(rows[0], query, { direction: 'prev', page: page - 1 }) : null,
  };
}

/** A page where nobody knows how many there are: counted from the first one, or from the last where one came from there. */
function openPage(found: SummaryRow[], query: ListQuery, place: Place, { counts }: Counted): ProductList {
  const { cursor, isLast, backwards } = place;
  const total = counts[query.category];
  const isMore = found.length > query.limit;
  const rows = backwards ? found.slice(Number(isMore)) : found.slice(0, query.limit);
  const fromEnd = isLast || cursor?.from_end ? { from_end: true as const } : {};
  const number = isLast ? 1 : (cursor?.page ?? 1);
  const ahead = 'from_end' in fromEnd ? -1 : 1;
  const isNext = backwards ? !isLast : isMore;
  const isPrev = backwards ? isMore : number > 1 || ahead < 0;
  const pages = Math.max(pagesOf(total, query.limit), number);
  return {
    products: rows.map((row) => toListItem(row, query)),
    total,
    counts,
    page: ahead > 0 ? number : pages + 1 - number,
    pages,
    next_cursor: isNext
      ? cursorAt(rows.at(-1), query, { direction: 'next', page: Math.max(1, number + ahead), ...fromEnd })
      : null,
    prev_cursor: isPrev
      ? cursorAt(rows[0], query, { direction: 'prev', page: Math.max(1, number - ahead), ...fromEnd })
      : null,
    total_is_exact: false,
    ...('from_end' in fromEnd && { from_end: number }),
  };
}

function cursorAt(
  row: SummaryRow | undefined,
  { sort }: ListQuery,
  to: Pick<ProductCursor, 'direction' | 'page' | 'from_end'>,
): string | null {
  return row ? writeCursor({ sort, key: keyOf(row, sort), position: row.position, ...to }) : null;
}

function toListItem(row: SummaryRow, query: ListQuery): ProductSummary {
  const summary = query.withAttributes ? withAttributes(row) : toListed(row);
  const asked = offerOfQuery(query);
  if (asked === null) return summary;
  return offeredAsAsked(summary, { variants: row.variants ?? [], regions: row.regions ?? [] }, asked);
}

function withAttributes(row: SummaryRow): ProductSummary {
  const isMachine = row.gb_hour_micros < Number.MAX_SAFE_INTEGER;
  return {
    ...toListed(row),
    attributes: row.attributes ?? {},
    ...(isMachine && { gb_hour_price: fromMicros(row.gb_hour_micros) }),
  };
}

/** Regions and numbers of GPUs that the filters of a list ask for; null where they ask for none. */
export function offerOfQuery({ category, attributes }: Pick<ListQuery, 'category' | 'attributes'>): AskedOffer | null {
  if (category === 'all') return null;
  const valuesOf = (name: string) => {
    const wanted = attributes[name];
    return wanted && 'values' in wanted ? wanted.values : [];
  };
  const places = attributesOf(category).filter(({ isPlace }) => isPlace);
  const regions = places.flatMap(({ name }) => valuesOf(name));
  const gpus = valuesOf('gpu_count').map(Number);
  if (regions.length + gpus.length === 0) return null;
  return { isThere: regions.length > 0 ? createRegionTest(regions) : null, gpus, hours: null };
}

function emptyList(): ProductList {
  return { products: [], total: 0, counts: noCounts(), page: 1, pages: 1, next_cursor: null, prev_cursor: null };
}
