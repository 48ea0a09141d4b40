import type { Kysely } from 'kysely';
import { rentsMachines } from '#contract/catalogue/product/rental.ts';
import { editionFor, goodsFor, goodsOfPieces } from '#contract/goods/goods.ts';
import type { CartItem } from '#contract/ordering/checkout.ts';
import type { Refused } from '#contract/refusal.ts';
import { chooseVariant } from '../../../catalogue/ports.rules.ts';
import { findOffers, type Offer } from '../../../catalogue/ports.ts';
import { findExtendable } from '../../../goods/ports.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { isStorableText } from '../../../text/search-text.rules.ts';
import { couponCode } from '../../coupon/coupon.rules.ts';
import { countUses, findCoupon } from '../../coupon/coupon.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { asExtension, extendedBy, refusalOfKind, refusalOfMachines } from './extension.rules.ts';
import { type ChosenOffer, itemKey, mergeItems, type PricedCart, priceCart } from './quote.rules.ts';

/**
 * Prices the items from the shop's own catalogue, as they are now. `lock` keeps the stock and the coupon as they
 * are until the transaction ends, and the products of sellers; `choose` says what an item is of its product. Refuses what is not sold here.
 */
export async function priceItems<Item extends CartItem>(
  service: Pick<CheckoutService, 'shop' | 'now'>,
  db: Kysely<ApiTables>,
  given: { items: Item[]; coupon: string | null; userId: string; accountId: string | null },
  options: { lock: boolean; choose?: (offer: Offer, item: Item) => ReturnType<typeof chooseVariant> },
): Promise<{ cart: PricedCart } | Refused> {
  const { choose = chooseForCart } = options;
  const ids = given.items.map((item) => item.product_id).filter(isStorableText);
  const offers = await findOffers(db, [...new Set(ids)], options);
  const extended = extendedBy(given.items).filter(isStorableText);
  // Products before hours, as everybody locks them.
  const machines = await findExtendable(db, given.accountId, extended, { lock: options.lock, now: service.now() });
  const refused = refusalOfMachines(given.items, machines);
  if (refused) return { refused };
  const chosen = new Map<string, ChosenOffer>();
  const items: CartItem[] = [];
  for (const asked of given.items) {
    const { product_id: productId, quantity, machines: machineCount = 1 } = asked;
    const offer = offers.get(productId);
    if (!offer) return { refused: { code: 'not_sold', productId } };
    if (service.shop.rentedElsewhere.has(offer.provider))
      return { refused: { code: 'rented_elsewhere', productName: offer.product_name } };
    const machine = asked.extends === undefined ? undefined : machines.get(asked.extends);
    const otherKind = machine && refusalOfKind(asked, machine, offer.product_name);
    if (otherKind) return { refused: otherKind };
    const found = choose(offer, machine ? { ...asked, selected_options: machine.selected_options } : asked);
    if ('refused' in found) return found;
    const { selected_options } = found.choice;
    const item = { product_id: productId, quantity, machines: machineCount, selected_options, extends: asked.extends };
    const goods = goodsFor(offer.goods, found.choice);
    if (machineCount > 1 && !rentsMachines({ ...offer, goods }))
      return { refused: { code: 'no_machines', productName: offer.product_name } };
    const own = { ...offer, ...found.choice, goods, edition: editionFor(offer.goods, found.choice) };
    const sold = machine ? asExtension(own, machine) : own;
    if (!sold) return { refused: { code: 'cannot_extend', productName: offer.product_name } };
    chosen.set(itemKey(item), sold);
    items.push(item);
  }
  // Two items may name the same variant, one of them by naming nothing.
  const wanted = mergeItems(items).map((item) => ({
    offer: ofPieces(chosen.get(itemKey(item)) as ChosenOffer, item.quantity),
    quantity: item.quantity,
    machines: item.machines,
  }));
  const coupon = await findGivenCoupon(db, given, options);
  return { cart: priceCart(wanted, { coupon, now: service.now() }) };
}

function ofPieces(offer: ChosenOffer, quantity: number): ChosenOffer {
  return { ...offer, goods: goodsOfPieces(offer.goods, { quantity, price_unit: offer.price_unit }) };
}

function chooseForCart(offer: Offer, { selected_options: selected = [] }: CartItem) {
  return chooseVariant(offer, selected);
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
