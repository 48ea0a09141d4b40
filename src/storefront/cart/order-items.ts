import type { CartItem } from '#contract/checkout.ts';
import { effectivePrice } from '#contract/product.ts';
import type { CartLines } from './cart-lines.ts';

/** The lines as a quote or an order asks for them; `price` is the one that was shown, so that a refusal can name it. */
export function itemsOf(lines: CartLines): CartItem[] {
  return lines.map((line) => ({
    product_id: line.id,
    quantity: line.quantity,
    price: effectivePrice(line),
    ...(line.selected_options && { selected_options: [...line.selected_options] }),
  }));
}
