import type { Figures } from '#contract/selling/figures.schema.ts';
import type { ApiClient } from '../api/api-client.ts';

/** Both days are counted. Without a product the whole shop. */
export function getFigures(
  api: ApiClient,
  sellerId: string,
  { from, to, product }: { from: string; to: string; product: string | null },
): Promise<Figures> {
  const query = new URLSearchParams({ from, to, ...(product && { product }) });
  return api.get(`/seller/${encodeURIComponent(sellerId)}/figures?${query}`, { asUser: true });
}
