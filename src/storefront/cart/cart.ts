// The cart of this page's user. It lives in memory: a reload empties it, unless the shop stores carts by account (start-cart.ts).
import { atom } from 'nanostores';
import {
  type CartLine,
  type CartLines,
  countItems,
  totalCents,
  withAdded,
  withChanged,
  without,
} from './cart-lines.ts';

export const cartLines = atom<CartLines>([]);

/** How many items the cart holds: the sum of the quantities. `itemCount.value` is the number now. */
export const itemCount = atom(0);

/** What the cart costs before a coupon, in US dollars. `cartTotal.value` is the number now. */
export const cartTotal = atom(0);

/** The code that the customer has applied, or null. What it takes off only the shop knows: it says so in a quote. */
export const appliedCoupon = atom<string | null>(null);

/** Whether the account's stored cart is being loaded. What is added meanwhile stays. */
export const cartLoading = atom(false);

export function setCart(lines: CartLines) {
  itemCount.set(countItems(lines));
  cartTotal.set(totalCents(lines) / 100);
  cartLines.set(lines);
}

export function addLine(line: CartLine) {
  setCart(withAdded(cartLines.get(), line));
}

export function raiseQuantity(id: string, amount: number) {
  setCart(withChanged(cartLines.get(), id, amount));
}

/** Does nothing unless the quantity is greater than the amount. */
export function lowerQuantity(id: string, amount: number) {
  setCart(withChanged(cartLines.get(), id, -amount));
}

export function removeLine(id: string) {
  setCart(without(cartLines.get(), id));
}

/** Also ends the loading of the account's stored cart, which would fill it again. */
export function clearCart() {
  cartLoading.set(false);
  appliedCoupon.set(null);
  setCart([]);
}
