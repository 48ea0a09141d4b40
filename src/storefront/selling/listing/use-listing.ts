import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useApi } from '#client/query/use-api.ts';
import type { Listing, ListingContent } from '#contract/selling/listing/listing.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** The editor begins with it: nothing of before is shown. */
export function useListing(sellerId: string, productId: string): Loaded<Listing> {
  return useApi('/seller/{sellerId}/listing/{productId}', {
    params: { path: { sellerId, productId } },
    isForgotten: true,
  });
}

/** Begins a product of the shop; resolves with it, or with what went wrong. */
export async function beginListing(
  sellerId: string,
  content: ListingContent,
): Promise<{ productId: string } | { fault: string }> {
  try {
    return {
      productId: (
        await createBrowserApi().post('/seller/{sellerId}/listing', {
          params: { path: { sellerId } },
          body: { content },
        })
      ).product_id,
    };
  } catch (error) {
    return { fault: failureText(error) };
  }
}
