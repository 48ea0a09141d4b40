import type { Payout, PayoutDetail, PayoutSettings, PutPayoutSettings } from '#contract/payout.schema.ts';
import type { ApiClient, ListPage } from './api-client.ts';

const mine = { asUser: true };

export function getPayoutSettings(api: ApiClient, sellerId: string): Promise<PayoutSettings> {
  return api.get(settingsOf(sellerId), mine);
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

export function getPayoutTable(api: ApiClient, sellerId: string, payoutId: string): Promise<Blob> {
  return api.getFile(`${payoutOf(sellerId, payoutId)}/csv`);
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
