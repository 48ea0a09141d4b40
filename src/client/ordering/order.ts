import type { BilledOrderRequest } from '#contract/ordering/checkout.ts';
import type { Order } from '#contract/ordering/order.ts';
import { userIdOf } from '#contract/people/user.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

/** The signed-in customer's orders, newest first: the first of them, or those that `next` of a page before leads to. */
export function listOrders(api: ApiClient, email: string, next?: string): Promise<ListPage<Order>> {
  return api.list(next ?? `/order/user/${encodeURIComponent(userIdOf(email))}`, { asUser: true });
}

export function getOrder(api: ApiClient, orderId: string): Promise<Order> {
  return api.get(orderPath(orderId), { asUser: true });
}

/** Orders with billing details, to be paid by transfer or check. */
export function placeOrder(api: ApiClient, request: BilledOrderRequest): Promise<Order> {
  return api.post('/order', request);
}

/** Gives an order up that is not paid yet. */
export function cancelOrder(api: ApiClient, orderId: string): Promise<Order> {
  return api.post(`${orderPath(orderId)}/cancel`, {});
}

/** The receipt of an order that is paid, as a PDF. */
export function getReceipt(api: ApiClient, orderId: string): Promise<Blob> {
  return api.getFile(`${orderPath(orderId)}/receipt.pdf`);
}

function orderPath(orderId: string): string {
  return `/order/${encodeURIComponent(orderId)}`;
}
