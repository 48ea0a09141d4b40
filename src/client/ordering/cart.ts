import type { Cart, Quote, QuoteRequest } from '#contract/ordering/checkout.ts';
import type { ApiClient } from '../api/api-client.ts';

/** What the items cost now, what a coupon takes off, and what can be had. */
export function getQuote(api: ApiClient, request: QuoteRequest, init?: { signal?: AbortSignal }): Promise<Quote> {
  return api.post('/cart/quote', request, init);
}

/** The cart that the shop stores for the signed-in account. */
export function readCart(api: ApiClient): Promise<Cart> {
  return api.get('/cart', { asUser: true });
}

export function saveCart(api: ApiClient, cart: Cart): Promise<Cart> {
  return api.put('/cart', cart);
}
