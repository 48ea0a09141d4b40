// The words of a product list's address: the same in the page's URL and in GET /api/product. How one is read stands in
// read-product-query.ts, which knows every attribute: most screens only write them.
import type { LicenseRight } from '../license-rights.ts';
import type { Category } from './product.ts';
import type { AttributeFilters } from './product-filter.ts';
import type { ProductSort } from './product-sort.ts';

/** A list as cards, or machines as rows that are compared. */
export type ListView = 'cards' | 'table';

export type ProductQuery = {
  category: Category;
  keyword: string;
  /** Dollars; applied only as a pair with 0 <= min <= max, otherwise ignored. */
  minPrice: number | null;
  maxPrice: number | null;
  /** The most that an hour of one GPU costs, in dollars; of machines alone. */
  maxGpuPrice: number | null;
  /** One of them; none lets every unit or provider through. */
  priceUnits: string[];
  providers: string[];
  /** Families of licenses, or ids of licenses: one of them. */
  licenses: string[];
  /** Rights that the license gives: all of them. */
  allows: LicenseRight[];
  /** Addresses of shops, or `operatorShop`: one of them. */
  sellers: string[];
  /** Least mean of the reviews, in stars. */
  rating: number | null;
  onSale: boolean;
  inStock: boolean;
  atOnce: boolean;
  attributes: AttributeFilters;
  sort: ProductSort;
  cursor: string | null;
  view: ListView;
};

/** In place of a shop's address: the operator's own products. No shop can have it. */
export const operatorShop = 'operator';

/** The shortest address that says the same; defaults are left out so that one list has one address. */
export function writeProductQuery(query: Partial<ProductQuery>): URLSearchParams {
  const params = new URLSearchParams();
  if (query.category && query.category !== 'all') params.set('category', query.category);
  if (query.keyword) params.set('keyword', query.keyword);
  if (query.minPrice != null) params.set('min_price', String(query.minPrice));
  if (query.maxPrice != null) params.set('max_price', String(query.maxPrice));
  if (query.maxGpuPrice != null) params.set('max_gpu_price', String(query.maxGpuPrice));
  for (const unit of query.priceUnits ?? []) params.append('price_unit', unit);
  for (const provider of query.providers ?? []) params.append('provider', provider);
  for (const license of query.licenses ?? []) params.append('license', license);
  for (const right of query.allows ?? []) params.append('allows', right);
  for (const seller of query.sellers ?? []) params.append('seller', seller);
  if (query.rating != null) params.set('rating', String(query.rating));
  if (query.onSale) params.set('on_sale', 'true');
  if (query.inStock) params.set('in_stock', 'true');
  if (query.atOnce) params.set('at_once', 'true');
  writeAttributes(params, query.attributes ?? {});
  if (query.sort && query.sort !== 'featured') params.set('sort', query.sort);
  if (query.cursor) params.set('cursor', query.cursor);
  if (query.view === 'table') params.set('view', 'table');
  return params;
}

/** True if a list is narrowed down by more than its keyword and its category. */
export function isNarrowed(query: ProductQuery): boolean {
  const plain = { keyword: '', category: 'all', sort: 'featured', view: 'cards' } as const;
  return writeProductQuery({ ...query, ...plain }).size > 0;
}

/** The price range in force, or null: it needs both ends, as numbers, with 0 <= min <= max. */
export function priceRange(query: Pick<ProductQuery, 'minPrice' | 'maxPrice'>): { min: number; max: number } | null {
  const { minPrice: min, maxPrice: max } = query;
  return min !== null && max !== null && 0 <= min && min <= max ? { min, max } : null;
}

function writeAttributes(params: URLSearchParams, filters: AttributeFilters) {
  for (const [name, filter] of Object.entries(filters)) {
    if ('values' in filter) for (const value of filter.values) params.append(name, value);
    else
      for (const end of ['min', 'max'] as const)
        if (filter[end] !== null) params.set(`${end}_${name}`, String(filter[end]));
  }
}
