import type { Quote } from '#contract/ordering/checkout.ts';
import { totalCents } from './cart-amounts.ts';
import type { CartLines } from './cart-lines.ts';
import type { QuoteState } from './use-quote.ts';

type CartTotals = {
  /** In cents, before a coupon. */
  subtotal: number;
  /** In cents, what is to be paid. */
  total: number;
  /** The quote that an applied coupon takes something off in; null without one. */
  discounted: Quote | null;
  /** True while the quote with the coupon is loading: until then the amounts are those of the last one. */
  pending: boolean;
};

/** Totals of the lines with the applied coupon, or with none. */
export function cartTotals(lines: CartLines, coupon: string | null, quoteState: QuoteState): CartTotals {
  const pending = coupon !== null && quoteState.pending;
  const quote = pending ? quoteState.stale : quoteState.quote;
  const discounted = coupon && quote?.coupon ? quote : null;
  const subtotal = totalCents(lines);
  return { subtotal, total: discounted ? Math.round(discounted.total * 100) : subtotal, discounted, pending };
}
