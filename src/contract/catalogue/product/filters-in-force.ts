import { formatBound, greatestPrice } from '../../money/amount/money.ts';
import { licenseRights } from '../license-rights.ts';
import type { ListMode } from './list-mode.ts';
import type { Facet } from './product.ts';
import { type Attribute, attributesOf } from './product-attributes.ts';
import { type AttributeFilter, filterUnit } from './product-filter.ts';
import { operatorShop, type ProductQuery, priceRange } from './product-query.ts';

/** A filter as it is named, and what of the address goes when it is removed. */
type FilterInForce = { label: string; without: Partial<ProductQuery> };

/** In the order of the form; what the path says is no filter. `facets` know how values are read, `shopName` is the operator's. */
export function filtersInForce(
  query: ProductQuery,
  mode: ListMode,
  { facets = [], shopName = '' }: { facets?: readonly Facet[] | undefined; shopName?: string } = {},
): FilterInForce[] {
  const { category, keyword, maxGpuPrice, priceUnits, providers, licenses, allows, sellers, rating } = query;
  const read = (name: string, value: string) => valueText(facets, name, value);
  const range = priceRange(query);
  return [
    ...('keyword' in mode && category !== 'all' ? [{ label: category, without: { category: 'all' as const } }] : []),
    ...('category' in mode && keyword ? [{ label: `'${keyword}'`, without: { keyword: '' } }] : []),
    ...(range ? [{ label: priceLabel(range), without: { minPrice: null, maxPrice: null } }] : []),
    ...(maxGpuPrice === null
      ? []
      : [{ label: `Up to ${formatBound(maxGpuPrice)} a GPU-hour`, without: { maxGpuPrice: null } }]),
    ...priceUnits.map((unit) => ({ label: `per ${unit}`, without: { priceUnits: without(priceUnits, unit) } })),
    ...(category === 'all' ? [] : attributesOf(category)).flatMap((attribute) =>
      attributeFilters(query, attribute, read),
    ),
    ...providers.map((provider) => ({ label: provider, without: { providers: without(providers, provider) } })),
    ...allows.map((right) => ({ label: licenseRights[right], without: { allows: without(allows, right) } })),
    ...licenses.map((license) => ({
      label: `License: ${read('license', license)}`,
      without: { licenses: without(licenses, license) },
    })),
    ...sellers.map((seller) => ({
      label: `Shop: ${seller === operatorShop ? shopName : read('seller', seller)}`,
      without: { sellers: without(sellers, seller) },
    })),
    ...(rating === null ? [] : [{ label: `Rated ${rating} and more`, without: { rating: null } }]),
    ...(query.onSale ? [{ label: 'On sale', without: { onSale: false } }] : []),
    ...(query.inStock ? [{ label: 'In stock', without: { inStock: false } }] : []),
    ...(query.atOnce ? [{ label: 'Delivered at once', without: { atOnce: false } }] : []),
  ];
}

/** A value of a facet as people read it. */
export function valueText(facets: readonly Facet[], name: string, value: string): string {
  const values = facets.find((facet) => facet.name === name)?.values;
  return values?.find((one) => one.value === value)?.label ?? value;
}

function attributeFilters(
  { attributes }: ProductQuery,
  attribute: Attribute,
  read: (name: string, value: string) => string,
): FilterInForce[] {
  const { [attribute.name]: filter, ...others } = attributes;
  if (!filter) return [];
  if (!('values' in filter)) return [{ label: rangeLabel(attribute, filter), without: { attributes: others } }];
  return filter.values.map((value) => {
    const rest = without(filter.values, value);
    const left = rest.length > 0 ? { ...attributes, [attribute.name]: { values: rest } } : others;
    return { label: valueLabel(attribute, read(attribute.name, value)), without: { attributes: left } };
  });
}

function without<Value>(values: readonly Value[], value: Value): Value[] {
  return values.filter((other) => other !== value);
}

function priceLabel({ min, max }: { min: number; max: number }): string {
  if (max >= greatestPrice) return `From ${formatBound(min)}`;
  return min === 0 ? `Up to ${formatBound(max)}` : `${formatBound(min)} to ${formatBound(max)}`;
}

function valueLabel({ label, kind }: Attribute, value: string): string {
  return kind === 'yes_no' ? `${label}: ${value === 'true' ? 'yes' : 'no'}` : `${label}: ${value}`;
}

function rangeLabel(attribute: Attribute, { min, max }: Extract<AttributeFilter, { min: unknown }>): string {
  const [least, most] = [min, max].map((bound) => bound !== null && boundLabel(bound));
  const unit = filterUnit(attribute) ? ` ${filterUnit(attribute)}` : '';
  if (!most)
    return `${attribute.label}: ${least}${unit} and more`.replace(
      /^(.*: \S+) and more$/,
      attribute.kind === 'date' ? '$1 and later' : '$&',
    );
  return `${attribute.label}: ${least ? `${least} to ${most}` : `up to ${most}`}${unit}`;
}

function boundLabel(bound: number | string): string {
  return typeof bound === 'number' ? bound.toLocaleString('en-US') : bound;
}
