import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { Approval } from '#contract/selling/listing/approval.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

/** What waits, with what would change. Not found is an answer, `found: null`. */
export function useApproval(approvalId: string): Loaded<{ found: Approval | null }> {
  return useLoaded(async () => {
    try {
      return {
        found: await createBrowserApi().get('/admin/approval/{approvalId}', {
          params: { path: { approvalId } },
          asUser: true,
        }),
      };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { found: null };
      throw error;
    }
  });
}
