// A product's fields as the staff read and change them, and what a change is in the log.

import type { Variant } from '#contract/catalogue/product/product.ts';
import { picturesMaximum } from '#contract/catalogue/product/product-limits.ts';
import { findVariant, selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { type Goods, kindsOf } from '#contract/goods/goods.ts';
import { toMicros } from '#contract/money/amount/money.ts';
import type { EditedField, StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { stableText } from '#contract/text/stable-text.ts';
import { type Finding, finding, priceOfVariants, productImg, type RowReading } from '../../catalogue/ports.rules.ts';
import { productFields, type StoredProduct } from '../../schema/product-columns.rules.ts';
import { variantText } from './own-offer.rules.ts';

/** All of them, also what buyers get. */
export type StaffFields = StaffProduct['fields'] & { goods: Goods };

export function staffFields(stored: StoredProduct & { pictures?: string[] }): StaffFields {
  const { product_id: _id, stock: _stock, product_img: first = '', ...rest } = productFields(stored);
  // A row may have more than a file says: then there are its further pictures.
  const { pictures = [], ...fields } = rest as typeof rest & { pictures?: string[] };
  return { ...fields, pictures: pictures[0] === first ? pictures : first === '' ? [] : [first] };
}

/**
 * As a row of a catalogue file: its image is the first picture, and the price of a product with variants that of the variant that is shown.
 */
export function rowOf({ pictures, ...fields }: Record<EditedField, unknown>): Record<string, unknown> {
  const row = { ...fields, product_img: Array.isArray(pictures) ? (pictures[0] ?? '') : '' };
  const { variants, on_sale, price } = row;
  if (!isPriced(variants)) return row;
  const shown = priceOfVariants({ variants, on_sale: on_sale === true, price_micros: toMicros(Number(price) || 0) });
  return { ...row, price: shown?.price, sale_price: shown?.sale_price ?? null };
}

function isPriced(variants: unknown): variants is Variant[] {
  return (
    Array.isArray(variants) &&
    variants.length > 0 &&
    variants.every((variant) => typeof variant?.price === 'number' && variant.price >= 0)
  );
}

/**
 * A variant whose price is null, as a form sends it where nobody has written one; left out it costs what the product does. `read`: the
 * same variants, which are right otherwise.
 */
export function unpricedVariant(given: unknown, read: readonly Variant[]): Finding | null {
  if (!Array.isArray(given)) return null;
  const unpriced =
    read[given.findIndex(({ price, price_difference: more }) => price === null && (more ?? null) === null)];
  return unpriced ? finding('variant_price_needed', { variant: selectedOptionsText(unpriced.selected_options) }) : null;
}

type Reading<T> = { value: T } | { fault: Finding };

/** Addresses as a catalogue file may have them; `lost`: those of pictures that the shop has no more. */
export function readPictures(given: unknown, lost: ReadonlySet<string>): Reading<string[]> {
  if (!Array.isArray(given)) return { fault: finding('wrong_type', { expected: 'list' }) };
  if (given.length > picturesMaximum) return { fault: finding('pictures_too_many', { most: picturesMaximum }) };
  const addresses: string[] = [];
  for (const [at, address] of given.entries()) {
    const { data = '' } = productImg.safeParse(address);
    if (data === '') return { fault: finding('picture_not_address', { picture: at + 1 }) };
    if (lost.has(data)) return { fault: finding('picture_lost', { picture: at + 1 }) };
    addresses.push(data);
  }
  if (new Set(addresses).size < addresses.length) return { fault: finding('picture_repeated') };
  return { value: addresses };
}

/** Orders may have taken of a variant since it was read: the stock of those that there are stays. */
export function withKnownStock(reading: RowReading, known: readonly Variant[]): RowReading {
  if (!reading.ok) return reading;
  const variants = reading.product.variants.map((variant) => {
    const was = findVariant({ variants: [...known] }, variant.selected_options);
    return was ? { ...variant, stock: was.stock } : variant;
  });
  return { ...reading, product: { ...reading.product, variants } };
}

export function changedFields(before: StaffFields, after: StaffFields): EditedField[] {
  const names = Object.keys(after) as EditedField[];
  return names.filter((name) => stableText(before[name]) !== stableText(after[name]));
}

/**
 * Both states as the log tells of them. Of what buyers get only the kinds: its texts are what is sold, and the log has readers who may not have them.
 */
export function comparedFields(before: StaffFields, after: StaffFields): [LoggedFields, LoggedFields] {
  const [had, has] = [kindsOf(before.goods).join(', '), kindsOf(after.goods).join(', ')];
  const isOther = had === has && changedFields(before, after).includes('goods');
  return [
    { ...before, ...inWords(before), goods: had },
    { ...after, ...inWords(after), goods: isOther ? `${has}: changed` : has },
  ];
}
type LoggedFields = Record<string, unknown>;

/** Lists as lines of text, which a person reads. */
function inWords({ options, specs, attributes, variants, pictures }: StaffFields): LoggedFields {
  return {
    options: options.map(({ name, choices }) => `${name}: ${choices.join(', ')}`).join('; '),
    specs: specs.map(({ name, value }) => `${name}: ${value}`).join('; '),
    attributes: Object.entries(attributes)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : value}`)
      .join('; '),
    variants: variants.map(variantText).join('; '),
    pictures: pictures.join(' '),
  };
}
