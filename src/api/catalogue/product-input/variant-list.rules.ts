// The variants of a product in a catalogue file, and what they must agree with: its options, its price and its stock.

import {
  effectivePrice,
  type Product,
  type SelectedOption,
  type Variant,
} from '#contract/catalogue/product/product.ts';
import { defaultVariant, variantKey } from '#contract/catalogue/product/variant.ts';
import { variantsMaximum } from '#contract/limits.ts';
import { fromMicros, greatestPrice, toMicros } from '#contract/money/amount/money.ts';
import type { StoredProduct } from '../../schema/product-columns.rules.ts';
import { printable } from '../../text/printable-text.rules.ts';
import { parseJsonCell } from './json-cell.rules.ts';
import { readPrice } from './price-text.rules.ts';

type Reading<T> = { ok: true; value: T } | { ok: false; reason: string };
/** Of the product, in micro-dollars. */
type Base = { price_micros: number; on_sale: boolean; sale_price_micros: number | null };

/** Full combinations of two choices each are more than the variants that fit from eight options on. */
const MOST_OPTIONS = 20;
const keys = ['selected_options', 'price', 'price_difference', 'sale_price', 'stock', 'is_default'];

/**
 * The variants that a row gives, in its order. A variant has a price, or a difference from the product's that holds for its sale
 * price too; the reason names the entry.
 */
export function readVariants(given: unknown, options: Product['options'], base: Base): Reading<Variant[]> {
  const value = parseJsonCell(given, []);
  if (value === undefined) return refuse('variants is not JSON');
  if (!Array.isArray(value)) return refuse('variants is not a list');
  if (value.length > variantsMaximum)
    return refuse(`variants has ${value.length} entries, at most ${variantsMaximum} fit`);
  if (value.length > 0 && options.length > MOST_OPTIONS)
    return refuse(`variants are of ${options.length} options, at most ${MOST_OPTIONS} fit`);
  const variants: Variant[] = [];
  for (const [index, entry] of value.entries()) {
    const read = readVariant(entry, `variants[${index}]`, options, base);
    if (!read.ok) return read;
    variants.push(read.value);
  }
  const fault = variantsFault(variants, options);
  return fault ? refuse(fault) : { ok: true, value: variants };
}

/** What is wrong with variants beside these options, or null. */
export function variantsFault(variants: readonly Variant[], options: Product['options']): string | null {
  const seen = new Set<string>();
  for (const [index, { selected_options: selected }] of variants.entries()) {
    const fault = selectionFault(selected, options);
    if (fault) return `variants[${index}] ${fault}`;
    const key = variantKey(selected);
    if (seen.has(key)) return `variants[${index}] has the choices of one before it`;
    seen.add(key);
  }
  return variants.filter((variant) => variant.is_default).length > 1 ? 'variants has more than one default' : null;
}

/**
 * The variant whose price the product has: the default, or the cheapest as they are sold now. Where several cost the same, the
 * one at the product's price.
 */
export function priceOfVariants({
  variants,
  price_micros,
  on_sale,
}: Pick<StoredProduct, 'variants' | 'price_micros' | 'on_sale'>): Variant | null {
  const priceNow = (variant: Variant) => effectivePrice({ ...variant, on_sale });
  const least = Math.min(...variants.map(priceNow));
  const cheapest = variants.filter((variant) => priceNow(variant) === least);
  const shown = cheapest.find(({ price }) => toMicros(price) === price_micros) ?? cheapest[0];
  return defaultVariant({ variants }) ?? shown ?? null;
}

function selectionFault(selected: readonly SelectedOption[], options: Product['options']): string | null {
  for (const { name, value } of selected) {
    const option = options.find((known) => known.name === name);
    if (!option) return `has a choice of ${printable(name, 40)}, which is not an option of the product`;
    if (!option.choices.includes(value))
      return `chooses ${printable(value, 40)}, which is not a choice of ${printable(name, 40)}`;
  }
  const missing = options.find(({ name }) => !selected.some((chosen) => chosen.name === name));
  return missing ? `lacks a choice of ${printable(missing.name, 40)}` : null;
}

function readVariant(entry: unknown, at: string, options: Product['options'], base: Base): Reading<Variant> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return refuse(`${at} is not an object`);
  const fields = entry as Record<string, unknown>;
  const unknown = Object.keys(fields).find((key) => !keys.includes(key));
  if (unknown !== undefined) return refuse(`${at}.${printable(unknown, 40)} is not known`);
  const selected = readSelection(fields.selected_options, at, options);
  if (!selected.ok) return selected;
  const prices = readPrices(fields, at, base);
  if (!prices.ok) return prices;
  const stock = fields.stock ?? null;
  if (stock !== null && !(typeof stock === 'number' && Number.isSafeInteger(stock) && stock >= 0))
    return refuse(`${at}.stock is not a whole number from 0 up`);
  const isDefault = fields.is_default ?? false;
  if (typeof isDefault !== 'boolean') return refuse(`${at}.is_default is not true or false`);
  return {
    ok: true,
    value: { selected_options: selected.value, ...prices.value, stock: stock as number | null, is_default: isDefault },
  };
}

/** As a list of names and values, or as an object {name: value}; in the order of the options. */
function readSelection(given: unknown, at: string, options: Product['options']): Reading<SelectedOption[]> {
  const isObject = typeof given === 'object' && given !== null;
  if (!isObject) return refuse(`${at}.selected_options is missing`);
  const entries: unknown[] = Array.isArray(given)
    ? given
    : Object.entries(given).map(([name, value]) => ({ name, value }));
  const chosen = new Map<string, string>();
  for (const entry of entries) {
    const { name, value } = (typeof entry === 'object' && entry ? entry : {}) as Record<string, unknown>;
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof name !== 'string' || typeof text !== 'string')
      return refuse(`${at}.selected_options has an entry without name and value`);
    if (chosen.has(name)) return refuse(`${at}.selected_options chooses ${printable(name, 40)} twice`);
    chosen.set(name, text);
  }
  const place = new Map(options.map(({ name }, index) => [name, index]));
  const selected = Array.from(chosen, ([name, value]) => ({ name, value }));
  return { ok: true, value: selected.sort((a, b) => (place.get(a.name) ?? 0) - (place.get(b.name) ?? 0)) };
}

function readPrices(
  fields: Record<string, unknown>,
  at: string,
  base: Base,
): Reading<Pick<Variant, 'price' | 'sale_price'>> {
  const { price = null, price_difference: difference = null, sale_price: sale = null } = fields;
  if (price !== null && difference !== null) return refuse(`${at} has both a price and a price_difference`);
  if (sale !== null && micros(sale) === null) return refuse(`${at}.sale_price is not a price`);
  if (price === null) {
    if (difference !== null && (typeof difference !== 'number' || !Number.isFinite(difference)))
      return refuse(`${at}.price_difference is not a number`);
    const more = toMicros(difference ?? 0);
    const saleMicros = base.sale_price_micros === null ? null : base.sale_price_micros + more;
    const own = sale === null ? saleMicros : micros(sale);
    return checkedPrices(base.price_micros + more, own, at);
  }
  const priceMicros = micros(price);
  if (priceMicros === null) return refuse(`${at}.price is not a price`);
  return checkedPrices(priceMicros, sale === null ? null : micros(sale), at);
}

function checkedPrices(
  priceMicros: number,
  saleMicros: number | null,
  at: string,
): Reading<Pick<Variant, 'price' | 'sale_price'>> {
  if (priceMicros < 0 || (saleMicros ?? 0) < 0) return refuse(`${at} would cost less than nothing`);
  if (fromMicros(priceMicros) > greatestPrice) return refuse(`${at} is above the largest price`);
  if (saleMicros !== null && saleMicros >= priceMicros) return refuse(`${at}.sale_price is not below its price`);
  const sale = saleMicros === null ? null : fromMicros(saleMicros);
  return { ok: true, value: { price: fromMicros(priceMicros), sale_price: sale } };
}

function micros(given: unknown): number | null {
  const reading = readPrice(given);
  return reading.ok ? reading.micros : null;
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
