// The cart of an order whose payment was cancelled. Loaded when somebody comes back from there.

import type { Alert } from '#client/alert/alert.ts';
import type { ApiClient } from '#client/api/api-client.ts';
import { lineKey } from '#contract/catalogue/product/variant.ts';
import type { Order } from '#contract/ordering/order.ts';
import { t } from '#language/message.ts';
import { appliedCoupon, cartLines, walletPart } from '../cart.ts';
import { keyOf } from '../cart-lines.ts';
import { addLine } from '../change-cart.ts';
import { linesOf } from '../current-lines.ts';

/** Gives the order up and puts what it held back into the cart. Resolves with what to tell the customer. */
export async function restoreCart(api: ApiClient, orderId: string): Promise<Alert> {
  // Wallet part, which the order does not say any more once that is back in the wallet.
  const { wallet_amount: fromWallet } = await api.get('/order/{id}', {
    params: { path: { id: orderId } },
    asUser: true,
  });
  const order = await api.post('/order/{id}/cancel', { params: { path: { id: orderId } } });
  if (order.order_status !== 'cancelled' && order.order_status !== 'expired')
    return { type: 'error', message: t('This order has been paid already. It stands in My Orders.') };
  await refillCart(api, order);
  if (walletPart.get() === null && fromWallet !== undefined) walletPart.set(fromWallet.toFixed(2));
  return { type: 'success', message: t('The payment was cancelled and nothing was charged.') };
}

/** Adds what the cart does not hold any more; what it holds stays as it is. */
async function refillCart(api: ApiClient, order: Order) {
  const held = new Set(cartLines.get().map(keyOf));
  const missing = order.products.filter((line) => line.extends === undefined && !held.has(lineKey(line)));
  const items = missing.map(({ num, ...line }) => ({ ...line, quantity: num }));
  for (const line of await linesOf(api, items)) addLine(line);
  if (appliedCoupon.get() === null) appliedCoupon.set(order.coupon);
}
