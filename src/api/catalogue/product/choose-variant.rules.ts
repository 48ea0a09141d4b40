// Items of a cart: the product as such, or the variant that is chosen of it.

import {
  effectivePrice,
  type Product,
  type SelectedOption,
  type Variant,
} from '#contract/catalogue/product/product.ts';
import {
  defaultVariant,
  findVariant,
  lineKey,
  missingOptions,
  variantKey,
} from '#contract/catalogue/product/variant.ts';
import { type Goods, sharesKeys } from '#contract/goods/goods.ts';
import { toMicros } from '#contract/money/amount/money.ts';
import type { Refusal } from '#contract/refusal.ts';
import type { VariantHeld } from '../../schema/product-columns.rules.ts';

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
  /** Deliverables of buyers. */
  goods?: Goods;
};

/** An item for sale: its price, how many there are, and how many of them can be had. */
export type Choice = {
  selected_options: SelectedOption[];
  /** True if these make it a variant; otherwise they are wishes. */
  is_variant: boolean;
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
  if (variants.length === 0) return { choice: productChoice(offer, inOrder(selected, options)) };
  const chosen = selected.length === 0 ? defaultVariant({ variants }) : findVariant({ variants }, selected);
  if (chosen) return { choice: variantChoice(offer, chosen) };
  const missing = missingOptions({ options, variants }, selected);
  if (missing.length > 0) return { refused: { code: 'options_missing', productName, missing } };
  return { refused: { code: 'variant_not_sold', productName, selected: [...selected] } };
}

/** A purchased item: a variant, or the product as such, with wishes or without. */
export type Bought = Pick<Choice, 'is_variant' | 'selected_options'>;

/**
 * Stock that a sale makes one less: that of its variant, or of the product once that has no variants. Null where that is gone, or where it
 * was bought before there were variants.
 */
export function countedAs(offer: ChoosableOffer, { is_variant: isVariant, selected_options }: Bought): Choice | null {
  if (offer.variants.length === 0) return productChoice(offer, selected_options);
  const variant = isVariant ? findVariant(offer, selected_options) : null;
  return variant && variantChoice(offer, variant);
}

/** Purchased item as it is sold today. A variant does not become a wish, and the product as such does not become a variant. */
export function chooseAgain(offer: ChoosableOffer, bought: Bought): { choice: Choice } | { refused: Refusal } {
  const choice = countedAs(offer, bought);
  if (choice?.is_variant === bought.is_variant) return { choice };
  const { product_name: productName, options } = offer;
  return bought.is_variant
    ? { refused: { code: 'variant_not_sold', productName, selected: bought.selected_options } }
    : { refused: { code: 'options_missing', productName, missing: options.map(({ name }) => name) } };
}

/** Units of a variant that orders hold. */
export function heldOfVariant(held: readonly VariantHeld[], selected: readonly SelectedOption[]): number {
  const key = variantKey(selected);
  return held.find((holding) => variantKey(holding.selected_options) === key)?.held ?? 0;
}

function productChoice(offer: ChoosableOffer, wishes: SelectedOption[]): Choice {
  const { product_id: stock_key, effective_micros, stock, free } = offer;
  return { selected_options: wishes, is_variant: false, effective_micros, stock_key, stock, free };
}

function variantChoice(offer: ChoosableOffer, variant: Variant): Choice {
  const { product_id, on_sale } = offer;
  const { selected_options, stock } = variant;
  const shared = variantsOfOneList(offer, variant);
  return {
    selected_options,
    is_variant: true,
    stock_key: shared ? `${product_id} keys` : lineKey({ product_id, selected_options }),
    effective_micros: toMicros(effectivePrice({ on_sale, ...variant })),
    stock,
    free: stock === null ? null : Math.max(0, stock - heldOf(offer, shared ?? [variant])),
  };
}

/** The variants that are sold from the same list of keys; null: this one has a stock of its own. */
function variantsOfOneList({ goods, variants }: ChoosableOffer, variant: Variant): Variant[] | null {
  const shares = ({ selected_options }: Variant) =>
    goods !== undefined && sharesKeys(goods, { is_variant: true, selected_options });
  return shares(variant) ? variants.filter(shares) : null;
}

function heldOf({ variants_held: held }: ChoosableOffer, variants: readonly Variant[]): number {
  return variants.reduce((sum, { selected_options }) => sum + heldOfVariant(held, selected_options), 0);
}

/** True if each is a choice that the product has, and none is chosen twice. */
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
