import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { Listing, ListingContent } from '#contract/selling/listing/listing.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

export function useListing(sellerId: string, productId: string): Loaded<Listing> {
  return useLoaded(() =>
    createBrowserApi().get('/seller/{sellerId}/listing/{productId}', {
      params: { path: { sellerId, productId } },
      asUser: true,
    }),
  );
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
