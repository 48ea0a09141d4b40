import type { AskedOutage, OutagePreview, RecordedOutage, SellerHours } from '#contract/goods/access/hours.schema.ts';
import type { SellerHoursFilter } from '#contract/goods/access/hours.ts';
import type { ProvisionField } from '#contract/goods/access/provision.schema.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

/** Hours that the shop has sold, newest first: the first of them, or what `next` of a page before leads to. */
export function listSoldHours(
  api: ApiClient,
  sellerId: string,
  { state, next }: { state?: SellerHoursFilter | null; next?: string | undefined } = {},
): Promise<ListPage<SellerHours>> {
  const query = new URLSearchParams(state ? { state } : {});
  return api.list(next ?? `${hoursOf(sellerId)}?${query}`, { asUser: true });
}

/** Says that a machine is on that a buyer waits for: minutes count from now on. */
export function sayMachineStarted(
  api: ApiClient,
  sellerId: string,
  entitlementId: string,
  fields: ProvisionField[],
): Promise<SellerHours> {
  return api.post(`${hoursOf(sellerId)}/${encodeURIComponent(entitlementId)}/started`, { fields });
}

/** Says that a machine is off. */
export function sayMachineStopped(api: ApiClient, sellerId: string, entitlementId: string): Promise<SellerHours> {
  return api.post(`${hoursOf(sellerId)}/${encodeURIComponent(entitlementId)}/stopped`, {});
}

export type WantedOutage = { from: string; to: string; reason: string } & (
  | { product_id: string }
  | { session_id: string }
);

/** Gives the minutes back of every machine that was on then. */
export function recordOutage(api: ApiClient, sellerId: string, outage: WantedOutage): Promise<RecordedOutage> {
  return api.post(`${hoursOf(sellerId)}/outage`, outage);
}

/** What recording it would give back now. */
export function previewOutage(api: ApiClient, sellerId: string, outage: AskedOutage): Promise<OutagePreview> {
  return api.post(`${hoursOf(sellerId)}/outage/preview`, outage);
}

/** Hours that the operator looks after, for the staff. */
export function listOwnSoldHours(
  api: ApiClient,
  { state, next }: { state?: SellerHoursFilter | null; next?: string | undefined } = {},
): Promise<ListPage<SellerHours>> {
  const query = new URLSearchParams(state ? { state } : {});
  return api.list(next ?? `/admin/hours?${query}`, { asUser: true });
}

export function sayOwnMachineStarted(
  api: ApiClient,
  entitlementId: string,
  fields: ProvisionField[],
): Promise<SellerHours> {
  return api.post(`/admin/hours/${encodeURIComponent(entitlementId)}/started`, { fields });
}

export function sayOwnMachineStopped(api: ApiClient, entitlementId: string): Promise<SellerHours> {
  return api.post(`/admin/hours/${encodeURIComponent(entitlementId)}/stopped`, {});
}

export function previewOutageForShop(api: ApiClient, outage: AskedOutage): Promise<OutagePreview> {
  return api.post('/admin/hours/outage/preview', outage);
}

/** By the staff, of whichever shop. */
export function recordOutageForShop(api: ApiClient, outage: WantedOutage): Promise<RecordedOutage> {
  return api.post('/admin/hours/outage', outage);
}

function hoursOf(sellerId: string): string {
  return `/seller/${encodeURIComponent(sellerId)}/hours`;
}
