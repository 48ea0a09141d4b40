import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { ShownReview } from '#contract/catalogue/review.ts';
import { t } from '#language/message.ts';
import { deleteDraft } from './review-draft.ts';

/** Deletes a customer's review and says so. Resolves with why it failed, or nothing. */
export async function deleteOwnReview(review: ShownReview): Promise<string | undefined> {
  try {
    await createBrowserApi().delete('/review/{id}', { params: { path: { id: review.review_id } } });
  } catch (error) {
    return failureText(error);
  }
  deleteDraft(review.product_id);
  showAlert({ type: 'success', message: t('Review Deleted') });
  return undefined;
}
