// Changes of a product's variants and of what is held of them when items are held, released, sold or returned.
import type { SelectedOption, Variant } from '#contract/catalogue/product/product.ts';
import { findVariant, variantKey } from '#contract/catalogue/product/variant.ts';
import type { VariantHeld } from '../../schema/product-columns.rules.ts';
import { heldOfVariant } from './choose-variant.rules.ts';

type VariantItem = { selected_options: SelectedOption[]; taken: number };

/** More of it is held, or less; what nobody holds is left out. */
export function withHeld(held: readonly VariantHeld[], item: VariantItem, sign: 1 | -1): VariantHeld[] {
  const key = variantKey(item.selected_options);
  const others = held.filter((holding) => variantKey(holding.selected_options) !== key);
  const now = heldOfVariant(held, item.selected_options) + sign * item.taken;
  return now > 0 ? [...others, { selected_options: item.selected_options, held: now }] : others;
}

/** More or less of it in stock, never below 0; where it is not counted or not sold any more the list stays the very same. */
export function withStock(variants: Variant[], item: VariantItem, sign: 1 | -1): Variant[] {
  const variant = findVariant({ variants }, item.selected_options);
  if (!variant || variant.stock === null) return variants;
  const stock = Math.max(0, variant.stock + sign * item.taken);
  return variants.map((other) => (other === variant ? { ...variant, stock } : other));
}
