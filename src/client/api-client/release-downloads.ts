import type { ApiClient } from './api-client.ts';

/** How often files of a release went out whole to buyers. */
export type ReleaseDownloads = { release_id: string; completed: number };

/** Of the releases of a product that something was downloaded of. */
export function listReleaseDownloads(
  api: ApiClient,
  sellerId: string,
  productId: string,
): Promise<{ releases: ReleaseDownloads[] }> {
  const path = `/seller/${encodeURIComponent(sellerId)}/listing/${encodeURIComponent(productId)}/download`;
  return api.get(path, { asUser: true });
}
