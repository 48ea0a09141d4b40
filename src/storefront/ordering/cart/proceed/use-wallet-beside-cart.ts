import { createBrowserApi } from '#client/api/browser-api.ts';
import type { BuyerWallet } from '#contract/money/buyer-wallet.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

/** Wallet of the buyer, asked for once: the cart keeps no answers. */
export function useWalletBesideCart(): Loaded<BuyerWallet> {
  return useLoaded(() => createBrowserApi().get('/buyer-wallet', { asUser: true }));
}
