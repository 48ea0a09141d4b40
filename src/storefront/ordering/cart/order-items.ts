import { effectivePrice } from '#contract/catalogue/product/product.ts';
import type { CartItem, Quote } from '#contract/ordering/checkout.ts';
import type { CartLines } from './cart-lines.ts';
import { priceUnits } from './price-units.ts';
import { quotedLicense } from './quoted-line.ts';

/** The lines as a quote or an order asks for them; `price` is the one that was shown, so that a refusal can name it. */
export function itemsOf(lines: CartLines): CartItem[] {
  return lines.map((line) => ({
    product_id: line.id,
    quantity: line.quantity,
    ...(line.machines && { machines: line.machines }),
    price: effectivePrice(line),
    ...(line.selected_options && { selected_options: [...line.selected_options] }),
  }));
}

/**
 * The lines as they are ordered: with all that was shown of them, because the shop takes no order under other terms. `shown`
 * is the quote whose licenses stand on the screen.
 */
export function orderedItems(lines: CartLines, shown: Quote | null): CartItem[] {
  const units = priceUnits.get();
  return itemsOf(lines).map((item, index) => ({
    ...item,
    ...(lines[index]?.buy_again && { buy_again: true }),
    price_unit: units.get(item.product_id) ?? '',
    license: quotedLicense(shown, item.product_id) ?? '',
  }));
}
