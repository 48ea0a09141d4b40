// The orders of a list: by which columns, which way, and what a page's boundary is made of.
import { placeInName } from '#contract/catalogue/product/place-in-name.ts';
import type { ProductSort } from '#contract/catalogue/product/product-sort.ts';
import type { CountedProduct } from './product-filter.rules.ts';

/** Each is ended by the position, so that no two products are equal; each has an index, alone and within a category. */
export type OrderColumn = 'price_unit' | 'effective_micros' | 'name_folded' | 'gb_hour_micros' | 'memory_order';
type OrderKey = Array<string | number>;

export const orders: Record<ProductSort, { columns: readonly OrderColumn[]; descending: boolean }> = {
  featured: { columns: [], descending: false },
  newest: { columns: [], descending: true },
  // Prices of different units are not one order: they stand in groups.
  price_asc: { columns: ['price_unit', 'effective_micros'], descending: false },
  price_desc: { columns: ['price_unit', 'effective_micros'], descending: true },
  name: { columns: ['name_folded'], descending: false },
  gb_hour_asc: { columns: ['gb_hour_micros'], descending: false },
  memory_desc: { columns: ['memory_order'], descending: false },
};

export function keyOf(product: Pick<CountedProduct, OrderColumn>, sort: ProductSort): OrderKey {
  return orders[sort].columns.map((column) => product[column]);
}

/** True if a key from outside is one of this order. */
export function isKeyOf(key: OrderKey, sort: ProductSort): boolean {
  const { columns } = orders[sort];
  return (
    key.length === columns.length &&
    columns.every((column, index) => {
      const value = key[index];
      const isText = column === 'price_unit' || column === 'name_folded';
      return isText
        ? typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
        : Number.isSafeInteger(value);
    })
  );
}

/** Where a page begins: behind this product, or at the near or far end. */
export type Boundary = { key: OrderKey; position: number } | null;

type Compare = (a: CountedProduct, b: CountedProduct) => number;

/** As the database orders them. */
function createCompare(sort: ProductSort, backwards: boolean): Compare {
  const columns: ReadonlyArray<OrderColumn | 'position'> = [...orders[sort].columns, 'position'];
  const sign = backwards === orders[sort].descending ? 1 : -1;
  return (a, b) => {
    for (const column of columns) {
      const order = compareValues(a[column], b[column]);
      if (order !== 0) return sign * order;
    }
    return 0;
  };
}

function compareValues(a: string | number, b: string | number): number {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return a < b ? -1 : 1;
}

/** By code points, as the bytes of UTF-8 are ordered; JavaScript compares halves of those beyond the first 65,536. */
function compareTexts(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

type Page = { sort: ProductSort; backwards: boolean; after: Boundary; limit: number };

const sortedBy = new WeakMap<readonly CountedProduct[], Map<ProductSort, CountedProduct[] | null>>();

/** The positions of a page of these products, in reading order. Who asks for a second page may ask for more: then all are sorted. */
export function pageOf(products: readonly CountedProduct[], page: Page): number[] {
  const sorts = sortedBy.get(products) ?? new Map<ProductSort, CountedProduct[] | null>();
  sortedBy.set(products, sorts);
  const isFirst = !sorts.has(page.sort);
  const compare = createCompare(page.sort, false);
  const sorted = sorts.get(page.sort) ?? (isFirst ? null : products.toSorted(compare));
  sorts.set(page.sort, sorted);
  if (!sorted) return cutPage(products, page);
  const boundary = page.after && boundaryProduct(page.sort, page.after);
  return slicePage(sorted, page, {
    before: boundary ? countWhile(sorted, (product) => compare(product, boundary) < 0) : sorted.length,
    behind: boundary ? countWhile(sorted, (product) => compare(product, boundary) <= 0) : 0,
  });
}

/** `before` products stand in front of the boundary of a page that is read backwards; `behind` is the first one behind it. */
function slicePage(
  sorted: readonly CountedProduct[],
  { backwards, limit }: Pick<Page, 'backwards' | 'limit'>,
  { before, behind }: { before: number; behind: number },
): number[] {
  const page = backwards ? sorted.slice(Math.max(0, before - limit), before) : sorted.slice(behind, behind + limit);
  return page.map(({ position }) => position);
}

/** How many of the first ones this is true of; it is of none behind them. */
function countWhile<T>(sorted: readonly T[], isTrue: (one: T) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isTrue(sorted[middle] as T)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function cutPage(products: readonly CountedProduct[], { sort, backwards, after, limit }: Page): number[] {
  const compare = createCompare(sort, backwards);
  const boundary = after && boundaryProduct(sort, after);
  const page: CountedProduct[] = [];
  // They stand about as the shop's order has them. Read from the end that the page is nearer to, few displace others.
  const isFromEnd = orders[sort].descending !== backwards;
  for (let index = 0; index < products.length; index++) {
    const product = products[isFromEnd ? products.length - 1 - index : index] as CountedProduct;
    if (boundary && compare(product, boundary) <= 0) continue;
    const last = page[limit - 1];
    if (last && compare(product, last) > 0) continue;
    let place = page.length;
    while (place > 0 && compare(product, page[place - 1] as CountedProduct) < 0) place--;
    page.splice(place, 0, product);
    page.length = Math.min(page.length, limit);
  }
  const positions = page.map(({ position }) => position);
  return backwards ? positions.reverse() : positions;
}

const ordered = new WeakMap<readonly CountedProduct[], CountedProduct[]>();

/**
 * The positions of a page of the names that have a keyword: whole words first, then beginnings, then the others, each in the order of
 * the shop. Null where the product at the boundary is no longer among them.
 */
export function pageByName(
  products: readonly CountedProduct[],
  keyword: string,
  { after, ...page }: Omit<Page, 'sort'>,
): number[] | null {
  const sorted = ordered.get(products) ?? byPlaceInName(products, keyword);
  ordered.set(products, sorted);
  const boundary = after && sorted.findIndex(({ position }) => position === after.position);
  if (boundary !== null && boundary < 0) return null;
  return slicePage(sorted, page, { before: boundary ?? sorted.length, behind: boundary === null ? 0 : boundary + 1 });
}

function byPlaceInName(products: readonly CountedProduct[], keyword: string): CountedProduct[] {
  const places = new Map(products.map((product) => [product, placeInName(product.name_folded, keyword)]));
  const place = (product: CountedProduct) => places.get(product) ?? 0;
  return products.toSorted((a, b) => place(b) - place(a) || a.position - b.position);
}

/** A product that stands where a page begins; only what it is ordered by is asked of it. */
function boundaryProduct(sort: ProductSort, { key, position }: NonNullable<Boundary>): CountedProduct {
  return {
    ...Object.fromEntries(orders[sort].columns.map((column, index) => [column, key[index]])),
    position,
  } as CountedProduct;
}

/** How many of the products stand in front of the first one that matches, from where the reading begins. */
export function rankOfFirst(
  products: readonly CountedProduct[],
  matching: readonly CountedProduct[],
  sort: ProductSort,
  backwards: boolean,
): number {
  const compare = createCompare(sort, backwards);
  let first = matching[0];
  if (!first) return products.length;
  for (const product of matching) if (compare(product, first) < 0) first = product;
  let rank = 0;
  for (const product of products) if (compare(product, first) < 0) rank++;
  return rank;
}
