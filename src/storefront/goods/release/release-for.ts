import type { Product, SelectedOption } from '#contract/catalogue/product/product.ts';
import { variantKey } from '#contract/catalogue/product/variant.ts';
import { goodsFor, type PublicGoods } from '#contract/goods/goods.ts';
import type { OfferedRelease } from '#contract/goods/offered-release.schema.ts';

/** Goods promised to a buyer of this choice; null while it depends on what has still to be chosen. */
export function goodsOfChoice(
  { goods = {}, variants = [], options }: Product,
  selected: readonly SelectedOption[],
): Omit<PublicGoods, 'variants'> | null {
  const isOpen = variants.length > 0 && selected.length < options.length;
  if (isOpen && goods.variants?.length) return null;
  return goodsFor(goods, { is_variant: variants.length > 0, selected_options: selected });
}

/** The release that a buyer of this choice gets: the variant's own, otherwise the product's. */
export function releaseFor(
  { goods = {} }: Product,
  releases: readonly OfferedRelease[],
  selected: readonly SelectedOption[],
): OfferedRelease | null {
  const key = variantKey(selected);
  const hasOwn = goods.variants?.some((variant) => variantKey(variant.selected_options) === key);
  const isMeant = ({ selected_options: own }: OfferedRelease) =>
    hasOwn ? own && variantKey(own) === key : own === null;
  return releases.find(isMeant) ?? null;
}

/** True if any buyer gets files: only then is there something to ask for. */
export function promisesFiles({ goods }: Product): boolean {
  return Boolean(goods?.files || goods?.variants?.some((variant) => variant.files));
}
