import { currentUser, placeToLeaveTo } from '#client/session/session.ts';
import type { StoreSettings } from '#contract/store-settings.ts';
import { cartLoading, clearCart } from './cart.ts';

let owner: string | null = null;
let leave = () => {};

/**
 * To be called once in the browser: whose cart it is follows who is signed in. Signing out empties it, and so does
 * somebody else's sign-in; a session that was lost does not, for its owner goes on where they were.
 */
export function startCart(kept: StoreSettings['cart']) {
  currentUser.subscribe((user) => {
    const userId = user?.userId ?? null;
    if (userId === owner || (userId === null && placeToLeaveTo() === null)) return;
    leave();
    if (owner) clearCart();
    owner = userId;
    if (owner && kept === 'account') enterAccountCart();
  });
}

function enterAccountCart() {
  const visit = new AbortController();
  leave = () => visit.abort();
  cartLoading.set(true);
  import('./account-cart.ts').then(
    ({ keepAccountCart }) => keepAccountCart(visit.signal),
    // Without it the cart lives in memory until the page is loaded again.
    () => cartLoading.set(false),
  );
}
