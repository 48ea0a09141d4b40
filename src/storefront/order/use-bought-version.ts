import { ApiError } from '#client/api-client/api-client.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { getBoughtVersion } from '#client/api-client/listing.ts';
import type { BoughtVersion } from '#contract/listing.ts';
import { type Loaded, useLoaded } from '#ui/use-loaded.ts';

/** A line of an order as it was when it was bought. Not found is an answer, `found: null`. */
export function useBoughtVersion(orderId: string, line: number): Loaded<{ found: BoughtVersion | null }> {
  return useLoaded(async () => {
    try {
      return { found: await getBoughtVersion(createBrowserApi(), orderId, line) };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { found: null };
      throw error;
    }
  });
}
