// Goods for buyers of a product. Pure questions that the page, the library and the checkout answer alike; free of the validator.
import type { z } from 'zod';
import { isSpanOfTime } from '../catalogue/product/price-unit.ts';
import type { SelectedOption } from '../catalogue/product/product.ts';
import { variantKey } from '../catalogue/product/variant.ts';
import type { goodsKinds, goodsSchema, publicGoodsSchema, updateRules } from './goods.schema.ts';

export type Goods = z.infer<typeof goodsSchema>;
/** Goods of one variant, or of a product without any. */
export type GoodsOfOne = Omit<Goods, 'variants'>;
export type PublicGoods = z.infer<typeof publicGoodsSchema>;
export type GoodsKind = (typeof goodsKinds)[number];
export type MachineTemplate = NonNullable<NonNullable<GoodsOfOne['hours']>['templates']>[number];
export type UpdateRule = (typeof updateRules)[number];

/** In the order in which people are told. */
const kindsInOrder = ['files', 'keys', 'access', 'hours'] as const satisfies readonly GoodsKind[];

/** The kinds of goods that are promised; none: it is delivered by hand. */
export function kindsOf(goods: Partial<Record<GoodsKind, unknown>>): GoodsKind[] {
  return kindsInOrder.filter((kind) => goods[kind] !== undefined);
}

/** Goods for the buyer of these choices: the variant's own where it has some, otherwise the product's. */
export function goodsFor(
  goods: Goods,
  chosen: { is_variant: boolean; selected_options: readonly SelectedOption[] },
): GoodsOfOne {
  return ownGoods(goods, chosen) ?? withoutVariants(goods);
}

/** For whom a release is: '' for all that have no goods of their own, otherwise the key of the variant that has. */
export function editionFor(
  goods: Goods,
  chosen: { is_variant: boolean; selected_options: readonly SelectedOption[] },
): string {
  return ownGoods(goods, chosen) ? variantKey(chosen.selected_options) : '';
}

/** Goods of so many pieces: of a span of time, such as a month, access works so many times as long. */
export function goodsOfPieces<Own extends { access?: { valid_days?: number } }>(
  goods: Own,
  { quantity, price_unit }: { quantity: number; price_unit: string },
): Own {
  const { access }: { access?: { valid_days?: number } } = goods;
  if (!access?.valid_days || !isSpanOfTime(price_unit)) return goods;
  return { ...goods, access: { ...access, valid_days: access.valid_days * quantity } };
}

function ownGoods(
  { variants = [] }: Goods,
  chosen: { is_variant: boolean; selected_options: readonly SelectedOption[] },
): GoodsOfOne | null {
  if (!chosen.is_variant) return null;
  const key = variantKey(chosen.selected_options);
  const own = variants.find((variant) => variantKey(variant.selected_options) === key);
  if (!own) return null;
  const { selected_options: _, ...goods } = own;
  return goods;
}

function withoutVariants({ variants: _, ...goods }: Goods): GoodsOfOne {
  return goods;
}

/** True if these choices get keys of the product's own list, as all other variants without keys of their own do. */
export function sharesKeys(
  goods: Goods,
  chosen: { is_variant: boolean; selected_options: readonly SelectedOption[] },
): boolean {
  return chosen.is_variant && ownGoods(goods, chosen) === null && goods.keys?.source === 'list';
}

/** True if these are sold as keys from a list: their stock is the number of those that nobody has, and nobody writes another one. */
export function isStockOfKeys(
  goods: Goods | undefined,
  chosen: { is_variant: boolean; selected_options: readonly SelectedOption[] },
): boolean {
  return goods !== undefined && goodsFor(goods, chosen).keys?.source === 'list';
}

/** Without what only those may see who have bought it. */
export function publicGoods(goods: Goods): PublicGoods {
  return {
    ...publicKinds(goods),
    ...(goods.variants?.length && {
      variants: goods.variants.map(({ selected_options, ...own }) => ({ selected_options, ...publicKinds(own) })),
    }),
  };
}

function publicKinds({ files, keys, access, hours }: GoodsOfOne): Omit<PublicGoods, 'variants'> {
  return {
    ...(files && { files: { updates: files.updates } }),
    ...(keys && { keys }),
    ...(access && {
      access: {
        by: access.by,
        ...(access.within_minutes !== undefined && { within_minutes: access.within_minutes }),
        ...(access.valid_days !== undefined && { valid_days: access.valid_days }),
      },
    }),
    ...(hours && { hours }),
  };
}
