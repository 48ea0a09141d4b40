// The last look before items are sold: whatever was said about the stock since they were held.
import type { Kysely } from 'kysely';
import { setCounted } from '../../order/holding.store.ts';
import { isHolding, type StoredLine, type StoredOrder } from '../../order/order.rules.ts';
import { type Choice, chooseVariant } from '../../product/choose-variant.rules.ts';
import { findOffers, holdItems, type Offer } from '../../product/stock.store.ts';
import type { ApiTables } from '../../schema.ts';
import { canBeHad } from '../quote.rules.ts';

/**
 * Makes sure that the items of an order that was paid are there for its buyer, and holds those that the order does not
 * hold. Answers the order with its lines as they are counted now, or null where something cannot be had. To be called in
 * the transaction that sells the items: their products are locked.
 */
export async function secureItems(db: Kysely<ApiTables>, order: StoredOrder): Promise<StoredOrder | null> {
  const ids = order.lines.map((line) => line.product_id);
  const offers = await findOffers(db, ids, { lock: true });
  const isPending = isHolding(order);
  const decided = order.lines.map((line) => {
    const offer = offerOf(line, offers);
    const quantity = wantedOf(order, line, offers);
    return { line, decision: isPending && line.counted ? ofHeld(offer, quantity) : ofFree(offer, quantity, isPending) };
  });
  if (decided.some(({ decision }) => decision === 'gone')) return null;
  await holdItems(
    db,
    decided.filter(({ decision }) => decision === 'to hold').map(({ line }) => line),
  );
  const lines = decided.map(({ line, decision }) => ({ ...line, counted: decision !== 'not counted' }));
  for (const [index, { line, counted }] of lines.entries()) {
    if (counted !== order.lines[index]?.counted) await setCounted(db, order.order_id, line, counted);
  }
  return { ...order, lines };
}

type Decision = 'held' | 'to hold' | 'not counted' | 'gone';
type Offers = ReadonlyMap<string, Offer>;

/** What is held may be more than there is by now; what is not sold any more was promised before. */
function ofHeld(offer: Choice | null, quantity: number): Decision {
  return !offer || canBeHad(offer.stock, quantity) ? 'held' : 'gone';
}

/** Items that were released, or that are counted only since the order was placed. */
function ofFree(offer: Choice | null, quantity: number, isPending: boolean): Decision {
  if (!offer) return isPending ? 'not counted' : 'gone';
  if (offer.free === null) return 'not counted';
  return canBeHad(offer.free, quantity) ? 'to hold' : 'gone';
}

/** The product, or its variant; null where that is not sold any more, or was ordered before there were variants. */
function offerOf(line: StoredLine, offers: Offers): Choice | null {
  const offer = offers.get(line.product_id);
  if (!offer || (line.selected_options.length === 0 && offer.variants.length > 0)) return null;
  const found = chooseVariant(offer, line.selected_options);
  return 'choice' in found ? found.choice : null;
}

/** How many the order wants of the stock of this line, held or not as this is: lines that differ in wishes alone are of one. */
function wantedOf(order: StoredOrder, line: StoredLine, offers: Offers): number {
  const key = offerOf(line, offers)?.stock_key;
  const alike = order.lines.filter(
    (other) => other.counted === line.counted && offerOf(other, offers)?.stock_key === key,
  );
  return key === undefined ? line.quantity : alike.reduce((sum, { quantity }) => sum + quantity, 0);
}
