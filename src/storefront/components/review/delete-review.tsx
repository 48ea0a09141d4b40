import { useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { deleteReview } from '#client/api-client/review.ts';
import type { ShownReview } from '#contract/review.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { forgetDraft } from '../../review/review-draft.ts';

type DeleteReviewProps = { review: ShownReview; onDeleted: () => Promise<void> };

/** Takes the customer's own review back, after asking. */
export function DeleteReview({ review, onDeleted }: DeleteReviewProps) {
  const [asking, setAsking] = useState(false);

  async function remove() {
    try {
      await deleteReview(createBrowserApi(), review.review_id);
    } catch (error) {
      return failureText(error);
    }
    forgetDraft(review.product_id);
    showAlert({ type: 'success', message: 'Review Deleted' });
    await onDeleted();
    return undefined;
  }

  return (
    <>
      <button type="button" className="btn btn-ghost" onClick={() => setAsking(true)}>
        Delete your review
      </button>
      {asking && (
        <ConfirmDialog
          title="Delete your review?"
          confirmLabel="Delete review"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>Its text, its stars and the answers to it are deleted for good.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
