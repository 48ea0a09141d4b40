import { isOffline } from '#client/connection.ts';
import type { AskedQuote } from './use-quote.ts';

/** Why the applied coupon takes nothing off, in words; null when it does, or while the shop is asked. */
export function couponProblem({ quote, pending, refusal }: AskedQuote, emptyCart: boolean): string | null {
  if (emptyCart) return 'There is nothing in your cart to take it off.';
  if (pending) return null;
  if (quote) return quote.coupon_problem;
  return refusal ?? `${isOffline() ? 'You are offline. ' : ''}The coupon could not be checked. Please apply it again.`;
}
