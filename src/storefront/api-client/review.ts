import type { Review } from '#contract/review.ts';
import type { ApiClient } from './api-client.ts';

export function listReviews(api: ApiClient, productId: string, init?: { signal?: AbortSignal }): Promise<Review[]> {
  return api.get(`/review/product/${encodeURIComponent(productId)}`, init);
}
