import { useState } from 'react';
import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { getLibrary, getLibraryEntry, type LibraryQuery } from '#client/goods/library.ts';
import type { LibraryCounts, LibraryEntry, LibraryEntryDetail } from '#contract/goods/library/library.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { type Pages, usePages } from '#ui/loading/use-pages.ts';

export type LibraryAsked = Pick<LibraryQuery, 'kind' | 'q'>;

/** What the customer has, page by page; `onCounts` hears how much of each kind that is. */
export function useLibrary(asked: LibraryAsked, onCounts: (counts: LibraryCounts) => void): Pages<LibraryEntry> {
  return usePages(async (next?: string) => {
    const page = await getLibrary(createBrowserApi(), { ...asked, after: next });
    onCounts(page.counts);
    return { items: page.entries, next: page.next_cursor };
  });
}

/** One thing that an address names. Not found is an answer, `found: null`. */
export function useLibraryEntry(entitlementId: string | null): Loaded<{ found: LibraryEntryDetail | null }> {
  return useLoaded(async () => {
    if (entitlementId === null) return { found: null };
    try {
      return { found: await getLibraryEntry(createBrowserApi(), entitlementId) };
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
