import { useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { useApi } from '#client/query/use-api.ts';
import { type Pages, usePages } from '#client/query/use-api-pages.ts';
import type { Download } from '#contract/goods/download.ts';
import type { LibraryEntryDetail, LibraryFile } from '#contract/goods/library/library.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** The files of one version. Those of the newest have come with the thing itself. */
export function useReleaseFiles(detail: LibraryEntryDetail, releaseId: string): Pages<LibraryFile> {
  const { entitlement_id: entitlementId, releases, newest_files: newest } = detail;
  return usePages(['/library/{entitlementId}/release/{releaseId}', entitlementId, releaseId], async (next) => {
    if (next === undefined && newest && releases[0]?.release_id === releaseId)
      return { items: newest.files, next: newest.next_cursor };
    const { files, next_cursor } = await createBrowserApi().get('/library/{entitlementId}/release/{releaseId}', {
      params: { path: { entitlementId, releaseId }, query: { after: next } },
      asUser: true,
    });
    return { items: files, next: next_cursor };
  });
}

/** Downloads of a library item; their newest part is enough. */
export function useDownloads(entitlementId: string): Loaded<Download[]> {
  return useApi('/library/{entitlementId}/download', { params: { path: { entitlementId } } });
}

/** Files that the browser was asked for since the page was opened. */
export function useBegun() {
  const [begun, setBegun] = useState<ReadonlySet<string>>(new Set());
  return { begun, note: (path: string) => setBegun((known) => new Set(known).add(path)) };
}
