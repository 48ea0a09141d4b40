import { createBrowserApi } from '#client/api/browser-api.ts';
import type { Quote } from '#contract/ordering/checkout.ts';
import { appliedCoupon, cartLines, cartTotal, triedCoupon } from '../cart.ts';
import { itemsOf, orderedItems } from '../order-items.ts';
import type { QuoteState } from '../use-quote.ts';
import { paymentFailure, startPayment } from './start-payment.ts';

/**
 * Orders the cart and leaves for the payment. Resolves with what to tell the customer when that fails, or with null. The amount is
 * the cart's total; with a coupon it is what the shop says that remains. `fromWallet`: the cents of it that a wallet pays.
 */
export async function payCart(known: Pick<QuoteState, 'quote' | 'shown'>, fromWallet: number): Promise<string | null> {
  const api = createBrowserApi();
  const lines = cartLines.get();
  const tried = triedCoupon.get();
  const coupon = tried ?? appliedCoupon.get();
  let { quote } = known;
  try {
    if (coupon && !quote) quote = await api.post('/cart/quote', { body: { items: itemsOf(lines), coupon } });
  } catch (error) {
    return paymentFailure(error);
  }
  // A code that was just typed must take effect before the payment.
  if (tried && quote?.coupon_problem) return quote.coupon_problem;
  const discounted = coupon && quote?.coupon ? { amount: quote.total, coupon: quote.coupon } : null;
  const request = {
    items: orderedItems(lines, known.shown),
    amount: cartTotal.value,
    coupon: null,
    ...discounted,
    ...(fromWallet > 0 && { wallet_amount: fromWallet / 100 }),
  };
  return startPayment(api, request, goTo, isFreeCart(known.shown));
}

/** True if the shop asks nothing for the cart; what only comes to less than a cent is not free. */
export function isFreeCart(quote: Pick<Quote, 'total' | 'lines'> | null): boolean {
  return quote?.total === 0 && quote.lines.every((line) => line.unit_price === 0 || line.amount > 0);
}

/** Throws for what is no address of a page, such as a script. */
function goTo(address: string) {
  const { protocol, href } = new URL(address, window.location.href);
  if (!/^https?:$/.test(protocol)) throw new TypeError(`${protocol} leads nowhere`);
  window.location.assign(href);
}
