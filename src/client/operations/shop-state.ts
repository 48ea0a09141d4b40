import type { FailedDelivery, ShopState } from '#contract/operations/shop-state.schema.ts';
import type { OutboxName } from '#contract/operations/shop-state.ts';
import type { ApiClient } from '../api/api-client.ts';

const mine = { asUser: true };

export function getShopState(api: ApiClient): Promise<ShopState> {
  return api.get('/admin/state', mine);
}

export function getFailedDeliveries(api: ApiClient, outbox: OutboxName): Promise<{ items: FailedDelivery[] }> {
  return api.get(`/admin/state/outbox/${outbox}/failed`, mine);
}

/** Null: all that were given up. */
export function sendAgain(api: ApiClient, outbox: OutboxName, ids: string[] | null): Promise<{ sent: number }> {
  return api.post(`/admin/state/outbox/${outbox}/send-again`, { ids });
}

export function getOperationsGuide(api: ApiClient): Promise<{ html: string }> {
  return api.get('/admin/operations', mine);
}
