// The words of a product list's address: the same in the page's URL and in GET /api/product.
import { type Category, isCategory } from './product.ts';
import {
  type AttributeFilters,
  attributeQueryNames,
  MOST_CHOSEN,
  readAttributeFilters,
  readTexts,
  writeAttributeFilters,
} from './product-filter.ts';

/** How many products a list shows at once, and how many the API answers at most. */
export const productPage = { usual: 24, most: 100 };

export const productSorts = [
  'featured',
  'newest',
  'price_asc',
  'price_desc',
  'name',
  'gb_hour_asc',
  'memory_desc',
] as const;
export type ProductSort = (typeof productSorts)[number];

/** Orders of machines alone. */
const machineSorts: readonly ProductSort[] = ['gb_hour_asc', 'memory_desc'];

export function sortsOf(category: Category): ProductSort[] {
  return productSorts.filter((sort) => category === 'computing' || !machineSorts.includes(sort));
}

/** A list as cards, or machines as rows that are compared. */
export type ListView = 'cards' | 'table';

const filterNames = [
  'category',
  'keyword',
  'min_price',
  'max_price',
  'price_unit',
  'provider',
  'on_sale',
  'in_stock',
  ...attributeQueryNames,
  'sort',
  'cursor',
] as const;
/** What the page's address may say, and what that of the API may. */
export const productPageNames: readonly string[] = [...filterNames, 'view'];
export const productQueryNames: readonly string[] = [...filterNames, 'limit', 'facets', 'attributes'];

export type ProductQuery = {
  category: Category;
  keyword: string;
  /** Dollars; applied only as a pair with 0 <= min <= max, otherwise ignored. */
  minPrice: number | null;
  maxPrice: number | null;
  /** One of them; none lets every unit or provider through. */
  priceUnits: string[];
  providers: string[];
  onSale: boolean;
  inStock: boolean;
  attributes: AttributeFilters;
  sort: ProductSort;
  cursor: string | null;
  view: ListView;
};

/**
 * Reads a page's address. What is not understood is ignored, so that an old or mistyped link still shows products. The category
 * is what the path says, where it says one.
 */
export function readProductQuery(params: URLSearchParams, path: { category?: Category } = {}): ProductQuery {
  const named = (params.get('category') ?? 'all').toLowerCase();
  const category = path.category ?? (isCategory(named) ? named : 'all');
  const chosen = readChosen(params, category);
  return {
    category,
    keyword: (params.get('keyword') ?? '').trim(),
    minPrice: readPrice(params.get('min_price')),
    maxPrice: readPrice(params.get('max_price')),
    ...chosen,
    onSale: params.get('on_sale') === 'true',
    inStock: params.get('in_stock') === 'true',
    sort: sortsOf(category).find((sort) => sort === params.get('sort')) ?? 'featured',
    cursor: params.get('cursor') || null,
    view: category === 'computing' && params.get('view') === 'table' ? 'table' : 'cards',
  };
}

type Chosen = Pick<ProductQuery, 'priceUnits' | 'providers' | 'attributes'>;

function readChosen(params: URLSearchParams, category: Category): Chosen {
  const { faults, ...chosen } = readChoices(params, category);
  return faults.some((fault) => fault === tooMany) ? { priceUnits: [], providers: [], attributes: {} } : chosen;
}

const tooMany = `more than ${MOST_CHOSEN} values are chosen; choose fewer`;

/** Units, providers and attributes that an address asks for, and a sentence about each that is not understood. */
export function readChoices(params: URLSearchParams, category: Category): Chosen & { faults: string[] } {
  const units = readTexts(params.getAll('price_unit'), 'price_unit');
  const providers = readTexts(params.getAll('provider'), 'provider');
  const { filters: attributes, faults } = readAttributeFilters(params, category);
  const chosen = [units, providers, ...Object.values(attributes)].flatMap((filter) =>
    'values' in filter ? filter.values : [],
  );
  return {
    priceUnits: units.values,
    providers: providers.values,
    attributes,
    faults: [
      ...(chosen.length > MOST_CHOSEN ? [tooMany] : []),
      ...[units.fault, providers.fault].filter((fault) => fault !== null),
      ...faults,
    ],
  };
}

/** The shortest address that says the same; defaults are left out so that one list has one address. */
export function writeProductQuery(query: Partial<ProductQuery>): URLSearchParams {
  const params = new URLSearchParams();
  if (query.category && query.category !== 'all') params.set('category', query.category);
  if (query.keyword) params.set('keyword', query.keyword);
  if (query.minPrice != null) params.set('min_price', String(query.minPrice));
  if (query.maxPrice != null) params.set('max_price', String(query.maxPrice));
  for (const unit of query.priceUnits ?? []) params.append('price_unit', unit);
  for (const provider of query.providers ?? []) params.append('provider', provider);
  if (query.onSale) params.set('on_sale', 'true');
  if (query.inStock) params.set('in_stock', 'true');
  for (const [name, value] of writeAttributeFilters(query.attributes ?? {})) params.append(name, value);
  if (query.sort && query.sort !== 'featured') params.set('sort', query.sort);
  if (query.cursor) params.set('cursor', query.cursor);
  if (query.view === 'table') params.set('view', 'table');
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
