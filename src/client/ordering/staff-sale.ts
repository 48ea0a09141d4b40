// What a shop has sold, as the staff see it: no page of a visitor loads it.
import type { SellerOrder, SellerOrderFilter, SellerRefundAnswer } from '#contract/ordering/seller-order.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';
import type { LineRefund } from './seller-order.ts';

const mine = { asUser: true };

/** What a shop has sold: the first page, or that which `next` of a page before leads to. */
export function listSalesForStaff(
  api: ApiClient,
  sellerId: string,
  { state }: { state: SellerOrderFilter | '' },
  next?: string,
): Promise<ListPage<SellerOrder>> {
  return api.list(next ?? `${salesPath(sellerId)}?${new URLSearchParams(state ? { state } : {})}`, mine);
}

/** With where it is to be delivered to. */
export function getSaleForStaff(api: ApiClient, sellerId: string, orderId: string): Promise<SellerOrder> {
  return api.get(salePath(sellerId, orderId), mine);
}

export function deliverForSeller(api: ApiClient, sellerId: string, orderId: string, lines: number[]) {
  return api.post<SellerOrder>(`${salePath(sellerId, orderId)}/deliver`, { lines });
}

export function refundForSeller(
  api: ApiClient,
  sellerId: string,
  orderId: string,
  refund: { lines: LineRefund[]; reason: string },
  requestKey: string,
): Promise<SellerRefundAnswer> {
  return api.post(`${salePath(sellerId, orderId)}/refund`, refund, { headers: { 'idempotency-key': requestKey } });
}

function salesPath(sellerId: string): string {
  return `/admin/seller/${encodeURIComponent(sellerId)}/order`;
}

function salePath(sellerId: string, orderId: string): string {
  return `${salesPath(sellerId)}/${encodeURIComponent(orderId)}`;
}
