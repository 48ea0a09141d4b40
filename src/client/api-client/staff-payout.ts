// Payouts of all shops, as the staff see them: no page of a visitor loads it.
import type { PayoutBatch, StaffPayout } from '#contract/payout.schema.ts';
import type { ApiClient, ListPage } from './api-client.ts';

const mine = { asUser: true };

export type PayoutStep = 'paid' | 'release';
export type PayoutStepWithReason = 'failed' | 'hold';

export function movePayout(
  api: ApiClient,
  payoutId: string,
  step: PayoutStep | PayoutStepWithReason,
  reason?: string,
): Promise<StaffPayout> {
  return api.post(`/admin/payout/${encodeURIComponent(payoutId)}/${step}`, reason === undefined ? {} : { reason });
}

export function listPayoutBatches(api: ApiClient, next?: string): Promise<ListPage<PayoutBatch>> {
  return api.list(next ?? '/admin/payout-batch', mine);
}

export function makePayoutBatch(api: ApiClient, payouts: string[]): Promise<PayoutBatch> {
  return api.post('/admin/payout-batch', { payouts });
}

export function sendPayoutBatch(api: ApiClient, batchId: string): Promise<PayoutBatch> {
  return api.post(`/admin/payout-batch/${encodeURIComponent(batchId)}/sent`, {});
}

export function getBankFile(api: ApiClient, batchId: string, format: 'pain001' | 'csv'): Promise<Blob> {
  return api.getFile(`/admin/payout-batch/${encodeURIComponent(batchId)}/${format}`);
}
