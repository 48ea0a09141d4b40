// Gifts: given to a customer by the staff without an order, and withdrawn.
import { ApiError, readProblem } from '#client/api/api-client.ts';
import { randomId } from '#client/api/random-id.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { Gift, GiveProduct } from '#contract/goods/library/gift.schema.ts';
import { attempt } from '../../frame/attempt.ts';

export function useGifts(customer: string): Pages<Gift> {
  return useApiPages('/admin/customer/{userId}/gift', {
    params: { path: { userId: customer } },
  });
}

/** A key of a dialog that gives. */
export const createRequestKey = randomId;

export type Given = { gift: Gift } | { fault: string; refusal: string | null };

/** `requestKey` is that of the dialog: whatever becomes of the answers, it gives once. */
export async function give(customer: string, wanted: GiveProduct, requestKey: string): Promise<Given> {
  let gift: Gift | undefined;
  let refusal: string | null = null;
  const fault = await attempt(async (api) => {
    try {
      gift = await api.post('/admin/customer/{userId}/gift', {
        params: { path: { userId: customer }, header: { 'idempotency-key': requestKey } },
        body: wanted,
      });
    } catch (error) {
      refusal = (error instanceof ApiError && readProblem(error.body)?.refusal) || null;
      throw error;
    }
  });
  return gift ? { gift } : { fault: fault ?? '', refusal };
}

/** Resolves with what went wrong, or with nothing. */
export const withdraw = (customer: string, entitlementId: string, reason: string) =>
  attempt((api) =>
    api.post('/admin/customer/{userId}/gift/{entitlementId}/withdraw', {
      params: { path: { userId: customer, entitlementId } },
      body: { reason },
    }),
  );
