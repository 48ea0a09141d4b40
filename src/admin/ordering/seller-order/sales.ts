// Sales of a shop, and actions of the staff on them where the shop does not act any more.
import { createRequestKeys } from '#client/api/request-key.ts';
import { useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { SellerOrder, SellerOrderFilter } from '#contract/ordering/seller-order.ts';
import type { SellerDetail } from '#contract/people/staff.schema.ts';
import { isActingSeller } from '#contract/selling/seller.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export { createRequestKeys };

export function useSales(sellerId: string, state: SellerOrderFilter | ''): Pages<SellerOrder> {
  return useApiPages('/admin/seller/{sellerId}/order', {
    params: { path: { sellerId }, query: { ...(state ? { state } : {}) } },
  });
}

export function useSale(sellerId: string, orderId: string): Loaded<SellerOrder> {
  return useApi('/admin/seller/{sellerId}/order/{orderId}', {
    params: { path: { sellerId, orderId } },
  });
}

/** True if the staff settle the open sales of a shop; nobody does so for their own shop. */
export function isSettledBy(accountId: string, seller: SellerDetail): boolean {
  if (seller.members.some((member) => member.account_id === accountId)) return false;
  return !isActingSeller(seller) || !seller.members.some(({ role }) => role === 'owner');
}

/** Resolves with what went wrong, or with nothing. */
export function deliver(sellerId: string, orderId: string, line: number): Promise<string | undefined> {
  return attempt((api) =>
    api.post('/admin/seller/{sellerId}/order/{orderId}/deliver', {
      params: { path: { sellerId, orderId } },
      body: { lines: [line] },
    }),
  );
}

/** Resolves with what went wrong, or with nothing. `keys` are those of the dialog that asks. */
export async function refund(
  sellerId: string,
  orderId: string,
  given: { lines: Array<{ line: number; amount: number }>; reason: string },
  keys: ReturnType<typeof createRequestKeys>,
): Promise<string | undefined> {
  let refused: string | null = null;
  const fault = await attempt(async (api) => {
    const { state, failure } = await api.post('/admin/seller/{sellerId}/order/{orderId}/refund', {
      params: { path: { sellerId, orderId }, header: { 'idempotency-key': keys.keyFor(given) } },
      body: given,
    });
    keys.done();
    if (state === 'failed') refused = failure ?? '';
  });
  return refused === null ? fault : `The payment provider refuses this refund: ${refused}. No money has moved.`;
}
