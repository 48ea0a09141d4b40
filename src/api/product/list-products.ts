import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { greatestPrice, toMicros } from '#contract/money.ts';
import type { ProductCounts, ProductList } from '#contract/product.ts';
import { type ProductQuery, priceRange } from '#contract/product-query.ts';
import type { CatalogueVersion } from '../catalogue-version/catalogue-version.ts';
import type { ApiTables } from '../schema.ts';
import { countProducts, listProducts, type ProductFilter, type SummaryRow, toListed } from './product.store.ts';
import { LAST_PAGE, type ProductCursor, readCursor, writeCursor } from './product-cursor.rules.ts';
import { containsPattern, foldName, isStorableText, LONGEST_FOLDED_BYTES } from './search-text.rules.ts';

/** Up to this many matches are gathered and sorted; above it, walking the order's index meets a match soon enough. */
const GATHER_LIMIT = 2_000;

/** Filters whose counts are cached. */
const COUNTS_CACHED = 5_000;

export type ListProducts = (
  query: ProductQuery & { limit: number },
) => Promise<{ ok: true; list: ProductList } | { ok: false; reason: string }>;

/**
 * One page of the catalogue with the number of matches in every category. Counting is the only part that grows with
 * the catalogue, so the counts are cached for as long as the catalogue does not change.
 */
export function createListProducts(db: Kysely<ApiTables>, version: CatalogueVersion): ListProducts {
  const counted = new LRUCache<string, Promise<ProductCounts>>({ max: COUNTS_CACHED });

  function counts(filter: ProductFilter): Promise<ProductCounts> {
    const key = JSON.stringify([version.current(), { ...filter, category: null }]);
    const known = counted.get(key);
    if (known) return known;
    const counting = countProducts(db, filter);
    counted.set(key, counting);
    counting.catch(() => counted.delete(key));
    return counting;
  }

  return async function listPage(query) {
    const last = query.cursor === LAST_PAGE;
    const cursor = query.cursor && !last ? readCursor(query.cursor, query.sort) : null;
    if (query.cursor && !last && !cursor) {
      return { ok: false, reason: 'cursor is not one of this list; leave it out to start at the first page' };
    }
    // No stored name is longer when folded, so a longer keyword matches none.
    if (!isStorableText(query.keyword) || foldName(query.keyword).length > LONGEST_FOLDED_BYTES)
      return { ok: true, list: emptyList() };

    const filter = toFilter(query);
    const matches = await counts(filter);
    const total = matches[filter.category];
    const pages = Math.max(1, Math.ceil(total / query.limit));
    const backwards = last || cursor?.direction === 'prev';
    const rows = await listProducts(db, filter, {
      sort: query.sort,
      limit: last ? total - (pages - 1) * query.limit || query.limit : query.limit,
      after: cursor && { key: cursor.key, position: cursor.position },
      backwards,
      gatherFirst: total <= GATHER_LIMIT && isSelective(filter),
    });
    const page = Math.min(pages, last ? pages : (cursor?.page ?? 1));
    return { ok: true, list: { ...toList(rows, page, pages, query.sort), total, counts: matches } };
  };
}

function toFilter(query: ProductQuery): ProductFilter {
  const range = priceRange(query);
  return {
    category: query.category,
    namePattern: query.keyword.trim() === '' ? null : containsPattern(query.keyword.trim()),
    priceMicros: range && { min: boundMicros(range.min), max: boundMicros(range.max) },
    onSale: query.onSale,
    inStock: query.inStock,
  };
}

/** A bound beyond every possible price says no more than one just above it, and fits into the column. */
function boundMicros(dollars: number): number {
  return toMicros(Math.min(dollars, greatestPrice + 1));
}

function isSelective(filter: ProductFilter): boolean {
  return filter.namePattern !== null || filter.priceMicros !== null || filter.onSale || filter.inStock;
}

function toList(rows: SummaryRow[], page: number, pages: number, sort: ProductQuery['sort']) {
  function cursorAt(row: SummaryRow | undefined, direction: ProductCursor['direction'], to: number): string | null {
    if (!row || to < 1 || to > pages) return null;
    const key = sort === 'name' ? row.name_folded : sort.startsWith('price') ? row.effective_micros : null;
    return writeCursor({ sort, direction, key, position: row.position, page: to });
  }
  return {
    products: rows.map(toListed),
    page,
    pages,
    next_cursor: cursorAt(rows.at(-1), 'next', page + 1),
    prev_cursor: cursorAt(rows[0], 'prev', page - 1),
  };
}

function emptyList(): ProductList {
  const counts = { all: 0, solutions: 0, computing: 0, data: 0, algorithm: 0 };
  return { products: [], total: 0, counts, page: 1, pages: 1, next_cursor: null, prev_cursor: null };
}
