// The words of a product list's address: the same in the page's URL and in GET /api/product.
import { type Category, isCategory } from './product.ts';

/** How many products a list shows at once, and how many the API answers at most. */
export const productPage = { usual: 24, most: 100 };

export const productSorts = ['featured', 'newest', 'price_asc', 'price_desc', 'name'] as const;
export type ProductSort = (typeof productSorts)[number];

export const productQueryNames = [
  'category',
  'keyword',
  'min_price',
  'max_price',
  'on_sale',
  'in_stock',
  'sort',
  'cursor',
  'limit',
] as const;

export type ProductQuery = {
  category: Category;
  keyword: string;
  /** Dollars; applied only as a pair with 0 <= min <= max, otherwise ignored. */
  minPrice: number | null;
  maxPrice: number | null;
  onSale: boolean;
  inStock: boolean;
  sort: ProductSort;
  cursor: string | null;
};

/** Reads a page's address. What is not understood is ignored, so that an old or mistyped link still shows products. */
export function readProductQuery(params: URLSearchParams): ProductQuery {
  const category = (params.get('category') ?? 'all').toLowerCase();
  return {
    category: isCategory(category) ? category : 'all',
    keyword: (params.get('keyword') ?? '').trim(),
    minPrice: readPrice(params.get('min_price')),
    maxPrice: readPrice(params.get('max_price')),
    onSale: params.get('on_sale') === 'true',
    inStock: params.get('in_stock') === 'true',
    sort: productSorts.find((sort) => sort === params.get('sort')) ?? 'featured',
    cursor: params.get('cursor') || null,
  };
}

/** The shortest address that says the same; defaults are left out so that one list has one address. */
export function writeProductQuery(query: Partial<ProductQuery>): URLSearchParams {
  const params = new URLSearchParams();
  if (query.category && query.category !== 'all') params.set('category', query.category);
  if (query.keyword) params.set('keyword', query.keyword);
  if (query.minPrice != null) params.set('min_price', String(query.minPrice));
  if (query.maxPrice != null) params.set('max_price', String(query.maxPrice));
  if (query.onSale) params.set('on_sale', 'true');
  if (query.inStock) params.set('in_stock', 'true');
  if (query.sort && query.sort !== 'featured') params.set('sort', query.sort);
  if (query.cursor) params.set('cursor', query.cursor);
  return params;
}

/** The price range in force, or null: it needs both ends, as numbers, with 0 <= min <= max. */
export function priceRange(query: Pick<ProductQuery, 'minPrice' | 'maxPrice'>): { min: number; max: number } | null {
  const { minPrice: min, maxPrice: max } = query;
  return min !== null && max !== null && 0 <= min && min <= max ? { min, max } : null;
}

function readPrice(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
