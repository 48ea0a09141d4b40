import { ApiError } from '#client/api-client/api-client.ts';
import { getApproval } from '#client/api-client/approval.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import type { Approval } from '#contract/approval.ts';
import { type Loaded, useLoaded } from '#ui/use-loaded.ts';

/** What waits, with what would change. Not found is an answer, `found: null`. */
export function useApproval(approvalId: string): Loaded<{ found: Approval | null }> {
  return useLoaded(async () => {
    try {
      return { found: await getApproval(createBrowserApi(), approvalId) };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { found: null };
      throw error;
    }
  });
}
