// Filters of list pages that say what a query says: '24gb' is 'GPU memory: 24 GB or more'.
import type { ProductType } from '#contract/catalogue/product/product.ts';
import { type Attribute, type AttributeValues, attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { analysed } from './index-keys.rules.ts';
import { wordsOf } from './words.rules.ts';

type Filter = Suggestions['filters'][number];

/** Values of the products that are asked for, the most frequent first. */
export function suggestFilters(
  words: readonly string[],
  products: ReadonlyArray<{ product_type: ProductType; attributes: AttributeValues }>,
  most: number,
): Filter[] {
  const asked = new Set([
    ...words.map((word) => analysed(word).stem),
    ...words.map((word, at) => word + (words[at + 1] ?? '')),
  ]);
  const found = new Map<string, { filter: Filter; products: number }>();
  for (const { product_type, attributes } of products) {
    for (const filter of attributesOf(product_type).flatMap((attribute) =>
      filtersOf(product_type, attribute, attributes, asked, words.at(-1) ?? ''),
    )) {
      const known = found.get(filter.address);
      if (known) known.products++;
      else found.set(filter.address, { filter, products: 1 });
    }
  }
  return [...found.values()]
    .sort((a, b) => b.products - a.products)
    .slice(0, most)
    .map(({ filter }) => filter);
}

function filtersOf(
  type: ProductType,
  attribute: Attribute,
  attributes: AttributeValues,
  asked: ReadonlySet<string>,
  open: string,
): Filter[] {
  const { name, label, kind, unit } = attribute;
  const values = [attributes[name] ?? []].flat();
  if (kind === 'text' || kind === 'texts') {
    return values
      .filter((value) => isAskedFor(String(value), asked, open))
      .map((value) => ({ label: `${label}: ${value}`, address: addressOf(type, name, String(value)) }));
  }
  if (kind !== 'number' || !unit || unit === 'bytes') return [];
  return values
    .filter((value) => asked.has(`${value}${unit.toLowerCase()}`))
    .map((value) => ({
      label: `${label}: ${value} ${unit} or more`,
      address: addressOf(type, `min_${name}`, String(value)),
    }));
}

/** Every word of the value is asked for; the last one may still be typed. */
function isAskedFor(value: string, asked: ReadonlySet<string>, open: string): boolean {
  const words = wordsOf(value).map((word) => word.text);
  const isOpen = (word: string) => open.length > 1 && word.startsWith(open);
  const together = asked.has(words.join(''));
  return words.length > 0 && (together || words.every((word) => asked.has(analysed(word).stem) || isOpen(word)));
}

function addressOf(type: ProductType, name: string, value: string): string {
  return `/products/category/${type}?${new URLSearchParams({ [name]: value })}`;
}
