import { useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
// Payouts, and actions of the staff on them. Each resolves with a sentence about what went wrong, or with nothing.
import type { PayoutAccount, PayoutBatch, PayoutLine, StaffPayoutDetail } from '#contract/money/payout.schema.ts';
import type { PayoutGroup, PayoutStep } from '#contract/money/payout.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export function usePayout(payoutId: string): Loaded<StaffPayoutDetail> {
  return useApi('/admin/payout/{payoutId}', { params: { path: { payoutId } } });
}

/** Where the money of a shop goes to. */
export function usePayoutAccount(sellerId: string): Loaded<PayoutAccount> {
  return useApi('/admin/seller/{sellerId}/payout-settings', {
    params: { path: { sellerId } },
  });
}

/** `changedAt`: of the account that was shown. */
export function confirmAccount(sellerId: string, changedAt: string) {
  return attempt((api) =>
    api.post('/admin/seller/{sellerId}/payout-settings/confirm', {
      params: { path: { sellerId } },
      body: { changed_at: changedAt },
    }),
  );
}

export function usePayoutLines(payoutId: string, group: PayoutGroup | null): Pages<PayoutLine> {
  return useApiPages('/admin/payout/{payoutId}/line', {
    params: { path: { payoutId }, query: { group: group ?? undefined } },
  });
}

export function saveStatement(payoutId: string, format: 'csv' | 'pdf') {
  return attempt(async (api) =>
    saveFile(
      await api.getFile('/admin/payout/{payoutId}/statement', { params: { path: { payoutId }, query: { format } } }),
      `${payoutId}.${format}`,
    ),
  );
}

export function useBatches(): Pages<PayoutBatch> {
  return useApiPages('/admin/payout-batch');
}

export function move(payoutId: string, step: PayoutStep, reason?: string) {
  const params = { path: { payoutId } };
  return attempt((api) =>
    step === 'hold' || step === 'failed'
      ? api.post(`/admin/payout/{payoutId}/${step}`, { params, body: { reason: reason ?? '' } })
      : api.post(`/admin/payout/{payoutId}/${step}`, { params }),
  );
}

export const makeBankFile = (payouts: string[]) =>
  attempt((api) => api.post('/admin/payout-batch', { body: { payouts } }));
export const discardFile = (batchId: string) =>
  attempt((api) => api.post('/admin/payout-batch/{batchId}/discard', { params: { path: { batchId } } }));
export const markSent = (batchId: string) =>
  attempt((api) => api.post('/admin/payout-batch/{batchId}/sent', { params: { path: { batchId } } }));

export function saveBankFile(batchId: string, format: 'pain001' | 'csv') {
  const name = `${batchId}.${format === 'csv' ? 'csv' : 'xml'}`;
  return attempt(async (api) =>
    saveFile(
      await api.getFile('/admin/payout-batch/{batchId}/{format}', { params: { path: { batchId, format } } }),
      name,
    ),
  );
}
