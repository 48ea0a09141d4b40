import type { PostedReview, Review, ReviewSummary } from '#contract/catalogue/review.ts';
import type { PostedReviewReport } from '#contract/catalogue/review-report.schema.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

type Init = { signal?: AbortSignal };

/**
 * The first reviews of a product, or those from the mark `after` on. `asUser`: the signed-in user's own review has their
 * address in full, by which it is recognised.
 */
export function listReviews(
  api: ApiClient,
  productId: string,
  init?: Init & { asUser?: boolean; after?: string | null },
): Promise<ListPage<Review>> {
  return api.list(pathOf(productId) + (init?.after ? `?${new URLSearchParams({ after: init.after })}` : ''), init);
}

/** Those that `next` of a page before leads to. */
export function listMoreReviews(api: ApiClient, next: string): Promise<ListPage<Review>> {
  return api.list(next);
}

/** The mark at which `next` of a page goes on. */
export function reviewMark(next: string | null): string | null {
  return next && new URLSearchParams(next.slice(next.indexOf('?'))).get('after');
}

/** What all reviews of a product come to. */
export function getReviewSummary(api: ApiClient, productId: string, init?: Init): Promise<ReviewSummary> {
  return api.get(`${pathOf(productId)}/summary`, init);
}

/** The signed-in user's review of a product, if there is one, hidden or not. */
export async function findOwnReview(api: ApiClient, productId: string): Promise<Review | null> {
  const [own] = await api.get<Review[]>(`${pathOf(productId)}?mine=true`, { asUser: true });
  return own ?? null;
}

/** Posts the signed-in user's review of a product, in the place of the one before if there is one. */
export function postReview(api: ApiClient, review: PostedReview): Promise<Review> {
  return api.post('/review', review);
}

export function deleteReview(api: ApiClient, reviewId: string): Promise<void> {
  return api.delete(`/review/${encodeURIComponent(reviewId)}`);
}

/** Tells the staff that something is wrong with somebody's review. */
export function reportReview(api: ApiClient, reviewId: string, report: PostedReviewReport): Promise<void> {
  return api.post(`/review/${encodeURIComponent(reviewId)}/report`, report);
}

function pathOf(productId: string): string {
  return `/review/product/${encodeURIComponent(productId)}`;
}
