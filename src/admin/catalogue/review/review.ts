import { useApi } from '#client/query/use-api.ts';
// Actions of the staff on a review. Each resolves with a sentence about what went wrong, or with nothing.
import type { DecideReview, StaffReview } from '#contract/catalogue/review-report.schema.ts';
import type { ReviewDecision } from '#contract/catalogue/review-report.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export function useReview(reviewId: string): Loaded<StaffReview> {
  return useApi('/admin/review/{reviewId}', { params: { path: { reviewId } }, isForgotten: true });
}

export function decide(reviewId: string, decision: ReviewDecision, given: DecideReview): Promise<string | undefined> {
  return attempt((api) =>
    api.post(`/admin/review/{reviewId}/${decision}`, { params: { path: { reviewId } }, body: given }),
  );
}
