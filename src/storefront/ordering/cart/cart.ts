// The cart of this page's user. It lives in memory: a reload empties it, unless the shop stores carts by account (start-cart.ts).
import { atom } from 'nanostores';
import { countItems, totalCents } from './cart-amounts.ts';
import type { CartLines } from './cart-lines.ts';

export const cartLines = atom<CartLines>([]);

/** How many items the cart holds: the sum of the quantities. `itemCount.value` is the number now. */
export const itemCount = atom(0);

/** Cost of the cart before a coupon, in US dollars. `cartTotal.value` is the number now. */
export const cartTotal = atom(0);

/** The code that the customer has applied, or null. What it takes off only the shop knows: it says so in a quote. */
export const appliedCoupon = atom<string | null>(null);

/** A code that was typed and is being asked about. It is applied when the shop takes it; one that it refuses leaves the applied one. */
export const triedCoupon = atom<string | null>(null);

/** The dollars that are to be paid from the wallet, as they are typed, or 'most' for all that can be; null: nothing. */
export const walletPart = atom<string | null>(null);

/** True while the account's stored cart is being loaded. Lines added meanwhile stay. */
export const cartLoading = atom(false);

export function setCart(lines: CartLines) {
  itemCount.set(countItems(lines));
  cartTotal.set(totalCents(lines) / 100);
  cartLines.set(lines);
}

/** Also ends the loading of the account's stored cart, which would fill it again. */
export function clearCart() {
  cartLoading.set(false);
  appliedCoupon.set(null);
  triedCoupon.set(null);
  walletPart.set(null);
  setCart([]);
}
