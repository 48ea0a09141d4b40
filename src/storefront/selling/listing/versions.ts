// The approved versions of a product, as its seller sees them.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { selected, useAnswer, useApi } from '#client/query/use-api.ts';
import { type Pages, usePages } from '#client/query/use-api-pages.ts';
import type { Difference } from '#contract/selling/listing/difference.ts';
import type { ListingContent, ListingVersions } from '#contract/selling/listing/listing.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** Newest first. */
export function useVersions(sellerId: string, productId: string): Pages<Version> {
  const path = '/seller/{sellerId}/listing/{productId}/version';
  return usePages([path, sellerId, productId], async (next) => {
    const { versions, next_cursor: after } = await createBrowserApi().get(path, {
      params: { path: { sellerId, productId }, query: { after: next === undefined ? undefined : Number(next) } },
      asUser: true,
    });
    return { items: versions, next: after === null ? null : String(after) };
  });
}

type Version = ListingVersions['versions'][number];

type Compared = { difference: Difference; content: ListingContent };

/** Differences between two versions, and the second one whole. */
export function useCompared(
  sellerId: string,
  productId: string,
  { from, to }: { from: number; to: number },
): Loaded<Compared> {
  return useAnswer(['difference', sellerId, productId, from, to], async () => {
    const api = createBrowserApi();
    const [{ difference }, { content }] = await Promise.all([
      api.get('/seller/{sellerId}/listing/{productId}/difference', {
        params: {
          path: { sellerId, productId },
          query: { from, to },
        },
        asUser: true,
      }),
      api.get('/seller/{sellerId}/listing/{productId}/version/{version}', {
        params: { path: { sellerId, productId, version: to } },
        asUser: true,
      }),
    ]);
    return { difference, content };
  });
}

/** A version whole. */
export function useVersion(sellerId: string, productId: string, version: number): Loaded<ListingContent> {
  const params = { path: { sellerId, productId, version } };
  return selected(
    useApi('/seller/{sellerId}/listing/{productId}/version/{version}', { params }),
    ({ content }) => content,
  );
}

/** Writes a version into the draft. Resolves with why that failed, or nothing. */
export async function restore(sellerId: string, productId: string, version: number): Promise<string | undefined> {
  try {
    await createBrowserApi().post('/seller/{sellerId}/listing/{productId}/version/{version}/restore', {
      params: { path: { sellerId, productId, version } },
    });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

/** True if buyers see the product now; null until it is known. */
export function useSold(sellerId: string, productId: string): boolean | null {
  const { value } = useApi('/seller/{sellerId}/listing/{productId}', { params: { path: { sellerId, productId } } });
  return value && value.path !== null;
}
