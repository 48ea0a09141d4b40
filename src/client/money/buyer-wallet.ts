import type {
  BuyerWallet,
  BuyerWalletMovement,
  BuyerWalletSettings,
  PayIn,
  Withdrawal,
} from '#contract/money/buyer-wallet.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

const asUser = { asUser: true };

/** Of whoever is signed in. */
export function getBuyerWallet(api: ApiClient): Promise<BuyerWallet> {
  return api.get('/buyer-wallet', asUser);
}

export function saveBuyerWallet(api: ApiClient, settings: BuyerWalletSettings): Promise<BuyerWallet> {
  return api.put('/buyer-wallet', settings);
}

/** Newest first: the first of them, or what `next` of a page before leads to. */
export function listBuyerWalletMovements(api: ApiClient, next?: string): Promise<ListPage<BuyerWalletMovement>> {
  return api.list(next ?? '/buyer-wallet/movement', asUser);
}

/** `amount`: dollars. The same key is the same pay-in. */
export function payIn(api: ApiClient, asked: { amount: number; request_key: string }): Promise<PayIn> {
  return api.post('/buyer-wallet/pay-in', asked);
}

/** As the payment provider says it is now. */
export function getPayIn(api: ApiClient, payInId: string): Promise<PayIn> {
  return api.get(`/buyer-wallet/pay-in/${encodeURIComponent(payInId)}`, asUser);
}

/** Ends one that is open; what was paid before is in the wallet. */
export function cancelPayIn(api: ApiClient, payInId: string): Promise<PayIn> {
  return api.post(`/buyer-wallet/pay-in/${encodeURIComponent(payInId)}/cancel`, {});
}

/** Back to the cards that it was paid in from, newest first. */
export function withdraw(api: ApiClient, asked: { amount: number; request_key: string }): Promise<Withdrawal> {
  return api.post('/buyer-wallet/withdrawal', asked);
}
