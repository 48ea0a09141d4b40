import type { SellerReview } from '#contract/catalogue/review.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

/** Reviews of a shop's products, newest first: the first of them, or those that `next` of a page before leads to. */
export function listSellerReviews(
  api: ApiClient,
  sellerId: string,
  { answered, next }: { answered: boolean; next?: string | undefined },
): Promise<ListPage<SellerReview>> {
  return api.list(next ?? `${reviewsOf(sellerId)}?answered=${answered}`, { asUser: true });
}

export function answerReview(api: ApiClient, sellerId: string, reviewId: string, text: string): Promise<SellerReview> {
  return api.put(`${reviewsOf(sellerId)}/${encodeURIComponent(reviewId)}/response`, { text });
}

function reviewsOf(sellerId: string): string {
  return `/seller/${encodeURIComponent(sellerId)}/review`;
}
