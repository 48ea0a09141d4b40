// Offers as a planned sale makes them.

import { fromMicros } from '#contract/money/amount/money.ts';
import type { Offer, PutOffer } from '#contract/selling/listing/listing.ts';
import { saleOf } from '../listing/offer/offer.rules.ts';

type Terms = { percent: number | null; sale_price_micros: number | null };
type Changed = { ok: true; value: PutOffer } | { ok: false; reason: string };

/** Prices are those that the product has when it begins. */
export function saleChange({ percent, sale_price_micros: price }: Terms): (offer: Offer) => Changed {
  return (offer) => {
    if (percent !== null) return saleOf(offer, percent);
    if (offer.variants.length > 0)
      return { ok: false, reason: 'It has variants: give the sale a percentage, which lowers each of them.' };
    return { ok: true, value: { on_sale: true, sale_price: fromMicros(price ?? 0) } };
  };
}
