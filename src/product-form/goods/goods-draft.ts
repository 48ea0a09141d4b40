// Goods as a seller enters them in the editor. Pure.

import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { selectedOptionsText, variantKey } from '#contract/catalogue/product/variant.ts';
import type { Goods, GoodsKind, GoodsOfOne } from '#contract/goods/goods.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { t } from '#language/message.ts';

/** As a kind begins when it is chosen. */
const first = {
  files: { updates: 'free' },
  keys: { source: 'list' },
  access: { by: 'text' },
  hours: { by: 'endpoint', minutes_each: 60 },
} as const satisfies Required<GoodsOfOne>;

/** `before`: as they were when they were taken out, so that a slip loses nothing. */
export function withKind(goods: GoodsOfOne, kind: GoodsKind, isWanted: boolean, before: GoodsOfOne = {}): GoodsOfOne {
  const { [kind]: now, ...rest } = goods;
  return isWanted ? { ...rest, [kind]: now ?? before[kind] ?? first[kind] } : rest;
}

/** The product as a whole, and each of its variants. */
export function goodsChoices({ variants = [] }: ListingContent): Array<{ edition: string; label: string }> {
  return [
    { edition: '', label: variants.length > 0 ? t('All variants') : t('The product') },
    ...variants.map(({ selected_options: selected }) => ({
      edition: variantKey(selected),
      label: selectedOptionsText(selected),
    })),
  ];
}

/** Null: this variant has none of its own. */
export function chosenGoods({ variants = [], ...whole }: Goods, edition: string): GoodsOfOne | null {
  if (edition === '') return whole;
  const own = variants.find(({ selected_options }) => variantKey(selected_options) === edition);
  if (!own) return null;
  const { selected_options: _, ...goods } = own;
  return goods;
}

export function changeGoods(goods: Goods, edition: string, update: (now: GoodsOfOne) => GoodsOfOne): Goods {
  const { variants, ...whole } = goods;
  if (edition === '') return { ...update(whole), ...(variants && { variants }) };
  return {
    ...whole,
    ...(variants && {
      variants: variants.map((own) => {
        const { selected_options, ...now } = own;
        return variantKey(selected_options) === edition ? { selected_options, ...update(now) } : own;
      }),
    }),
  };
}

/** A variant begins with what all have, but for the release, which is made for those alone. */
export function withOwnGoods(goods: Goods, selected_options: SelectedOption[]): Goods {
  const { variants = [], files, ...whole } = goods;
  const own = { selected_options, ...whole, ...(files && { files: { updates: files.updates } }) };
  return { ...goods, variants: [...variants, own] };
}

export function withoutOwnGoods({ variants = [], ...whole }: Goods, edition: string): Goods {
  const left = variants.filter(({ selected_options }) => variantKey(selected_options) !== edition);
  return left.length > 0 ? { ...whole, variants: left } : whole;
}
