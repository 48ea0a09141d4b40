import { useFound } from '#client/query/use-api.ts';
import type { Approval } from '#contract/selling/listing/approval.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** Approval that waits, with what would change. */
export function useApproval(approvalId: string): Loaded<{ found: Approval | null }> {
  return useFound('/admin/approval/{approvalId}', { params: { path: { approvalId } } });
}
