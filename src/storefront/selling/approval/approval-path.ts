import type { ApprovalKind } from '#contract/selling/listing/approval.ts';

const queuePath = '/profile/pending-approvals';

/** The address of the queue, or of one in it; with a kind the queue lists that kind alone. */
export function approvalPath(approvalId: string | null, kind: ApprovalKind | null = null): string {
  const path = approvalId === null ? queuePath : `${queuePath}/${encodeURIComponent(approvalId)}`;
  return kind === null ? path : `${path}?kind=${kind}`;
}
