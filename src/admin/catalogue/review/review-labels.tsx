// How reviews and what becomes of them are called on the screens.
import type { StaffReview } from '#contract/catalogue/review-report.schema.ts';
import type { ReviewDecision } from '#contract/catalogue/review-report.ts';
import { StatusBadge } from '#ui/status-badge.tsx';

export const decisionWords: Record<ReviewDecision, string> = {
  hide: 'Hidden',
  show: 'Shown again',
  dismiss: 'Left as it was',
};

/** Where a review stands, as a shape and a word. */
export function ReviewBadge({ of: { review, waiting } }: { of: Pick<StaffReview, 'review' | 'waiting'> }) {
  if (!review.show) return <StatusBadge state="off">{waiting?.edited ? 'Hidden, edited since' : 'Hidden'}</StatusBadge>;
  return waiting ? <StatusBadge state="due">Reported</StatusBadge> : <StatusBadge state="on">Shown</StatusBadge>;
}

/** Stars as words and as a row of signs. */
export function Stars({ rate }: { rate: number }) {
  return (
    <span role="img" aria-label={`${rate} of 5 stars`} className="text-star">
      {'★'.repeat(rate)}
      <span className="text-ink-3">{'☆'.repeat(5 - rate)}</span>
    </span>
  );
}
