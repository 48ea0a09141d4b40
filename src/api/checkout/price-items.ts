import type { Kysely } from 'kysely';
import type { CartItem } from '#contract/checkout.ts';
import { couponCode } from '../coupon/coupon.rules.ts';
import { countUses, findCoupon } from '../coupon/coupon.store.ts';
import { isStorableText } from '../product/product.rules.ts';
import { findOffers } from '../product/stock.store.ts';
import type { ApiTables } from '../schema.ts';
import { CheckoutRefusal, type CheckoutService } from './checkout-service.ts';
import { mergeItems, type PricedCart, priceCart } from './quote.rules.ts';

/**
 * Prices the items from the shop's own catalogue, as they are now. `lock` keeps prices, stock and the coupon as they
 * are until the transaction ends. Throws a CheckoutRefusal for what is not sold here.
 */
export async function priceItems(
  service: CheckoutService,
  db: Kysely<ApiTables>,
  given: { items: CartItem[]; coupon: string | null; userId: string },
  options: { lock: boolean },
): Promise<PricedCart> {
  const items = mergeItems(given.items);
  const ids = items.map((item) => item.product_id).filter(isStorableText);
  const offers = await findOffers(db, ids, options);
  for (const { product_id } of items) {
    const offer = offers.get(product_id);
    if (!offer)
      throw new CheckoutRefusal(
        409,
        `A product in your cart is not sold any more (${product_id}). Remove it and try again.`,
      );
    if (service.shop.rentedElsewhere.has(offer.provider))
      throw new CheckoutRefusal(409, `${offer.product_name} is rented at its provider and cannot be bought here.`);
  }
  const code = couponCode(given.coupon ?? '');
  const coupon = code === '' ? null : { found: isStorableText(code) ? await findCoupon(db, code, options) : null };
  const usedByCustomer = coupon?.found ? await countUses(db, code, given.userId) : 0;
  return priceCart(items, offers, { coupon: coupon && { ...coupon, usedByCustomer }, now: service.now() });
}
