// How many products have each value that a list can be filtered by.

import type { Category } from '#contract/catalogue/product/product.ts';
import { type Attribute, attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import { textsOf } from '#contract/catalogue/product/product-filter.ts';
import { operatorShop } from '#contract/catalogue/product/product-query.ts';
import { type LicenseReader, offeredFamilies, offeredRights } from '../license/license-families.rules.ts';
import { isOfferedRegion, regionLabel, regionNamed, regionsIn } from '../region/regions.rules.ts';
import {
  attributeTest,
  type CountedProduct,
  licensePasses,
  type ProductFilter,
  ratingTest,
  type Test,
} from './product-filter.rules.ts';

/** A filter by one of several values. */
export type Countable = {
  /** As in addresses. */
  name: string;
  /** Values of a product that are offered. */
  valuesOf: (product: CountedProduct) => readonly string[];
  /** Values that are chosen, as the address has them. */
  chosen: (filter: ProductFilter) => readonly string[];
  /** The offered value that a chosen one is, whatever way it is written. */
  offered?: (chosen: string) => string;
  /** Products behind a value, also behind one that is not offered. */
  test: (value: string) => Test;
  /** The filter but for this choice. */
  without: (filter: ProductFilter) => ProductFilter;
};

export type ValueCounts = ReadonlyMap<string, number>;

const priceUnit: Countable = {
  name: 'price_unit',
  valuesOf: ({ price_unit }) => (price_unit ? [price_unit] : []),
  chosen: ({ priceUnits }) => priceUnits,
  test: (value) => (product) => product.price_unit === value,
  without: (filter) => ({ ...filter, priceUnits: [] }),
};
const provider: Countable = {
  name: 'provider',
  valuesOf: ({ provider }) => (provider ? [provider] : []),
  chosen: ({ providers }) => providers,
  test: (value) => (product) => product.provider === value,
  without: (filter) => ({ ...filter, providers: [] }),
};

/** By the id of the shop; the operator's own products have none. */
const seller: Countable = {
  name: 'seller',
  valuesOf: ({ seller_id }) => [seller_id ?? operatorShop],
  chosen: ({ sellers }) => sellers.map(({ seller_id }) => seller_id ?? operatorShop),
  test: (value) => (product) => (product.seller_id ?? operatorShop) === value,
  without: (filter) => ({ ...filter, sellers: [] }),
};

/** Stars that are offered as the least mean. */
const offeredRatings = ['3', '4', '4.5'];
const rating: Countable = {
  name: 'rating',
  valuesOf: (product) => offeredRatings.filter((stars) => ratingTest(Number(stars))(product)),
  chosen: ({ rating: stars }) => (stars === null ? [] : [String(stars)]),
  test: (value) => ratingTest(Number(value)),
  without: (filter) => ({ ...filter, rating: null }),
};

function licenseCountables(readLicense: LicenseReader): Countable[] {
  const families: Countable = {
    name: 'license',
    valuesOf: ({ license }) => traitsAmong(offeredFamilies, readLicense(license)),
    chosen: ({ licenses }) => licenses,
    offered: (chosen) => chosen.toLowerCase(),
    test:
      (value) =>
      ({ license }) =>
        licensePasses({ licenses: [value], allows: [] }, readLicense(license)),
    without: (filter) => ({ ...filter, licenses: [] }),
  };
  // All rights that are chosen hold together: what a further one leaves is counted beside the others.
  const allows: Countable = {
    name: 'allows',
    valuesOf: ({ license }) => traitsAmong(offeredRights, readLicense(license)),
    chosen: (filter) => filter.allows,
    test:
      (value) =>
      ({ license }) =>
        readLicense(license).has(value),
    without: (filter) => filter,
  };
  return [allows, families];
}

function traitsAmong(offered: readonly string[], traits: ReadonlySet<string>): readonly string[] {
  return traits.size === 0 ? [] : offered.filter((one) => traits.has(one));
}

const flags: Countable[] = (
  [
    ['on_sale', 'onSale'],
    ['in_stock', 'inStock'],
    ['at_once', 'atOnce'],
  ] as const
).map(([column, flag]) => ({
  name: column,
  valuesOf: (product) => (product[column] ? ['true'] : []),
  chosen: (filter) => (filter[flag] ? ['true'] : []),
  test: () => (product) => product[column],
  without: (filter) => ({ ...filter, [flag]: false }),
}));

/** In the order of the page: what tells the category's products apart, then what all products have. */
export function countables(category: Category, readLicense: LicenseReader): Countable[] {
  const ofAll = [...licenseCountables(readLicense), seller, rating, ...flags];
  return category === 'all'
    ? [priceUnit, ...ofAll]
    : [...attributesOf(category).flatMap(attributeCountable), priceUnit, provider, ...ofAll];
}

function attributeCountable(attribute: Attribute): Countable[] {
  const { name, filter, presets, isPlace } = attribute;
  if (filter === 'range') return presets ? [presetCountable(attribute, presets)] : [];
  const chosen = ({ attributes }: ProductFilter) => {
    const wanted = attributes[name];
    return wanted && 'values' in wanted ? wanted.values : [];
  };
  const without = (given: ProductFilter) => {
    const { [name]: _, ...attributes } = given.attributes;
    return { ...given, attributes };
  };
  const test = (value: string): Test => {
    const passes = attributeTest({ values: [value] }, attribute);
    return (product) => passes(product.attributes[name]);
  };
  const texts = ({ attributes }: CountedProduct) => textsOfGiven(attributes[name]);
  return isPlace
    ? [{ name, valuesOf: (product) => placesOf(texts(product)), chosen, offered: placeLabel, test, without }]
    : [{ name, valuesOf: texts, chosen, test, without }];
}

/** Values that are often the least one wanted; a greatest one that is chosen besides stays. */
function presetCountable(attribute: Attribute, presets: readonly number[]): Countable {
  const { name } = attribute;
  return {
    name: `min_${name}`,
    valuesOf: ({ attributes }) => {
      const value = attributes[name];
      return typeof value === 'number' ? presets.filter((preset) => preset <= value).map(String) : [];
    },
    chosen: ({ attributes: { [name]: range } }) =>
      range && 'min' in range && range.min !== null ? [String(range.min)] : [],
    test: (value) => {
      const passes = attributeTest({ min: Number(value), max: null }, attribute);
      return (product) => passes(product.attributes[name]);
    },
    without: (given) => {
      const { [name]: range, ...attributes } = given.attributes;
      const max = range && 'max' in range ? range.max : null;
      return { ...given, attributes: max === null ? attributes : { ...attributes, [name]: { min: null, max } } };
    },
  };
}

function textsOfGiven(value: Parameters<typeof textsOf>[0] | undefined): readonly string[] {
  return value === undefined ? [] : textsOf(value);
}

/** Names of the regions that these texts are in, each once; a text that names none stands for itself. */
function placesOf(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const codes = regionsIn(text);
    if (codes.length === 0) found.add(text);
    for (const code of codes) if (isOfferedRegion(code)) found.add(regionLabel(code));
  }
  return [...found];
}

function placeLabel(text: string): string {
  const code = regionNamed(text);
  return code === null ? text : regionLabel(code);
}

export function countValues(products: readonly CountedProduct[], { valuesOf }: Countable): ValueCounts {
  const counts = new Map<string, number>();
  for (const product of products) {
    for (const value of valuesOf(product)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** A value of a facet with its products; `offered` is the value as its products have it. */
export type ShownValue = { value: string; offered: string; count: number };

/**
 * The values that are shown, of those that products have: the most frequent of the whole category first, and what is chosen, with
 * what is behind it. None where they separate nothing. Numbers stand in their order, words by how many products have them.
 */
export function shownValues(
  found: readonly CountedProduct[],
  countable: Countable,
  { filter, all, most }: { filter: ProductFilter; all: ValueCounts; most: number },
): ShownValue[] {
  const counts = countValues(found, countable);
  const chosen = [...new Set(countable.chosen(filter))].map((value) => {
    const passes = countable.test(value);
    return { value, offered: countable.offered?.(value) ?? value, count: found.filter(passes).length };
  });
  const separates = [...counts.values()].some((count) => count < found.length);
  if (chosen.length === 0 && !separates) return [];
  const isChosen = new Set(chosen.map(({ offered }) => offered));
  const frequency = (value: string) => all.get(value) ?? 0;
  const frequent = [...counts]
    .sort(([a, countA], [b, countB]) => frequency(b) - frequency(a) || countB - countA || (a < b ? -1 : 1))
    .slice(0, most);
  const values = [
    ...frequent.flatMap(([value, count]) => (isChosen.has(value) ? [] : [{ value, offered: value, count }])),
    ...chosen,
  ];
  return values.every(({ value }) => value !== '' && Number.isFinite(Number(value)))
    ? values.sort((a, b) => Number(a.value) - Number(b.value))
    : values.sort((a, b) => frequency(b.offered) - frequency(a.offered) || (a.offered < b.offered ? -1 : 1));
}

/** How many there are, as far as `products` in a `share` of all can tell: to one digit, of a hundred or more to two. */
export function about(products: number, share: number): number {
  return Number((products / share).toPrecision(products < 100 ? 1 : 2));
}
