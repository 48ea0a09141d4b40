// What becomes of a product's variants and of what is held of them when items are held, released, sold or returned.
import type { SelectedOption, Variant } from '#contract/product.ts';
import { variantKey } from '#contract/variant.ts';
import { heldOfVariant } from './choose-variant.rules.ts';
import type { VariantHeld } from './product-columns.rules.ts';

export type VariantItem = { selected_options: SelectedOption[]; quantity: number };

/** More of it is held, or less; what nobody holds is left out. */
export function withHeld(held: readonly VariantHeld[], item: VariantItem, sign: 1 | -1): VariantHeld[] {
  const key = variantKey(item.selected_options);
  const others = held.filter((holding) => variantKey(holding.selected_options) !== key);
  const now = heldOfVariant(held, item.selected_options) + sign * item.quantity;
  return now > 0 ? [...others, { selected_options: item.selected_options, held: now }] : others;
}

/** More or less of it in stock, never below 0; what is not counted or not sold any more stays as it is. */
export function withStock(variants: readonly Variant[], item: VariantItem, sign: 1 | -1): Variant[] {
  const key = variantKey(item.selected_options);
  return variants.map((variant) =>
    variant.stock === null || variantKey(variant.selected_options) !== key
      ? variant
      : { ...variant, stock: Math.max(0, variant.stock + sign * item.quantity) },
  );
}
