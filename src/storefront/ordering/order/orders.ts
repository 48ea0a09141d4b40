// Orders of the signed-in customer, and their cancellation.

import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useFound } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { Order } from '#contract/ordering/order.ts';
import { userIdOf } from '#contract/people/user.ts';
import type { BoughtVersion } from '#contract/selling/listing/listing.ts';
import { t } from '#language/message.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** Newest first. */
export function useOrders(email: string): Pages<Order> {
  return useApiPages('/order/user/{userId}', { params: { path: { userId: userIdOf(email) } } });
}

export function useOrder(orderId: string): Loaded<{ found: Order | null }> {
  return useFound('/order/{id}', { params: { path: { id: orderId } } });
}

/** A line of an order as it was when it was bought. */
export function useBoughtVersion(orderId: string, line: number): Loaded<{ found: BoughtVersion | null }> {
  return useFound('/order/{id}/line/{line}/version', { params: { path: { id: orderId, line } } });
}

/** Cancels an order and says what became of it: a payment may have been faster. Resolves with why it failed, or nothing. */
export async function cancelUnpaidOrder(orderId: string): Promise<string | undefined> {
  try {
    const { order_status } = await createBrowserApi().post('/order/{id}/cancel', { params: { path: { id: orderId } } });
    if (order_status === 'cancelled' || order_status === 'expired')
      showAlert({ type: 'success', message: t('Your order is cancelled') });
    else showAlert({ type: 'error', message: t('Your order was paid before it could be cancelled') });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
