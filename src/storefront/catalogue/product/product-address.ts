import type { Product, SelectedOption } from '#contract/catalogue/product/product.ts';
import { defaultVariant, variantKey } from '#contract/catalogue/product/variant.ts';
import { productPath } from '../paths.ts';
import { optionsQuery } from './options/options-query.ts';

/** The page of a product: with what is chosen, where that is not the usual, and the mark from which its reviews are read. */
export function productAddress(product: Product, selected: readonly SelectedOption[], reviews: string | null): string {
  const usual = defaultVariant(product)?.selected_options ?? [];
  const options = variantKey(selected) === variantKey(usual) ? '' : optionsQuery(selected);
  const rest = reviews === null ? '' : `${options ? '&' : '?'}${new URLSearchParams({ reviews })}`;
  return productPath(product.product_id) + options + rest;
}
