// Price, sale and stock of what has been approved, as they are sent when a seller saves them.

import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { isStockOfKeys } from '#contract/goods/goods.ts';
import type { ListingContent, PutOffer } from '#contract/selling/listing/listing.ts';

/** Keys count themselves: their number is not sent with a price, since some may be sold while it is typed. */
export function isOfKeys({ goods }: ListingContent, selected?: readonly SelectedOption[]): boolean {
  return isStockOfKeys(goods, { is_variant: selected !== undefined, selected_options: selected ?? [] });
}

/** Fields to send of a price; those left out stay as they are. */
export function offerOf(approved: ListingContent): PutOffer {
  const { price, on_sale = false, sale_price = null, stock = null, variants = [] } = approved;
  if (variants.length === 0)
    return { ...(price != null && { price }), on_sale, sale_price, ...(!isOfKeys(approved) && { stock }) };
  return {
    on_sale,
    variants: variants.map((variant) => ({
      selected_options: variant.selected_options,
      ...(variant.price != null && { price: variant.price }),
      sale_price: variant.sale_price ?? null,
      ...(!isOfKeys(approved, variant.selected_options) && { stock: variant.stock ?? null }),
    })),
  };
}
