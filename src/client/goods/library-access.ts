import type { MoneyBack } from '#contract/goods/access/provision.schema.ts';
import type { ApiClient } from '../api/api-client.ts';

/** Takes the money instead of what was promised and is late. Asked again, it is the same refund. */
export function takeMoneyBack(api: ApiClient, entitlementId: string): Promise<MoneyBack> {
  return api.post(`${entitlementOf(entitlementId)}/money-back`, {});
}

function entitlementOf(entitlementId: string): string {
  return `/library/${encodeURIComponent(entitlementId)}`;
}
