// Stock of a product that is known with its variants, for its page and a comparison: how many of what is chosen, and where.
import { minutesOfUnit } from './price-unit.ts';
import type { Product, SelectedOption, Variant } from './product.ts';
import type { Stock } from './stock-text.ts';
import { stockOfVariants, variantsWith } from './variant.ts';

type Sold = { price_unit: string; goods?: { keys?: unknown; variants?: ReadonlyArray<{ keys?: unknown }> } };

/** True where its stock is what is free now: sold by time, and no variant of it as keys. */
export function isRentalProduct({ price_unit, goods = {} }: Sold): boolean {
  return minutesOfUnit(price_unit) !== null && [goods, ...(goods.variants ?? [])].every(({ keys }) => !keys);
}

/** Stock of what is chosen; of all of it where nothing is. */
export function stockOf(
  product: Pick<Product, 'price_unit' | 'stock' | 'variants' | 'goods'>,
  selected: readonly SelectedOption[] = [],
): Stock {
  const is_rental = isRentalProduct(product);
  const meant = variantsWith(product.variants ?? [], selected);
  if (meant.length === 0) return { stock: product.stock, is_rental };
  return { stock: stockOfVariants(meant), is_rental, regions: is_rental ? regionsOf(meant) : [] };
}

/** Regions in which some of these variants is left. */
function regionsOf(variants: readonly Variant[]): string[] {
  const left = variants.filter(({ stock }) => stock !== 0).flatMap((variant) => variant.selected_options);
  return [...new Set(left.filter(({ name }) => isRegionOption(name)).map(({ value }) => value))];
}

/** True of 'Region' and 'Available Region'. */
export function isRegionOption(option: string): boolean {
  return /\bregion$/i.test(option.trim());
}
