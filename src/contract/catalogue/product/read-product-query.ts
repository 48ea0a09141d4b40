// How an address of a product list is read: pages ignore what they do not understand, the API says what it is.
import { isLicenseRight, type LicenseRight, licenseRights } from '../license-rights.ts';
import { type Category, isCategory } from './product.ts';
import { attributeQueryNames, MOST_CHOSEN, readAttributeFilters, readTexts } from './product-filter.ts';
import type { ProductQuery } from './product-query.ts';
import { sortsOf } from './product-sort.ts';

const filterNames = [
  'category',
  'keyword',
  'min_price',
  'max_price',
  'max_gpu_price',
  'price_unit',
  'provider',
  'license',
  'allows',
  'seller',
  'rating',
  'on_sale',
  'in_stock',
  'at_once',
  ...attributeQueryNames,
  'sort',
  'cursor',
] as const;
/** Parameters of the page's address, and of that of the API. */
export const productPageNames: readonly string[] = [...filterNames, 'view'];
export const productQueryNames: readonly string[] = [...filterNames, 'limit', 'facets', 'attributes'];

/**
 * Reads a page's address. What is not understood is ignored, so that an old or mistyped link still shows products. The category
 * is what the path says, where it says one.
 */
export function readProductQuery(
  params: URLSearchParams,
  path: { category?: Category; keyword?: string } = {},
): ProductQuery {
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
    atOnce: params.get('at_once') === 'true',
    sort: sortsOf(category).find((sort) => sort === params.get('sort')) ?? 'featured',
    cursor: params.get('cursor') || null,
    view: category === 'computing' && params.get('view') === 'table' ? 'table' : 'cards',
  };
}

type Chosen = Pick<
  ProductQuery,
  'maxGpuPrice' | 'priceUnits' | 'providers' | 'licenses' | 'allows' | 'sellers' | 'rating' | 'attributes'
>;

const nothingChosen: Omit<Chosen, 'maxGpuPrice'> = {
  priceUnits: [],
  providers: [],
  licenses: [],
  allows: [],
  sellers: [],
  rating: null,
  attributes: {},
};

function readChosen(params: URLSearchParams, category: Category): Chosen {
  const { faults, ...chosen } = readChoices(params, category);
  return faults.some((fault) => fault === tooMany) ? { ...chosen, ...nothingChosen } : chosen;
}

const tooMany = `more than ${MOST_CHOSEN} values are chosen; choose fewer`;

/** Units, providers, licenses, shops, ratings, attributes and the price of a GPU-hour that an address asks for, and a sentence about each that is not understood. */
export function readChoices(params: URLSearchParams, category: Category): Chosen & { faults: string[] } {
  const units = readTexts(params.getAll('price_unit'), 'price_unit');
  const providers = readTexts(params.getAll('provider'), 'provider');
  const licenses = readTexts(params.getAll('license').map(licenseInOneWay), 'license');
  const sellers = readTexts(params.getAll('seller'), 'seller');
  const rights = readTexts(params.getAll('allows'), 'allows');
  const allows = rights.values.filter(isLicenseRight);
  const rating = readRating(params.get('rating'));
  const { filters: attributes, faults } = readAttributeFilters(params, category);
  const gpuPrice = readGpuPrice(params, category);
  const lists = [units, providers, licenses, sellers, rights];
  const chosen = [...lists, ...Object.values(attributes)].flatMap((filter) =>
    'values' in filter ? filter.values : [],
  );
  return {
    maxGpuPrice: gpuPrice.most,
    priceUnits: units.values,
    providers: providers.values,
    licenses: licenses.values,
    allows,
    sellers: sellers.values,
    rating: typeof rating === 'string' ? null : rating,
    attributes,
    faults: [
      ...(chosen.length > MOST_CHOSEN ? [tooMany] : []),
      ...[gpuPrice, ...lists].map(({ fault }) => fault).filter((fault) => fault !== null),
      ...(allows.length < rights.values.length ? [unknownRight] : []),
      ...(typeof rating === 'string' ? [rating] : []),
      ...faults,
    ],
  };
}

/** Families and ids in small letters; those of a shop's own licenses are their names, and stay. */
function licenseInOneWay(text: string): string {
  return /^\s*LicenseRef-/i.test(text) ? text : text.toLowerCase();
}

/** The most that an hour of one GPU may cost, in dollars; machines alone have such a price. */
function readGpuPrice(params: URLSearchParams, category: Category): { most: number | null; fault: string | null } {
  const most = readPrice(params.get('max_gpu_price'));
  if ((params.get('max_gpu_price') ?? '').trim() === '') return { most: null, fault: null };
  if (category !== 'computing') return { most: null, fault: 'max_gpu_price needs category=computing' };
  if (most === null || most < 0) return { most: null, fault: 'max_gpu_price is not a price from 0 up' };
  return { most, fault: null };
}

const unknownRight = `allows is none of ${(Object.keys(licenseRights) as LicenseRight[]).join(', ')}`;

/** Stars with at most two digits behind the point, or a sentence about what they are not. */
function readRating(text: string | null): number | null | string {
  if (text === null || text.trim() === '') return null;
  const isStars = /^[0-5](?:\.\d{1,2})?$/.test(text.trim());
  const stars = Number(text);
  return isStars && stars > 0 && stars <= 5 ? stars : 'rating is not a number of stars above 0, at most 5';
}

function readPrice(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
