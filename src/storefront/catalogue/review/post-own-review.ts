import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { randomId } from '#client/api/random-id.ts';
import type { ShownReview } from '#contract/catalogue/review.ts';
import { t } from '#language/message.ts';
import { deleteDraft } from './review-draft.ts';

type OwnReview = { productId: string; email: string; rate: number; text: string };

/** Posts a customer's review in the place of `previous`, and says so. Resolves with why it failed, or nothing. */
export async function postOwnReview(
  { productId, email, rate, text }: OwnReview,
  previous: ShownReview | null,
): Promise<string | undefined> {
  const now = new Date().toISOString();
  try {
    await createBrowserApi().post('/review', {
      body: {
        review_id: previous?.review_id ?? randomId(),
        product_id: productId,
        user_email: email,
        rate,
        review_text: text.trim(),
        created_at: previous?.created_at ?? now,
        updated_at: now,
        helpful_count: 0,
        verified_purchase: true,
        responses: [],
      },
    });
  } catch (error) {
    showAlert({ type: 'error', message: t('Failed Posting Review') });
    return failureText(error);
  }
  deleteDraft(productId);
  showAlert({ type: 'success', message: t('Review Posted') });
  return undefined;
}
