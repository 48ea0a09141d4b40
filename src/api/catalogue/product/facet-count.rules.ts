// How many products have each value that a list can be filtered by.

import type { Category } from '#contract/catalogue/product/product.ts';
import { attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import { textsOf } from '#contract/catalogue/product/product-filter.ts';
import type { CountedProduct, ProductFilter } from './product-filter.rules.ts';

/** A filter by one of several values: `valuesOf` gives those of a product, `without` the filter but for this choice. */
type Countable = {
  /** As in addresses. */
  name: string;
  valuesOf: (product: CountedProduct) => readonly string[];
  chosen: (filter: ProductFilter) => readonly string[];
  without: (filter: ProductFilter) => ProductFilter;
};

export type ValueCounts = ReadonlyMap<string, number>;

const priceUnit: Countable = {
  name: 'price_unit',
  valuesOf: ({ price_unit }) => (price_unit ? [price_unit] : []),
  chosen: ({ priceUnits }) => priceUnits,
  without: (filter) => ({ ...filter, priceUnits: [] }),
};
const provider: Countable = {
  name: 'provider',
  valuesOf: ({ provider }) => (provider ? [provider] : []),
  chosen: ({ providers }) => providers,
  without: (filter) => ({ ...filter, providers: [] }),
};

/** In the order of the page: what tells the category's products apart, then what all products have. */
export function countables(category: Category): Countable[] {
  return category === 'all'
    ? [priceUnit]
    : [...attributesOf(category).flatMap(attributeCountable), priceUnit, provider];
}

type Attribute = ReturnType<typeof attributesOf>[number];

function attributeCountable(attribute: Attribute): Countable[] {
  const { name, filter, presets } = attribute;
  const without = (given: ProductFilter) => {
    const { [name]: _, ...attributes } = given.attributes;
    return { ...given, attributes };
  };
  if (filter !== 'range') {
    const chosen = ({ attributes }: ProductFilter) => {
      const wanted = attributes[name];
      return wanted && 'values' in wanted ? wanted.values : [];
    };
    return [{ name, valuesOf: ({ attributes }) => textsOfGiven(attributes[name]), chosen, without }];
  }
  if (!presets) return [];
  const valuesOf = ({ attributes }: CountedProduct) => {
    const value = attributes[name];
    return typeof value === 'number' ? presets.filter((preset) => preset <= value).map(String) : [];
  };
  return [{ name: `min_${name}`, valuesOf, chosen: () => [], without }];
}

function textsOfGiven(value: Parameters<typeof textsOf>[0] | undefined): readonly string[] {
  return value === undefined ? [] : textsOf(value);
}

export function countValues(products: readonly CountedProduct[], { valuesOf }: Countable): ValueCounts {
  const counts = new Map<string, number>();
  for (const product of products) {
    for (const value of valuesOf(product)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/**
 * The values that are shown: the most frequent of the whole category, so that a choice never takes another one away, and what is
 * chosen. Numbers stand in their order, words by how many products have them.
 */
export function shownValues(all: ValueCounts, chosen: readonly string[], most: number): string[] {
  const frequent = [...all].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1)).slice(0, most);
  const values = [...new Set([...frequent.map(([value]) => value), ...chosen])];
  return values.every((value) => value !== '' && Number.isFinite(Number(value)))
    ? values.sort((a, b) => Number(a) - Number(b))
    : values;
}

/** How many there are, as far as `products` in a `share` of all can tell: to one digit, of a hundred or more to two. */
export function about(products: number, share: number): number {
  return Number((products / share).toPrecision(products < 100 ? 1 : 2));
}
