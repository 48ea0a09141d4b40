import type { ShopCheck, ShopCheckResult, ShopChecks } from '#contract/operations/shop-check.schema.ts';
import type { CheckName } from '#contract/operations/shop-check.ts';
import type { ApiClient } from '../api/api-client.ts';

const mine = { asUser: true };

export function getChecks(api: ApiClient): Promise<ShopChecks> {
  return api.get('/admin/check', mine);
}

/** With what differs, and the runs before. */
export function getCheck(api: ApiClient, name: CheckName): Promise<ShopCheckResult> {
  return api.get(`/admin/check/${name}`, mine);
}

/** It is made in the background. */
export function beginCheck(api: ApiClient, name: CheckName): Promise<ShopCheck> {
  return api.post(`/admin/check/${name}`, {});
}

export function repairFigures(api: ApiClient): Promise<ShopCheck> {
  return api.post('/admin/check/figures/repair', {});
}
