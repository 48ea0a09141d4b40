import type { SellerOrder, SellerOrderFilter, SellerRefundAnswer } from '#contract/ordering/seller-order.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

/** What a shop has sold, newest first: the first of it, or what `next` of a page before leads to. */
export function listSales(
  api: ApiClient,
  sellerId: string,
  { state, q, next }: { state: SellerOrderFilter | null; q: string; next?: string | undefined },
): Promise<ListPage<SellerOrder>> {
  const query = new URLSearchParams({ ...(state && { state }), ...(q && { q }) });
  return api.list(next ?? `${salesOf(sellerId)}?${query}`, { asUser: true });
}

export function getSale(api: ApiClient, sellerId: string, orderId: string): Promise<SellerOrder> {
  return api.get(saleOf(sellerId, orderId), { asUser: true });
}

/** Says that these lines were handed over. */
export function deliverSale(api: ApiClient, sellerId: string, orderId: string, lines: number[]): Promise<SellerOrder> {
  return api.post(`${saleOf(sellerId, orderId)}/deliver`, { lines });
}

export type LineRefund = { line: number; amount: number };

export function refundSale(
  api: ApiClient,
  sellerId: string,
  orderId: string,
  refund: { lines: LineRefund[]; reason: string },
  requestKey: string,
): Promise<SellerRefundAnswer> {
  return api.post(`${saleOf(sellerId, orderId)}/refund`, refund, { headers: { 'idempotency-key': requestKey } });
}

function salesOf(sellerId: string): string {
  return `/seller/${encodeURIComponent(sellerId)}/order`;
}

function saleOf(sellerId: string, orderId: string): string {
  return `${salesOf(sellerId)}/${encodeURIComponent(orderId)}`;
}
