import { useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { BuyerWallet, BuyerWalletMovement } from '#contract/money/buyer-wallet.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

export function useBuyerWallet(): Loaded<BuyerWallet> {
  return useApi('/buyer-wallet');
}

/** Newest first. */
export function useBuyerWalletMovements(): Pages<BuyerWalletMovement> {
  return useApiPages('/buyer-wallet/movement');
}
