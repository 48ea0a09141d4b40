import type { DecideReview, StaffReview } from '#contract/catalogue/review-report.schema.ts';
import type { ReviewDecision } from '#contract/catalogue/review-report.ts';
import type { ApiClient } from '../api/api-client.ts';

export function getReviewForStaff(api: ApiClient, reviewId: string): Promise<StaffReview> {
  return api.get(pathOf(reviewId), { asUser: true });
}

export function decideReview(
  api: ApiClient,
  reviewId: string,
  decision: ReviewDecision,
  given: DecideReview,
): Promise<StaffReview> {
  return api.post(`${pathOf(reviewId)}/${decision}`, given);
}

function pathOf(reviewId: string): string {
  return `/admin/review/${encodeURIComponent(reviewId)}`;
}
