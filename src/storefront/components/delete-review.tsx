import { useState } from 'react';
import type { ShownReview } from '#contract/review.ts';
import { showAlert } from '../alert/alert.ts';
import { createBrowserApi } from '../api-client/browser-api.ts';
import { failureText } from '../api-client/failure-text.ts';
import { deleteReview } from '../api-client/review.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { forgetDraft } from './review-draft.ts';

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
