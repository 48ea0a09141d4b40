// The variants of a product, and what they must agree with: its options, its price and its stock.

import { z } from 'zod';
import {
  effectivePrice,
  type Product,
  type SelectedOption,
  type Variant,
} from '#contract/catalogue/product/product.ts';
import { variantsMaximum } from '#contract/catalogue/product/product-limits.ts';
import { defaultVariant, variantKey } from '#contract/catalogue/product/variant.ts';
import { fromMicros, greatestPrice, toMicros } from '#contract/money/amount/money.ts';
import type { StoredProduct } from '../../schema/product-columns.rules.ts';
import { printable } from '../../text/printable-text.rules.ts';
import { type Fault, type Finding, faultIn, finding, issueOf } from './fault.rules.ts';
import { salePrice } from './numbers.rules.ts';
import { jsonCell, shortList } from './product-lists.rules.ts';

/** Prices of the product, in micro-dollars. */
type Base = { price_micros: number; on_sale: boolean; sale_price_micros: number | null };

/** Full combinations of two choices each are more than the variants that fit from eight options on. */
const MOST_OPTIONS = 20;
const LONGEST_QUOTE = 40;

const selectedOption = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number().transform(String)]),
});

/** As a list of names and values, or as an object {name: value}. */
const selectedOptions = z
  .unknown()
  .transform((given, { issues }): SelectedOption[] => {
    if (typeof given !== 'object' || given === null) {
      issues.push(issueOf(given, finding('missing')));
      return z.NEVER;
    }
    const entries = Array.isArray(given)
      ? given.slice(0, MOST_OPTIONS + 1)
      : Object.entries(given).map(([name, value]) => ({ name, value }));
    const read = z.array(selectedOption).safeParse(entries);
    if (read.success) return read.data;
    issues.push(issueOf(given, finding('selection_incomplete')));
    return z.NEVER;
  })
  .check(({ value, issues }) => {
    const names = value.map(({ name }) => name);
    const repeated = names.find((name, at) => names.indexOf(name) < at);
    if (repeated !== undefined)
      issues.push(issueOf(value, finding('selection_repeated', { option: printable(repeated, LONGEST_QUOTE) })));
  });

const variantEntry = z
  .strictObject({
    selected_options: selectedOptions,
    price: salePrice.optional(),
    price_difference: z.number().nullish(),
    sale_price: salePrice.optional(),
    stock: z.int().min(0).nullish(),
    is_default: z.boolean().nullish(),
  })
  .refine(({ price: own, price_difference: difference }) => (own ?? null) === null || (difference ?? null) === null, {
    params: finding('price_twice'),
  });
type Entry = z.output<typeof variantEntry>;

const variantList = jsonCell([]).pipe(shortList(variantEntry, variantsMaximum));

/**
 * The variants that a row gives, in its order. A variant has a price, or a difference from the product's that holds for its sale
 * price too.
 */
export function readVariants(
  given: unknown,
  options: Product['options'],
  base: Base,
): { value: Variant[] } | { fault: Fault } {
  const read = variantList.safeParse(given, { reportInput: true });
  if (!read.success) return { fault: faultIn('variants', read.error) };
  if (read.data.length > 0 && options.length > MOST_OPTIONS)
    return { fault: faultOf(finding('variant_options_too_many', { count: options.length, most: MOST_OPTIONS })) };
  const place = new Map(options.map(({ name }, index) => [name, index]));
  const variants: Variant[] = [];
  for (const [index, entry] of read.data.entries()) {
    const prices = pricesOf(entry, base);
    if ('code' in prices)
      return { fault: faultOf(prices, prices.code === 'sale_price_not_below' ? [index, 'sale_price'] : [index]) };
    const { selected_options: selected, stock = null, is_default } = entry;
    const inOrder = [...selected].sort((a, b) => (place.get(a.name) ?? 0) - (place.get(b.name) ?? 0));
    variants.push({ selected_options: inOrder, ...prices, stock, is_default: is_default ?? false });
  }
  const fault = variantsFault(variants, options);
  return fault ? { fault } : { value: variants };
}

/** Fault of variants beside these options, or null. */
export function variantsFault(variants: readonly Variant[], options: Product['options']): Fault | null {
  const seen = new Set<string>();
  for (const [index, { selected_options: selected }] of variants.entries()) {
    const found = selectionFault(selected, options);
    if (found) return faultOf(found, [index]);
    const key = variantKey(selected);
    if (seen.has(key)) return faultOf(finding('variant_repeated'), [index]);
    seen.add(key);
  }
  return variants.filter((variant) => variant.is_default).length > 1 ? faultOf(finding('defaults_too_many')) : null;
}

function faultOf(found: Finding, path: Array<string | number> = []): Fault {
  return { field: 'variants', ...(path.length > 0 && { path }), ...found };
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
  const shown = cheapest.find((variant) => toMicros(variant.price) === price_micros) ?? cheapest[0];
  return defaultVariant({ variants }) ?? shown ?? null;
}

function selectionFault(selected: readonly SelectedOption[], options: Product['options']): Finding | null {
  for (const { name, value } of selected) {
    const option = options.find((known) => known.name === name);
    const quoted = { option: printable(name, LONGEST_QUOTE) };
    if (!option) return finding('option_unknown', quoted);
    if (!option.choices.includes(value))
      return finding('choice_unknown', { ...quoted, choice: printable(value, LONGEST_QUOTE) });
  }
  const missing = options.find(({ name }) => !selected.some((chosen) => chosen.name === name));
  return missing ? finding('option_not_chosen', { option: printable(missing.name, LONGEST_QUOTE) }) : null;
}

function pricesOf(
  { price: own = null, price_difference: difference, sale_price: ownSale = null }: Entry,
  { price_micros, sale_price_micros }: Base,
): Pick<Variant, 'price' | 'sale_price'> | Finding {
  const more = toMicros(difference ?? 0);
  const full = own ?? price_micros + more;
  const sale = ownSale ?? (own !== null || sale_price_micros === null ? null : sale_price_micros + more);
  if (full < 0 || (sale ?? 0) < 0) return finding('price_below_zero');
  if (fromMicros(full) > greatestPrice) return finding('variant_price_too_large');
  if (sale !== null && sale >= full) return finding('sale_price_not_below');
  return { price: fromMicros(full), sale_price: sale === null ? null : fromMicros(sale) };
}
