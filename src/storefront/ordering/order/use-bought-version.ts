import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { BoughtVersion } from '#contract/selling/listing/listing.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

/** A line of an order as it was when it was bought. Not found is an answer, `found: null`. */
export function useBoughtVersion(orderId: string, line: number): Loaded<{ found: BoughtVersion | null }> {
  return useLoaded(async () => {
    try {
      return {
        found: await createBrowserApi().get('/order/{id}/line/{line}/version', {
          params: { path: { id: orderId, line } },
          asUser: true,
        }),
      };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { found: null };
      throw error;
    }
  });
}
