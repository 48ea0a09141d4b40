// A search that can be saved is the address of a list or of a keyword's page, with its filters. What the page ignores is no part of it.
import { cutText } from '../text/cut-text.ts';
import { filtersInForce } from './product/filters-in-force.ts';
import type { ListMode } from './product/list-mode.ts';
import { isCategory } from './product/product.ts';
import { type ProductQuery, priceRange, writeProductQuery } from './product/product-query.ts';
import { readProductQuery } from './product/read-product-query.ts';
import { longestQuery } from './search.ts';

/** Characters of an address that is saved, and of a name. */
export const longestSearchAddress = 2_000;
export const longestSearchName = 120;

export type SearchAddress = {
  /** The one address of this search. */
  address: string;
  mode: ListMode;
  query: ProductQuery;
};

const host = 'shop.invalid';

function urlOf(path: string): URL | null {
  try {
    return new URL(path, `http://${host}`);
  } catch {
    return null;
  }
}

/** Reads the address of a list, its path without a host; null: it is no such address, or longer than can be saved. */
export function readSearchAddress(given: string): SearchAddress | null {
  const url = given.startsWith('/') ? urlOf(given) : null;
  // Signs that are read as others, such as '\\' as '/', lead to another site too.
  if (url?.host !== host) return null;
  const { pathname, searchParams } = url;
  const mode = modeOf(pathname);
  if (!mode) return null;
  const read = { ...readProductQuery(searchParams, mode), ...mode };
  const prices = priceRange(read);
  const query: ProductQuery = {
    ...read,
    minPrice: prices?.min ?? null,
    maxPrice: prices?.max ?? null,
    sort: 'featured',
    cursor: null,
    view: 'cards',
  };
  if (!isText(query.keyword) || query.keyword.length > longestQuery) return null;
  return writeSearchAddress(mode, query);
}

/** The search with its address; null: longer than can be saved. */
export function writeSearchAddress(mode: ListMode, query: ProductQuery): SearchAddress | null {
  const address = addressOf(mode, query);
  return address.length > longestSearchAddress ? null : { address, mode, query };
}

/** The last segment of the path, decoded once. */
function modeOf(pathname: string): ListMode | null {
  const [, kind, segment = ''] = /^\/products\/(category|keyword)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (kind === undefined) return null;
  if (kind === 'category') {
    const category = segment.toLowerCase();
    return isCategory(category) ? { category } : null;
  }
  const keyword = decoded(segment).trim();
  return keyword === '' ? null : { keyword };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function isText(keyword: string): boolean {
  return keyword.isWellFormed() && !/\p{Cc}/u.test(keyword);
}

/** As pages write it: what the path says is not said again behind it. */
function addressOf(mode: ListMode, query: ProductQuery): string {
  const rest: Partial<ProductQuery> = { ...query };
  if ('category' in mode) delete rest.category;
  else delete rest.keyword;
  const path =
    'category' in mode
      ? `/products/category/${mode.category}`
      : `/products/keyword/${encodeURIComponent(mode.keyword)}`;
  const search = writeProductQuery(rest).toString();
  return search ? `${path}?${search}` : path;
}

/** Name of a search whose owner gives it none: what is searched, then each filter. `known`: names of values, and of the operator's shop. */
export function nameOfSearch(
  { mode, query }: Pick<SearchAddress, 'mode' | 'query'>,
  known?: Parameters<typeof filtersInForce>[2],
): string {
  const filters = filtersInForce(query, mode, known).map(({ label }) => label);
  const subject = 'keyword' in mode ? mode.keyword : categoryName(mode.category);
  const said = subject === null && filters.length === 0 ? 'All products' : subject;
  return cutText([...(said === null ? [] : [said]), ...filters].join(' · '), longestSearchName).trim();
}

function categoryName(category: string): string | null {
  return category === 'all' ? null : category.charAt(0).toUpperCase() + category.slice(1);
}
