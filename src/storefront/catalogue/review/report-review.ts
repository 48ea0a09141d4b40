import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { PostedReviewReport } from '#contract/catalogue/review-report.schema.ts';

/** Resolves with why it failed, or nothing. */
export async function reportReview(reviewId: string, given: PostedReviewReport): Promise<string | undefined> {
  try {
    await createBrowserApi().post('/review/{id}/report', { params: { path: { id: reviewId } }, body: given });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
