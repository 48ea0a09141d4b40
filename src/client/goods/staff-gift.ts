import type { Gift, GiveProduct } from '#contract/goods/library/gift.schema.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

/** Newest first: the first of them, or what `next` of a page before leads to. */
export function listGifts(api: ApiClient, customer: string, next?: string): Promise<ListPage<Gift>> {
  return api.list(next ?? giftsOf(customer), { asUser: true });
}

/** `requestKey`: the same when the request is sent again, as after an answer that was lost. */
export function giveProduct(api: ApiClient, customer: string, gift: GiveProduct, requestKey: string): Promise<Gift> {
  return api.post(giftsOf(customer), gift, { headers: { 'idempotency-key': requestKey } });
}

export function withdrawGift(
  api: ApiClient,
  customer: string,
  { entitlementId, reason }: { entitlementId: string; reason: string },
): Promise<Gift> {
  return api.post(`${giftsOf(customer)}/${encodeURIComponent(entitlementId)}/withdraw`, { reason });
}

function giftsOf(customer: string): string {
  return `/admin/customer/${encodeURIComponent(customer)}/gift`;
}
