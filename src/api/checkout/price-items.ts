import type { Kysely } from 'kysely';
import type { CartItem } from '#contract/checkout.ts';
import type { Refused } from '#contract/refusal.ts';
import { couponCode } from '../coupon/coupon.rules.ts';
import { countUses, findCoupon } from '../coupon/coupon.store.ts';
import { isStorableText } from '../product/search-text.rules.ts';
import { findOffers } from '../product/stock.store.ts';
import type { ApiTables } from '../schema.ts';
import type { CheckoutService } from './checkout-service.ts';
import { mergeItems, type PricedCart, priceCart } from './quote.rules.ts';

/**
 * Prices the items from the shop's own catalogue, as they are now. `lock` keeps prices, stock and the coupon as they
 * are until the transaction ends. Refuses what is not sold here.
 */
export async function priceItems(
  service: Pick<CheckoutService, 'shop' | 'now'>,
  db: Kysely<ApiTables>,
  given: { items: CartItem[]; coupon: string | null; userId: string },
  options: { lock: boolean },
): Promise<{ cart: PricedCart } | Refused> {
  const items = mergeItems(given.items);
  const ids = items.map((item) => item.product_id).filter(isStorableText);
  const offers = await findOffers(db, ids, options);
  const wanted = [];
  for (const { product_id: productId, quantity } of items) {
    const offer = offers.get(productId);
    if (!offer) return { refused: { code: 'not_sold', productId } };
    if (service.shop.rentedElsewhere.has(offer.provider))
      return { refused: { code: 'rented_elsewhere', productName: offer.product_name } };
    wanted.push({ offer, quantity });
  }
  const coupon = await findGivenCoupon(db, given, options);
  return { cart: priceCart(wanted, { coupon, now: service.now() }) };
}

/** Null where none was given. */
async function findGivenCoupon(
  db: Kysely<ApiTables>,
  given: { coupon: string | null; userId: string },
  options: { lock: boolean },
) {
  const code = couponCode(given.coupon);
  if (code === null) return null;
  const found = isStorableText(code) ? await findCoupon(db, code, options) : null;
  return { found, usedByCustomer: found ? await countUses(db, code, given.userId) : 0 };
}
