import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { reportReview as report } from '#client/catalogue/review.ts';
import type { PostedReviewReport } from '#contract/catalogue/review-report.schema.ts';

/** Resolves with why it failed, or nothing. */
export async function reportReview(reviewId: string, given: PostedReviewReport): Promise<string | undefined> {
  try {
    await report(createBrowserApi(), reviewId, given);
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
