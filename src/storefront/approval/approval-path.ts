const queuePath = '/profile/pending-approvals';

/** The address of the queue, or of one in it. */
export function approvalPath(approvalId: string | null): string {
  return approvalId === null ? queuePath : `${queuePath}/${encodeURIComponent(approvalId)}`;
}
