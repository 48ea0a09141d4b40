import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';

/** Cancels an order and says what became of it: a payment may have been faster. Resolves with why it failed, or nothing. */
export async function cancelUnpaidOrder(orderId: string): Promise<string | undefined> {
  try {
    const { order_status } = await createBrowserApi().post('/order/{id}/cancel', { params: { path: { id: orderId } } });
    if (order_status === 'cancelled' || order_status === 'expired')
      showAlert({ type: 'success', message: 'Your order is cancelled' });
    else showAlert({ type: 'error', message: 'Your order was paid before it could be cancelled' });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
