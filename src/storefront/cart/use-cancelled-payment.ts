import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Alert, showAlert } from '#client/alert/alert.ts';
import type { ApiClient } from '#client/api-client/api-client.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { cancelOrder } from '#client/api-client/order.ts';
import { currentUser } from '#client/session/session.ts';
import type { Order } from '#contract/order.ts';
import { addLine, appliedCoupon, cartLines, cartLoading } from './cart.ts';
import { linesOf } from './order-items.ts';

/**
 * A customer who cancels at the payment provider comes back to `/cart?cancelled=<order>`: the order is given up and
 * the cart holds its items again. True until that is done; then the address is the cart's own, so that a reload does
 * nothing again.
 */
export function useCancelledPayment(): boolean {
  const navigate = useNavigate();
  const loading = useStore(cartLoading);
  const orderId = new URLSearchParams(useLocation().search).get('cancelled');
  const handled = useRef<string | null>(null);

  useEffect(() => {
    if (!orderId || loading || handled.current === orderId) return;
    handled.current = orderId;
    restoreCart(createBrowserApi(), orderId).then((alert) => {
      // Whoever was signed out by the answer is led to the login, and comes back here.
      if (!currentUser.get()) return;
      showAlert(alert, { persist: true });
      navigate('/cart', { replace: true });
    });
  }, [orderId, loading, navigate]);

  return orderId !== null;
}

async function restoreCart(api: ApiClient, orderId: string): Promise<Alert> {
  try {
    const order = await cancelOrder(api, orderId);
    if (order.order_status !== 'cancelled' && order.order_status !== 'expired')
      return { type: 'error', message: 'This order has been paid already. It stands in My Orders.' };
    await refillCart(api, order);
    return { type: 'success', message: 'The payment was cancelled and nothing was charged.' };
  } catch {
    return { type: 'error', message: 'Your cart could not be filled again. What you ordered stands in My Orders.' };
  }
}

/** Adds what the cart does not hold any more; what it holds stays as it is. */
async function refillCart(api: ApiClient, order: Order) {
  const held = new Set(cartLines.get().map((line) => line.id));
  const missing = order.products.filter(({ product_id }) => !held.has(product_id));
  const items = missing.map(({ product_id, num }) => ({ product_id, quantity: num }));
  for (const line of await linesOf(api, items)) addLine(line);
  if (appliedCoupon.get() === null) appliedCoupon.set(order.coupon);
}
