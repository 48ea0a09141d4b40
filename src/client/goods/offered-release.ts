import type { OfferedRelease, OfferedReleases } from '#contract/goods/offered-release.schema.ts';
import type { ApiClient } from '../api/api-client.ts';

/** The files that a product is sold with now, as everybody may see them. */
export async function listOfferedReleases(
  api: ApiClient,
  productId: string,
  init?: { signal?: AbortSignal },
): Promise<OfferedRelease[]> {
  const { items } = await api.get<OfferedReleases>(`/product/${encodeURIComponent(productId)}/release`, init);
  return items;
}
