import type { Download, DownloadLinks } from '#contract/goods/download.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

/** Addresses of a version's files that need no sign-in, for a few minutes; `path`: of one alone. */
export function askForLinks(
  api: ApiClient,
  entitlementId: string,
  wanted: { releaseId: string; path?: string },
): Promise<DownloadLinks> {
  const { releaseId, path } = wanted;
  return api.post(downloadsOf(entitlementId), { release_id: releaseId, ...(path !== undefined && { path }) });
}

/** What was downloaded of a thing, newest first: the first of it, or what `next` of a page before leads to. */
export function listDownloads(api: ApiClient, entitlementId: string, next?: string): Promise<ListPage<Download>> {
  return api.list(next ?? downloadsOf(entitlementId), { asUser: true });
}

function downloadsOf(entitlementId: string): string {
  return `/library/${encodeURIComponent(entitlementId)}/download`;
}
