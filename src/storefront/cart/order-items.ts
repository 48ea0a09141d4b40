import { type ApiClient, ApiError } from '#client/api-client/api-client.ts';
import { getProduct } from '#client/api-client/product.ts';
import type { CartItem } from '#contract/checkout.ts';
import { effectivePrice } from '#contract/product.ts';
import { type CartLine, type CartLines, lineOf } from './cart-lines.ts';
import { setPriceUnit } from './price-units.ts';

/** The lines as a quote or an order asks for them; `price` is the one that was shown, so that a refusal can name it. */
export function itemsOf(lines: CartLines): CartItem[] {
  return lines.map((line) => ({ product_id: line.id, quantity: line.quantity, price: effectivePrice(line) }));
}

/** The lines for items whose products are looked up; those that are no longer sold are left out. */
export async function linesOf(api: ApiClient, items: CartItem[]): Promise<CartLine[]> {
  const lines = await Promise.all(items.map((item) => lineFor(api, item)));
  return lines.filter((line) => line !== null);
}

async function lineFor(api: ApiClient, { product_id, quantity }: CartItem): Promise<CartLine | null> {
  try {
    const product = await getProduct(api, product_id);
    setPriceUnit(product);
    return lineOf(product, quantity);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
