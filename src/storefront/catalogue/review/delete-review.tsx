import { useState } from 'react';
import type { ShownReview } from '#contract/catalogue/review.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { deleteOwnReview } from './delete-own-review.ts';

type DeleteReviewProps = { review: ShownReview; onDeleted: () => Promise<void> };

/** Takes the customer's own review back, after asking. */
export function DeleteReview({ review, onDeleted }: DeleteReviewProps) {
  const [asking, setAsking] = useState(false);

  async function remove() {
    const fault = await deleteOwnReview(review);
    if (fault === undefined) await onDeleted();
    return fault;
  }

  return (
    <>
      <button type="button" className="btn btn-ghost" onClick={() => setAsking(true)}>
        {t('Delete your review')}
      </button>
      {asking && (
        <ConfirmDialog
          tone="harm"
          title={t('Delete your review?')}
          confirmLabel={t('Delete review')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{t('Its text, its stars and the answers to it are deleted for good.')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
