import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { Order } from '#contract/ordering/order.ts';
import { userIdOf } from '#contract/people/user.ts';

/** The customer's orders, newest first. */
export function useOrders(email: string): Pages<Order> {
  return useApiPages('/order/user/{userId}', { params: { path: { userId: userIdOf(email) } } });
}
