import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { Order } from '#contract/ordering/order.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

/** One of the customer's orders. Not found is an answer, `found: null`: there is nothing to try again. */
export function useOrder(orderId: string): Loaded<{ found: Order | null }> {
  return useLoaded(() => findOrder(orderId));
}

async function findOrder(orderId: string): Promise<{ found: Order | null }> {
  try {
    return { found: await createBrowserApi().get('/order/{id}', { params: { path: { id: orderId } }, asUser: true }) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { found: null };
    throw error;
  }
}
