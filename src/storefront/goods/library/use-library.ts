import { useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { foundOf, useAnswer } from '#client/query/use-api.ts';
import { type Pages, usePages } from '#client/query/use-api-pages.ts';
import type { LibraryEntry, LibraryEntryDetail, LibraryKind } from '#contract/goods/library/library.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

export type LibraryAsked = { kind: LibraryKind | null; q: string };

/** Library of the customer, page by page. */
export function useLibrary({ kind, q }: LibraryAsked): Pages<LibraryEntry> {
  return usePages(['/library', kind, q], async (next) => {
    const query = { kind: kind ?? undefined, q: q || undefined, after: next };
    const page = await createBrowserApi().get('/library', { params: { query }, asUser: true });
    return { items: page.entries, next: page.next_cursor };
  });
}

/** One thing that an address names. */
export function useLibraryEntry(entitlementId: string | null): Loaded<{ found: LibraryEntryDetail | null }> {
  return useAnswer(['/library/{entitlementId}', entitlementId], async () =>
    entitlementId === null
      ? { found: null }
      : foundOf(
          createBrowserApi().get('/library/{entitlementId}', { params: { path: { entitlementId } }, asUser: true }),
        ),
  );
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
