import type {
  ConfirmAccount,
  Payout,
  PayoutDetail,
  PayoutLine,
  PayoutSettings,
  PutPayoutSettings,
} from '#contract/money/payout.schema.ts';
import type { PayoutGroup } from '#contract/money/payout.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

const mine = { asUser: true };

export function getPayoutSettings(api: ApiClient, sellerId: string): Promise<PayoutSettings> {
  return api.get(settingsOf(sellerId), mine);
}

/** Of an account that another owner has changed: its payouts wait no longer. */
export function confirmPayoutAccount(api: ApiClient, sellerId: string, seen: ConfirmAccount): Promise<PayoutSettings> {
  return api.post(`${settingsOf(sellerId)}/confirm`, seen);
}

export function putPayoutSettings(api: ApiClient, sellerId: string, settings: PutPayoutSettings) {
  return api.put<PayoutSettings>(settingsOf(sellerId), settings);
}

/** Where Stripe asks what it has to know. */
export function openConnect(api: ApiClient, sellerId: string): Promise<{ url: string }> {
  return api.post(`${settingsOf(sellerId)}/connect`, {});
}

export function refreshConnect(api: ApiClient, sellerId: string): Promise<PayoutSettings> {
  return api.post(`${settingsOf(sellerId)}/connect/refresh`, {});
}

/** Newest first: the first of them, or what `next` of a page before leads to. */
export function listPayouts(api: ApiClient, sellerId: string, next?: string): Promise<ListPage<Payout>> {
  return api.list(next ?? payoutsOf(sellerId), mine);
}

export function getPayout(api: ApiClient, sellerId: string, payoutId: string): Promise<PayoutDetail> {
  return api.get(payoutOf(sellerId, payoutId), mine);
}

/** Oldest first: the first of them, all or those of a group, or what `next` of a page before leads to. */
export function listPayoutLines(
  api: ApiClient,
  sellerId: string,
  { payoutId, group, next }: { payoutId: string; group: PayoutGroup | null; next?: string | undefined },
): Promise<ListPage<PayoutLine>> {
  const query = group ? `?${new URLSearchParams({ group })}` : '';
  return api.list(next ?? `${payoutOf(sellerId, payoutId)}/line${query}`, mine);
}

export function getPayoutStatement(
  api: ApiClient,
  sellerId: string,
  { payoutId, format }: { payoutId: string; format: 'csv' | 'pdf' },
): Promise<Blob> {
  return api.getFile(`${payoutOf(sellerId, payoutId)}/statement?${new URLSearchParams({ format })}`);
}

export function requestPayout(
  api: ApiClient,
  sellerId: string,
  asked: { amount: number },
  requestKey: string,
): Promise<Payout> {
  return api.post(payoutsOf(sellerId), asked, { headers: { 'idempotency-key': requestKey } });
}

function settingsOf(sellerId: string): string {
  return `/seller/${encodeURIComponent(sellerId)}/payout-settings`;
}

function payoutsOf(sellerId: string): string {
  return `/seller/${encodeURIComponent(sellerId)}/payout`;
}

function payoutOf(sellerId: string, payoutId: string): string {
  return `${payoutsOf(sellerId)}/${encodeURIComponent(payoutId)}`;
}
