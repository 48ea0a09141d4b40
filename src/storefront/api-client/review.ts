import type { PostedReview, Review } from '#contract/review.ts';
import type { ApiClient } from './api-client.ts';

/** `asUser`: the signed-in user's own review has their address in full, by which it is recognised. */
export function listReviews(
  api: ApiClient,
  productId: string,
  init?: { signal?: AbortSignal; asUser?: boolean },
): Promise<Review[]> {
  return api.get(`/review/product/${encodeURIComponent(productId)}`, init);
}

/** Posts the signed-in user's review of a product, in the place of the one before if there is one. */
export function postReview(api: ApiClient, review: PostedReview): Promise<Review> {
  return api.post('/review', review);
}

export function deleteReview(api: ApiClient, reviewId: string): Promise<void> {
  return api.delete(`/review/${encodeURIComponent(reviewId)}`);
}
