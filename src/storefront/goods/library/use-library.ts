import { useState } from 'react';
import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { LibraryCounts, LibraryEntry, LibraryEntryDetail, LibraryKind } from '#contract/goods/library/library.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { type Pages, usePages } from '#ui/loading/use-pages.ts';

export type LibraryAsked = { kind: LibraryKind | null; q: string };

/** What the customer has, page by page; `onCounts` hears how much of each kind that is. */
export function useLibrary(asked: LibraryAsked, onCounts: (counts: LibraryCounts) => void): Pages<LibraryEntry> {
  return usePages(async (next?: string) => {
    const query = { kind: asked.kind ?? undefined, q: asked.q || undefined, after: next };
    const page = await createBrowserApi().get('/library', { params: { query }, asUser: true });
    onCounts(page.counts);
    return { items: page.entries, next: page.next_cursor };
  });
}

/** One thing that an address names. Not found is an answer, `found: null`. */
export function useLibraryEntry(entitlementId: string | null): Loaded<{ found: LibraryEntryDetail | null }> {
  return useLoaded(async () => {
    if (entitlementId === null) return { found: null };
    try {
      return {
        found: await createBrowserApi().get('/library/{entitlementId}', {
          params: { path: { entitlementId } },
          asUser: true,
        }),
      };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { found: null };
      throw error;
    }
  });
}

/** Which rows are open. */
export function useOpened(first: string | null) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set(first === null ? [] : [first]));

  function setOpen(id: string, isOpen: boolean) {
    setOpened((known) => {
      const next = new Set(known);
      if (isOpen) next.add(id);
      else next.delete(id);
      return next;
    });
  }

  return { opened, setOpen };
}
