import type { Approval, ApprovalKind, ApprovalList, ApprovalState } from '#contract/selling/listing/approval.ts';
import type { ApiClient } from '../api/api-client.ts';

type Decided = { approval_id: string; state: ApprovalState };

/** What waits, of one kind or of all, oldest first: the first of it, or what `after` of a page before leads to. */
export function listApprovals(api: ApiClient, kind: ApprovalKind | null, after?: string): Promise<ApprovalList> {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(after !== undefined && { after }) }).toString();
  return api.get(`/admin/approval${query && `?${query}`}`, { asUser: true });
}

export function getApproval(api: ApiClient, approvalId: string): Promise<Approval> {
  return api.get(pathOf(approvalId), { asUser: true });
}

/** Throws an ApiError of 409 where it was decided, or taken back, meanwhile. */
export function approve(api: ApiClient, approvalId: string): Promise<Decided> {
  return api.post(`${pathOf(approvalId)}/approve`, {});
}

export function returnApproval(api: ApiClient, approvalId: string, reason: string): Promise<Decided> {
  return api.post(`${pathOf(approvalId)}/return`, { reason });
}

function pathOf(approvalId: string): string {
  return `/admin/approval/${encodeURIComponent(approvalId)}`;
}
