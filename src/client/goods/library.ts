import type {
  LibraryEntryDetail,
  LibraryKind,
  LibraryPage,
  LibraryReleaseFiles,
  LibraryStates,
} from '#contract/goods/library/library.ts';
import type { ApiClient } from '../api/api-client.ts';

export type LibraryQuery = { kind: LibraryKind | null; q: string; after?: string | undefined; limit?: number };

/** What the signed-in user has, newest first: the first of it, or what follows a `next_cursor`. */
export function getLibrary(api: ApiClient, { kind, q, after, limit }: LibraryQuery): Promise<LibraryPage> {
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(q && { q }),
    ...(after && { after }),
    ...(limit && { limit: String(limit) }),
  });
  return api.get(`/library?${query}`, { asUser: true });
}

/** How the keys, access and hours of several things stand. */
export function getLibraryStates(api: ApiClient, entitlementIds: readonly string[]): Promise<LibraryStates> {
  return api.get(`/library/state?${new URLSearchParams({ of: entitlementIds.join(',') })}`, { asUser: true });
}

export function getLibraryEntry(api: ApiClient, entitlementId: string): Promise<LibraryEntryDetail> {
  return api.get(entryPath(entitlementId), { asUser: true });
}

/** The files of one version that the buyer has; `after` is a `next_cursor`. */
export function getLibraryRelease(
  api: ApiClient,
  { entitlementId, releaseId, after }: { entitlementId: string; releaseId: string; after?: string | undefined },
): Promise<LibraryReleaseFiles> {
  const query = new URLSearchParams({ ...(after && { after }) });
  return api.get(`${entryPath(entitlementId)}/release/${encodeURIComponent(releaseId)}?${query}`, { asUser: true });
}

function entryPath(entitlementId: string): string {
  return `/library/${encodeURIComponent(entitlementId)}`;
}

/** The signed list of a version's files, as the shop has signed it. */
export function getManifest(api: ApiClient, entitlementId: string, releaseId: string): Promise<Blob> {
  return api.getFile(`${entryPath(entitlementId)}/release/${encodeURIComponent(releaseId)}/manifest`);
}
