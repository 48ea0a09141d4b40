import type { Report, ReportedThread, Resolution } from '#contract/people/message.ts';
import type { Overview, SellerDetail, StaffMember, StaffSelf } from '#contract/people/staff.schema.ts';
import type { StaffRole } from '#contract/people/staff.ts';
import type { ShopFigures } from '#contract/selling/shop-figures.schema.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

const mine = { asUser: true };

/** What the signed-in user is on the staff. */
export function getStaffSelf(api: ApiClient): Promise<StaffSelf> {
  return api.get('/admin/me', mine);
}

export function getOverview(api: ApiClient): Promise<Overview> {
  return api.get('/admin/overview', mine);
}

/** Both days are counted, as the zone has them. */
export function getShopFigures(
  api: ApiClient,
  given: { from: string; to: string; zone: string },
): Promise<ShopFigures> {
  return api.get(`/admin/figures?${new URLSearchParams(given)}`, mine);
}

export function getSellerForStaff(api: ApiClient, sellerId: string): Promise<SellerDetail> {
  return api.get(sellerPath(sellerId), mine);
}

export function suspendSeller(api: ApiClient, sellerId: string, reason: string): Promise<SellerDetail> {
  return api.post(`${sellerPath(sellerId)}/suspend`, { reason });
}

export function reinstateSeller(api: ApiClient, sellerId: string): Promise<SellerDetail> {
  return api.post(`${sellerPath(sellerId)}/reinstate`, {});
}

export function listStaff(api: ApiClient): Promise<{ items: StaffMember[] }> {
  return api.get('/admin/staff', mine);
}

/** `account` is an address or an account's id. */
export function giveStaffRole(api: ApiClient, account: string, role: StaffRole): Promise<StaffMember> {
  return api.put('/admin/staff', { account, role });
}

export function takeStaffRole(api: ApiClient, account: string): Promise<void> {
  return api.delete(`/admin/staff/${encodeURIComponent(account)}`);
}

/** The first page, or that which `next` of a page before leads to. */
export function listReports(
  api: ApiClient,
  { resolved, q }: { resolved: boolean; q: string },
  next?: string,
): Promise<ListPage<Report>> {
  const given = new URLSearchParams({ ...(resolved && { resolved: 'true' }), ...(q && { q }) });
  return api.list(next ?? `/admin/report?${given}`, mine);
}

/** A conversation with the newest of its messages, or with those that `next` of an answer before leads to. */
export async function getReport(
  api: ApiClient,
  threadId: string,
  next?: string,
): Promise<ReportedThread & { next: string | null }> {
  const page = await api.list(next ?? reportPath(threadId), mine);
  // Its messages are the list that goes on, beside the thread.
  return { ...(page.items as unknown as ReportedThread), next: page.next };
}

export function resolveReport(api: ApiClient, threadId: string, resolution: Resolution): Promise<ReportedThread> {
  return api.post(`${reportPath(threadId)}/resolve`, resolution);
}

export function resumeThread(api: ApiClient, threadId: string): Promise<ReportedThread> {
  return api.post(`${reportPath(threadId)}/resume`, {});
}

function reportPath(threadId: string): string {
  return `/admin/report/${encodeURIComponent(threadId)}`;
}

function sellerPath(sellerId: string): string {
  return `/admin/seller/${encodeURIComponent(sellerId)}`;
}
