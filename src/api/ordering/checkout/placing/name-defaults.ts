import type { Kysely } from 'kysely';
import { defaultVariant } from '#contract/catalogue/product/variant.ts';
import type { CartItem } from '#contract/ordering/checkout.ts';
import { findOffers } from '../../../catalogue/ports.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';

/**
 * The items as orders name them: where nothing was chosen of a product with variants, the default was meant. Products are looked
 * up only where one of these orders has a variant of them.
 */
export async function nameDefaults(
  db: Kysely<ApiTables>,
  items: CartItem[],
  orders: Array<Pick<StoredOrder, 'lines'>>,
): Promise<CartItem[]> {
  const lines = orders.flatMap((order) => order.lines).filter((line) => line.selected_options.length > 0);
  const ordered = new Set(lines.map((line) => line.product_id));
  const isOpen = ({ product_id: id, selected_options: chosen = [] }: CartItem) =>
    chosen.length === 0 && ordered.has(id);
  const ids = new Set(items.filter(isOpen).map((item) => item.product_id));
  const offers = await findOffers(db, [...ids], { lock: false });
  return items.map((item) => {
    const offer = isOpen(item) && offers.get(item.product_id);
    const meant = offer && defaultVariant(offer);
    return meant ? { ...item, selected_options: meant.selected_options } : item;
  });
}
