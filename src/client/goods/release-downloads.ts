import type { ProductDownloads } from '#contract/goods/download.ts';
import type { ApiClient } from '../api/api-client.ts';

/** How often files of a product went out to buyers, by release. */
export function listReleaseDownloads(api: ApiClient, sellerId: string, productId: string): Promise<ProductDownloads> {
  const path = `/seller/${encodeURIComponent(sellerId)}/listing/${encodeURIComponent(productId)}/download`;
  return api.get(path, { asUser: true });
}
