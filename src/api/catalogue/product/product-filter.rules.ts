// Filters of a list, and the same asked of products in memory: lists are read from the database, counted here.
import type { LicenseRight } from '#contract/catalogue/license-rights.ts';
import {
  type Category,
  categories,
  type ProductCounts,
  type ProductType,
} from '#contract/catalogue/product/product.ts';
import {
  type Attribute,
  type AttributeValue,
  type AttributeValues,
  findAttribute,
} from '#contract/catalogue/product/product-attributes.ts';
import {
  type AttributeFilter,
  type AttributeFilters,
  createTest,
  textsOf,
} from '#contract/catalogue/product/product-filter.ts';
import type { LicenseReader } from '../license/license-families.rules.ts';
import { createRegionTest } from '../region/regions.rules.ts';

export type ProductFilter = {
  category: Category;
  /** Folded, or null for every name. */
  keyword: string | null;
  priceMicros: { min: number; max: number } | null;
  /** The most that an hour of one GPU may cost. */
  gpuHourMicros: number | null;
  /** One of them; none lets all through. */
  priceUnits: readonly string[];
  providers: readonly string[];
  /** Families or ids of licenses, one of them; and rights, all of them. */
  licenses: readonly string[];
  allows: readonly LicenseRight[];
  /** Shops, one of them; null: the operator's own products. An address that no shop has has an id that no product has. */
  sellers: ReadonlyArray<{ address: string; seller_id: string | null }>;
  /** Least mean of the reviews, in stars. */
  rating: number | null;
  onSale: boolean;
  inStock: boolean;
  atOnce: boolean;
  attributes: AttributeFilters;
};

/** Fields of a product by which it is filtered, counted and ordered. */
export type CountedProduct = {
  product_type: ProductType;
  name_folded: string;
  price_unit: string;
  provider: string;
  license: string;
  seller_id: string | null;
  rating_tenths: number | null;
  effective_micros: number;
  on_sale: boolean;
  in_stock: boolean;
  at_once: boolean;
  attributes: AttributeValues;
  position: number;
  gb_hour_micros: number;
  memory_order: number;
  default_gpus: number | null;
  least_gpus: number | null;
  /** Place in the table, for a sample. */
  table_page?: number;
};

export function isSelective(filter: ProductFilter): boolean {
  const { keyword, priceMicros, gpuHourMicros, priceUnits, providers, onSale, inStock, atOnce, attributes } = filter;
  const { licenses, allows, sellers, rating } = filter;
  const lists = [priceUnits, providers, licenses, allows, sellers, Object.keys(attributes)];
  const isChosen = lists.some((list) => list.length > 0);
  const isBounded = priceMicros !== null || gpuHourMicros !== null || rating !== null;
  return keyword !== null || isBounded || onSale || inStock || atOnce || isChosen;
}

export type Test = (product: CountedProduct) => boolean;

/** Tests that a product of the filter's category has to pass besides. */
export function createMatcher(filter: ProductFilter, readLicense: LicenseReader): Test {
  const { keyword, priceMicros, gpuHourMicros, onSale, inStock, atOnce, rating, licenses, allows } = filter;
  const units = new Set(filter.priceUnits);
  const providers = new Set(filter.providers);
  const sellers = new Set(filter.sellers.map(({ seller_id }) => seller_id));
  const tests: Test[] = [
    ...(onSale ? [(product: CountedProduct) => product.on_sale] : []),
    ...(inStock ? [(product: CountedProduct) => product.in_stock] : []),
    ...(atOnce ? [(product: CountedProduct) => product.at_once] : []),
    ...(units.size > 0 ? [(product: CountedProduct) => units.has(product.price_unit)] : []),
    ...(providers.size > 0 ? [(product: CountedProduct) => providers.has(product.provider)] : []),
    ...(licenses.length + allows.length > 0
      ? [({ license }: CountedProduct) => licensePasses(filter, readLicense(license))]
      : []),
    ...(sellers.size > 0 ? [(product: CountedProduct) => sellers.has(product.seller_id)] : []),
    ...(rating === null ? [] : [ratingTest(rating)]),
    ...(priceMicros
      ? [({ effective_micros: price }: CountedProduct) => priceMicros.min <= price && price <= priceMicros.max]
      : []),
    ...(gpuHourMicros === null ? [] : [(product: CountedProduct) => costsAtMost(product, gpuHourMicros)]),
    ...(keyword === null ? [] : [(product: CountedProduct) => product.name_folded.includes(keyword)]),
    ...attributeTests(filter),
  ];
  return (product) => tests.every((test) => test(product));
}

/** Fields of a product that say what an hour of one of its GPUs costs. */
export type GpuPriced = Pick<
  CountedProduct,
  'product_type' | 'price_unit' | 'effective_micros' | 'memory_order' | 'default_gpus' | 'least_gpus'
>;

/**
 * Price of an hour of one GPU, in micro-dollars: of the GPUs that the price is for. Null of what is no machine with GPUs, or is sold by
 * another time.
 */
export function gpuHourPrice(product: GpuPriced): number | null {
  const { product_type, price_unit, effective_micros, memory_order, default_gpus, least_gpus } = product;
  if (product_type !== 'computing' || (memory_order >= 0 && least_gpus === null)) return null;
  if (isGpuHour(price_unit)) return effective_micros;
  return price_unit === 'hour' ? effective_micros / (default_gpus ?? least_gpus ?? 1) : null;
}

/** Units of a price that is for one GPU already. */
const gpuHourUnits = ['GPU hour', 'GPU-hour'];

function isGpuHour(unit: string): boolean {
  return gpuHourUnits.includes(unit);
}

function costsAtMost(product: GpuPriced, micros: number): boolean {
  const price = gpuHourPrice(product);
  return price !== null && price <= micros;
}

/** True where a license with these families and rights is one of those chosen, and gives all rights. */
export function licensePasses(
  { licenses, allows }: Pick<ProductFilter, 'licenses' | 'allows'>,
  traits: ReadonlySet<string>,
): boolean {
  const isChosen = licenses.length === 0 || licenses.some((license) => traits.has(license.toLowerCase()));
  return isChosen && allows.every((right) => traits.has(right));
}

/** Tenths that a mean has at least which is so many stars or more, as it is shown. */
export function leastTenths(rating: number): number {
  return Math.ceil(Number((10 * rating).toFixed(3)));
}

export function ratingTest(rating: number): Test {
  const least = leastTenths(rating);
  return ({ rating_tenths: tenths }) => tenths !== null && tenths >= least;
}

/** True where a value of this attribute is let through. */
export function attributeTest(
  wanted: AttributeFilter,
  attribute: Attribute,
): (value: AttributeValue | undefined) => boolean {
  if (!attribute.isPlace || !('values' in wanted)) return createTest(wanted, attribute);
  const isWanted = createRegionTest(wanted.values);
  return (value) => value !== undefined && textsOf(value).some(isWanted);
}

function attributeTests({ category, attributes }: ProductFilter): Test[] {
  return Object.entries(attributes).map(([name, wanted]) => {
    const attribute = category === 'all' ? null : findAttribute(category, name);
    if (!attribute) return () => false;
    const test = attributeTest(wanted, attribute);
    return (product) => test(product.attributes[name]);
  });
}

export function countByCategory(products: readonly CountedProduct[]): ProductCounts {
  const counts = noCounts();
  for (const { product_type } of products) {
    counts[product_type]++;
    counts.all++;
  }
  return counts;
}

export function noCounts(): ProductCounts {
  return Object.fromEntries(categories.map((category) => [category, 0])) as ProductCounts;
}
