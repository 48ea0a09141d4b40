// The approved versions of a product, as its seller sees them.
import { useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { Difference } from '#contract/selling/listing/difference.ts';
import type { ListingContent, ListingVersions } from '#contract/selling/listing/listing.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

type VersionsInUse = {
  /** The newest ones. */
  first: Loaded<ListingVersions>;
  /** Those that were loaded, newest first. */
  versions: ListingVersions['versions'];
  /** Loads the next ones; answers whether that worked. Null when there are no more. */
  loadOlder: (() => Promise<boolean>) | null;
};

export function useVersions(sellerId: string, productId: string): VersionsInUse {
  const first = useLoaded(() =>
    createBrowserApi().get('/seller/{sellerId}/listing/{productId}/version', {
      params: { path: { sellerId, productId } },
      asUser: true,
    }),
  );
  const [added, setAdded] = useState<ListingVersions | null>(null);
  const next = (added ?? first.value)?.next_cursor ?? null;
  const older = added?.versions ?? [];

  async function loadOlder() {
    const page = await createBrowserApi()
      .get('/seller/{sellerId}/listing/{productId}/version', {
        params: {
          path: { sellerId, productId },
          query: { after: Number(next) },
        },
        asUser: true,
      })
      .catch(() => null);
    if (page) setAdded({ ...page, versions: [...older, ...page.versions] });
    return page !== null;
  }

  return { first, versions: [...(first.value?.versions ?? []), ...older], loadOlder: next ? loadOlder : null };
}

type Compared = { difference: Difference; content: ListingContent };

/** What differs between two versions, and the second one whole. */
export function useCompared(
  sellerId: string,
  productId: string,
  { from, to }: { from: number; to: number },
): Loaded<Compared> {
  return useLoaded(async () => {
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
  return useLoaded(
    async () =>
      (
        await createBrowserApi().get('/seller/{sellerId}/listing/{productId}/version/{version}', {
          params: { path: { sellerId, productId, version } },
          asUser: true,
        })
      ).content,
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

/** Whether buyers see the product now; null until it is known. */
export function useSold(sellerId: string, productId: string): boolean | null {
  const { value } = useLoaded(() =>
    createBrowserApi().get('/seller/{sellerId}/listing/{productId}', {
      params: { path: { sellerId, productId } },
      asUser: true,
    }),
  );
  return value && value.path !== null;
}
