// What an item of a cart is: the product as such, or the variant that is chosen of it.
import { toMicros } from '#contract/money.ts';
import { effectivePrice, type Product, type SelectedOption, type Variant } from '#contract/product.ts';
import type { Refusal } from '#contract/refusal.ts';
import { defaultVariant, findVariant, lineKey, missingOptions, variantKey } from '#contract/variant.ts';
import type { VariantHeld } from './product-columns.rules.ts';

/** A product as it is offered: `stock`, `free` and the price are those of the product as a whole. */
export type ChoosableOffer = {
  product_id: string;
  product_name: string;
  effective_micros: number;
  on_sale: boolean;
  stock: number | null;
  free: number | null;
  options: Product['options'];
  variants: Variant[];
  variants_held: VariantHeld[];
};

/** What is bought: its price, how many there are, and how many of them can be had. */
export type Choice = {
  selected_options: SelectedOption[];
  effective_micros: number;
  /** Choices of the same stock have the same: the product's id where they are wishes alone. */
  stock_key: string;
  stock: number | null;
  free: number | null;
};

/**
 * The variant of these choices, the default one where nothing is chosen; without variants the product, with the choices as
 * wishes.
 */
export function chooseVariant(
  offer: ChoosableOffer,
  selected: readonly SelectedOption[],
): { choice: Choice } | { refused: Refusal } {
  const { product_name: productName, options, variants } = offer;
  if (!areKnownOptions(selected, options))
    return { refused: { code: 'options_unknown', productName, selected: [...selected] } };
  if (variants.length === 0) {
    const { product_id: stock_key, effective_micros, stock, free } = offer;
    return { choice: { selected_options: inOrder(selected, options), effective_micros, stock_key, stock, free } };
  }
  const chosen = selected.length === 0 ? defaultVariant({ variants }) : findVariant({ variants }, selected);
  if (chosen) return { choice: toChoice(offer, chosen) };
  const missing = missingOptions({ options, variants }, selected);
  if (missing.length > 0) return { refused: { code: 'options_missing', productName, missing } };
  return { refused: { code: 'variant_not_sold', productName, selected: [...selected] } };
}

/** What orders hold of a variant. */
export function heldOfVariant(held: readonly VariantHeld[], selected: readonly SelectedOption[]): number {
  const key = variantKey(selected);
  return held.find((holding) => variantKey(holding.selected_options) === key)?.held ?? 0;
}

function toChoice({ product_id, on_sale, variants_held: held }: ChoosableOffer, variant: Variant): Choice {
  const { selected_options, stock } = variant;
  return {
    selected_options,
    stock_key: lineKey({ product_id, selected_options }),
    effective_micros: toMicros(effectivePrice({ on_sale, ...variant })),
    stock,
    free: stock === null ? null : Math.max(0, stock - heldOfVariant(held, selected_options)),
  };
}

/** Whether each is a choice that the product has, and none is chosen twice. */
export function areKnownOptions(selected: readonly SelectedOption[], options: Product['options']): boolean {
  const names = new Set(selected.map(({ name }) => name));
  return (
    names.size === selected.length &&
    selected.every(({ name, value }) => options.find((option) => option.name === name)?.choices.includes(value))
  );
}

function inOrder(selected: readonly SelectedOption[], options: Product['options']): SelectedOption[] {
  return options.flatMap((option) => selected.filter(({ name }) => name === option.name));
}
