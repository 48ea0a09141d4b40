import { useFound } from '#client/query/use-api.ts';
import type { Order } from '#contract/ordering/order.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** One of the customer's orders. */
export function useOrder(orderId: string): Loaded<{ found: Order | null }> {
  return useFound('/order/{id}', { params: { path: { id: orderId } } });
}
