// How reviews and what becomes of them are called on the screens.
import type { StaffReview } from '#contract/catalogue/review-report.schema.ts';
import type { ReviewDecision } from '#contract/catalogue/review-report.ts';
import { Lamp } from '#ui/lamp.tsx';

export const decisionWords: Record<ReviewDecision, string> = {
  hide: 'Hidden',
  show: 'Shown again',
  dismiss: 'Left as it was',
};

/** Where a review stands, as a shape and a word. */
export function ReviewLamp({ of: { review, waiting } }: { of: Pick<StaffReview, 'review' | 'waiting'> }) {
  if (!review.show) return <Lamp state="off">{waiting?.edited ? 'Hidden, edited since' : 'Hidden'}</Lamp>;
  return waiting ? <Lamp state="due">Reported</Lamp> : <Lamp state="on">Shown</Lamp>;
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
