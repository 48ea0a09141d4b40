import { currentUser, redirectAfterSignOut } from '#client/session/session.ts';
import type { StoreSettings } from '#contract/store-settings.ts';
import { cartLoading, clearCart } from './cart.ts';
import { hasChosen } from './chosen-key.ts';

let owner: string | null = null;
let stopSync = () => {};

/**
 * To be called once in the browser: the cart belongs to the user who is signed in. It is emptied when they sign out or
 * somebody else signs in, but not when the session has only expired: its owner goes on where they were. Whoever signs in
 * finds in it what was chosen before.
 */
export function startCart(storedIn: StoreSettings['cart']) {
  currentUser.subscribe((user) => {
    belongTo(user?.userId ?? null, storedIn);
    // The screens of the login are left for another after this.
    if (user && hasChosen()) import('./add-chosen.ts').then(({ addAllChosen }) => addAllChosen()).catch(() => {});
  });
}

function belongTo(userId: string | null, storedIn: StoreSettings['cart']) {
  if (userId === owner || (userId === null && redirectAfterSignOut() === null)) return;
  stopSync();
  if (owner) clearCart();
  owner = userId;
  if (owner && storedIn === 'account') openAccountCart();
}

function openAccountCart() {
  const visit = new AbortController();
  stopSync = () => visit.abort();
  cartLoading.set(true);
  import('./account-cart.ts').then(
    ({ syncAccountCart }) => syncAccountCart(visit.signal),
    // Without it the cart lives in memory until the page is loaded again.
    () => cartLoading.set(false),
  );
}
