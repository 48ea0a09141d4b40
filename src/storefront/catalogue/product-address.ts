import type { Product, SelectedOption } from '#contract/product.ts';
import { defaultVariant, variantKey } from '#contract/variant.ts';
import { optionsQuery } from './options-query.ts';
import { productPath } from './paths.ts';

/** The page of a product: with what is chosen, where that is not the usual, and the mark from which its reviews are read. */
export function productAddress(product: Product, selected: readonly SelectedOption[], reviews: string | null): string {
  const usual = defaultVariant(product)?.selected_options ?? [];
  const options = variantKey(selected) === variantKey(usual) ? '' : optionsQuery(selected);
  const rest = reviews === null ? '' : `${options ? '&' : '?'}${new URLSearchParams({ reviews })}`;
  return productPath(product.product_id) + options + rest;
}
