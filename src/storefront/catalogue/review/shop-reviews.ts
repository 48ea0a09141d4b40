import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { SellerReview } from '#contract/catalogue/review.ts';
import { t } from '#language/message.ts';

export function useShopReviews(sellerId: string, answered: boolean): Pages<SellerReview> {
  return useApiPages('/seller/{sellerId}/review', {
    params: { path: { sellerId }, query: { answered: answered ? 'true' : 'false' } },
  });
}

/** Resolves with the review as it is now, or with what went wrong. */
export async function saveAnswer(
  sellerId: string,
  review: SellerReview,
  text: string,
): Promise<{ saved: SellerReview } | { fault: string }> {
  try {
    const saved = await createBrowserApi().put('/seller/{sellerId}/review/{reviewId}/response', {
      params: { path: { sellerId, reviewId: review.review_id } },
      body: { text },
    });
    showAlert({
      type: 'success',
      message: review.answer ? t('Your answer is changed') : t('Your answer stands under the review'),
    });
    return { saved };
  } catch (error) {
    return { fault: failureText(error) };
  }
}
