// Payouts of all shops, as the staff see them: no page of a visitor loads it.
import type {
  ConfirmAccount,
  PayoutAccount,
  PayoutBatch,
  PayoutLine,
  StaffPayout,
  StaffPayoutDetail,
} from '#contract/money/payout.schema.ts';
import type { PayoutGroup, PayoutStep } from '#contract/money/payout.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

const mine = { asUser: true };

export function getStaffPayout(api: ApiClient, payoutId: string): Promise<StaffPayoutDetail> {
  return api.get(payoutOf(payoutId), mine);
}

/** Oldest first: the first of them, all or those of a group, or what `next` of a page before leads to. */
export function listStaffPayoutLines(
  api: ApiClient,
  { payoutId, group, next }: { payoutId: string; group: PayoutGroup | null; next?: string | undefined },
): Promise<ListPage<PayoutLine>> {
  const query = group ? `?${new URLSearchParams({ group })}` : '';
  return api.list(next ?? `${payoutOf(payoutId)}/line${query}`, mine);
}

export function getStaffPayoutStatement(api: ApiClient, payoutId: string, format: 'csv' | 'pdf'): Promise<Blob> {
  return api.getFile(`${payoutOf(payoutId)}/statement?${new URLSearchParams({ format })}`);
}

/** `reason`: of a hold and of a failure. */
export function movePayout(api: ApiClient, payoutId: string, step: PayoutStep, reason?: string): Promise<StaffPayout> {
  return api.post(`${payoutOf(payoutId)}/${step}`, reason === undefined ? {} : { reason });
}

export function getPayoutAccount(api: ApiClient, sellerId: string): Promise<PayoutAccount> {
  return api.get(accountOf(sellerId), mine);
}

export function confirmChangedAccount(api: ApiClient, sellerId: string, seen: ConfirmAccount): Promise<void> {
  return api.post(`${accountOf(sellerId)}/confirm`, seen);
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

export function discardPayoutBatch(api: ApiClient, batchId: string): Promise<void> {
  return api.post(`/admin/payout-batch/${encodeURIComponent(batchId)}/discard`, {});
}

export function getBankFile(api: ApiClient, batchId: string, format: 'pain001' | 'csv'): Promise<Blob> {
  return api.getFile(`/admin/payout-batch/${encodeURIComponent(batchId)}/${format}`);
}

function payoutOf(payoutId: string): string {
  return `/admin/payout/${encodeURIComponent(payoutId)}`;
}

function accountOf(sellerId: string): string {
  return `/admin/seller/${encodeURIComponent(sellerId)}/payout-settings`;
}
