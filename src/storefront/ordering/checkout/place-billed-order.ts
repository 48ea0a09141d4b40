import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { BilledOrderRequest, Quote } from '#contract/ordering/checkout.ts';
import { t } from '#language/message.ts';
import { cartLines, cartTotal, clearCart } from '../cart/cart.ts';
import { orderedItems } from '../cart/order-items.ts';

type Placing = Pick<BilledOrderRequest, 'payment_method' | 'billing'> & {
  /** The quote with the coupon that is applied; null where none is. */
  discounted: Quote | null;
  /** The quote whose licenses the screen shows. */
  shown: Quote | null;
};

/**
 * Orders what is in the cart, to be paid by bank transfer or check, and empties it. Resolves with the order's id, or with why
 * it failed, in words.
 */
export async function placeBilledOrder({
  discounted,
  shown,
  ...request
}: Placing): Promise<{ orderId: string } | { fault: string }> {
  const lines = cartLines.get();
  if (lines.length === 0) return { fault: t('Your cart is empty.') };
  const price = discounted
    ? { amount: discounted.total, coupon: discounted.coupon }
    : { amount: cartTotal.value, coupon: null };
  try {
    const order = await createBrowserApi().post('/order', {
      body: { items: orderedItems(lines, shown), ...price, ...request },
    });
    clearCart();
    showAlert({ type: 'success', message: t('Your order is placed') }, { persist: true });
    return { orderId: order.order_id };
  } catch (error) {
    return { fault: failureText(error) };
  }
}
