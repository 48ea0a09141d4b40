// The lines of a cart as the shop has them now, looked up product by product. Loaded when they are needed.

import { type ApiClient, ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { effectivePrice, type Product } from '#contract/catalogue/product/product.ts';
import { defaultVariant, findVariant } from '#contract/catalogue/product/variant.ts';
import type { CartItem } from '#contract/ordering/checkout.ts';
import { asVariant } from '../../catalogue/product/options/variant-offer.ts';
import { getProduct } from '../../catalogue/product/read-products.ts';
import { cartLines, setCart } from './cart.ts';
import { type CartLine, type CartLines, keyOf, lineOf, withAdded } from './cart-lines.ts';
import { itemsOf } from './order-items.ts';
import { priceUnits, setPriceUnit } from './price-units.ts';

/** A line as it would be added now. `isSold`: false where its product is sold, but not with these choices. */
export type CurrentLine = { line: CartLine; isSold: boolean };

export type FormerPrice = { price: number; unit: string };

/** By line, what has to be said of it. */
export type LineNotices = {
  /** Price when it was put into the cart, and its unit, where that is no longer the price. */
  former: Readonly<Record<string, FormerPrice>>;
  /** Lines that are no longer sold: the product, or the product with these choices. */
  gone: Readonly<Record<string, 'product' | 'choice'>>;
};

/** The lines for items; those whose product is no longer sold are left out, those whose choices are not are kept, to be chosen again. */
export async function linesOf(api: ApiClient, items: CartItem[]): Promise<CartLine[]> {
  const found = await currentLines(api, items);
  return found.flatMap((current) => (current ? [current.line] : []));
}

/** Brings these lines of the cart up to date, and resolves with what has changed for who looked at them before. */
export async function refreshLines(outdated: CartLines): Promise<LineNotices> {
  const before = new Map(outdated.map((line) => [keyOf(line), priceOf(line)]));
  const found = await currentLines(createBrowserApi(), itemsOf(outdated));
  const current = new Map(outdated.map((line, index) => [keyOf(line), found[index]]));
  const former: Record<string, FormerPrice> = {};
  const gone: Record<string, 'product' | 'choice'> = {};
  for (const line of outdated) {
    const now = current.get(keyOf(line));
    const was = before.get(keyOf(line));
    if (!now) gone[keyOf(line)] = 'product';
    else if (!now.isSold) gone[keyOf(now.line)] = 'choice';
    else if (was && !isSamePrice(was, priceOf(now.line))) former[keyOf(now.line)] = was;
  }
  const lines = cartLines.get().map((line) => ({
    ...(current.get(keyOf(line))?.line ?? line),
    quantity: line.quantity,
    ...(line.buy_again && { buy_again: line.buy_again }),
  }));
  // Default choices of a line may now be those of another line.
  setCart(lines.reduce<CartLines>((all, line) => withAdded(all, line), []));
  return { former, gone };
}

/** As the cart shows it. */
function priceOf(line: CartLine): FormerPrice {
  return { price: effectivePrice(line), unit: priceUnits.get().get(line.id) ?? '' };
}

function isSamePrice(one: FormerPrice, other: FormerPrice): boolean {
  return one.price === other.price && one.unit === other.unit;
}

/** The lines for items, in their order; null where the product is no longer sold. */
export function currentLines(api: ApiClient, items: CartItem[]): Promise<Array<CurrentLine | null>> {
  return Promise.all(items.map((item) => currentLine(api, item)));
}

async function currentLine(api: ApiClient, item: CartItem): Promise<CurrentLine | null> {
  try {
    const product = await getProduct(api, item.product_id);
    setPriceUnit(product);
    return lineFor(product, item);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function lineFor(product: Product, { quantity, machines, selected_options: selected = [] }: CartItem): CurrentLine {
  const variant = selected.length > 0 ? findVariant(product, selected) : defaultVariant(product);
  if (variant)
    return { line: lineOf(asVariant(product, variant), quantity, variant.selected_options, machines), isSold: true };
  const isSold = !product.variants && selected.every(({ name, value }) => hasChoice(product, name, value));
  return { line: lineOf(isSold ? product : { ...product, stock: 0 }, quantity, selected, machines), isSold };
}

function hasChoice({ options }: Product, name: string, value: string): boolean {
  return options.some((option) => option.name === name && option.choices.includes(value));
}
