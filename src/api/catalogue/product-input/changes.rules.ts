// Changes of given values so that they fit, found by comparing them with what is stored.

import { MOST_MARKDOWN_SIGNS, markdownLength } from '#contract/text/markdown-signs.ts';
import type { StoredProduct } from '../../schema/product-columns.rules.ts';
import { printable } from '../../text/printable-text.rules.ts';
import { type Fault, type Finding, finding } from './fault.rules.ts';
import { roundedPrice } from './numbers.rules.ts';
import { LONGEST_DESCRIPTION, seen } from './texts.rules.ts';

const LONGEST_QUOTE = 40;

/** In the order of a file's fields. `values` were judged and are right. */
export function changesOf(values: Readonly<Record<string, unknown>>, product: StoredProduct): Fault[] {
  const changesIn = (field: string, findings: Array<Finding | null>): Fault[] =>
    findings.flatMap((found) => (found ? [{ field, ...found }] : []));
  return [
    ...changesIn('product_name', [lineChange(values.product_name, product.product_name)]),
    ...changesIn('description', descriptionChanges(values.description, product.description)),
    ...changesIn('product_img', [imageChange(values.product_img, product.product_img)]),
    ...changesIn('price', [priceChange(values.price, product.price_micros)]),
    ...changesIn('sale_price', [priceChange(values.sale_price, product.sale_price_micros)]),
    ...changesIn('price_unit', [lineChange(values.price_unit, product.price_unit)]),
    ...changesIn('provider', [lineChange(values.provider, product.provider)]),
    ...changesIn('license', [licenseChange(values.license, product.license)]),
  ];
}

function lineChange(given: unknown, stored: string): Finding | null {
  return typeof given === 'string' && given !== stored ? finding('line_breaks_left_out') : null;
}

function descriptionChanges(given: unknown, stored: string): Array<Finding | null> {
  if (typeof given !== 'string') return [];
  const whole = given === stored ? stored : seen(given);
  return [
    whole.length < given.length ? finding('characters_left_out') : null,
    stored.length < whole.length
      ? finding('description_cut', { most: LONGEST_DESCRIPTION, count: countCharacters(whole) })
      : null,
    markdownLength(stored) < stored.length ? finding('markdown_as_text', { most: MOST_MARKDOWN_SIGNS }) : null,
  ];
}

function imageChange(given: unknown, stored: string): Finding | null {
  const address = typeof given === 'string' ? given.trim() : '';
  return address !== '' && stored === '' ? finding('picture_left_out', { given: printable(address) }) : null;
}

function priceChange(given: unknown, micros: number | null): Finding | null {
  const rounded = roundedPrice(given, micros);
  return rounded ? finding('price_rounded', { given: printable(String(given).trim(), LONGEST_QUOTE), rounded }) : null;
}

function licenseChange(given: unknown, stored: string): Finding | null {
  if (typeof given !== 'string' || given.trim() === stored) return null;
  return finding('license_spelled', { given: printable(given, LONGEST_QUOTE), license: stored });
}

function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
}
