import type { Alert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { t } from '#language/message.ts';

/** Alert about a payment that somebody comes back from: by its session where it was made, otherwise by the order that was given up. */
export function cardPageOutcome(session: string | null, cancelled: string): Promise<Alert> {
  return session === null ? cancel(cancelled) : verify(session);
}

async function verify(session: string): Promise<Alert> {
  try {
    await createBrowserApi().get('/success/', { params: { query: { session_id: session } }, asUser: true });
    return { type: 'success', message: t('Your machine has more time.') };
  } catch (error) {
    return { type: 'error', message: failureText(error) };
  }
}

async function cancel(orderId: string): Promise<Alert> {
  try {
    const order = await createBrowserApi().post('/order/{id}/cancel', { params: { path: { id: orderId } } });
    const isEnded = order.order_status === 'cancelled' || order.order_status === 'expired';
    return isEnded
      ? { type: 'success', message: t('The payment was cancelled and nothing was charged.') }
      : { type: 'error', message: t('This order has been paid already. It stands in My Orders.') };
  } catch (error) {
    return { type: 'error', message: failureText(error) };
  }
}
