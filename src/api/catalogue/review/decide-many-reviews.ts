// Hiding and showing many reviews: each by the verb that decides about one.
import { decideReviewSchema } from '#contract/catalogue/review-report.schema.ts';
import type { JobValues } from '#contract/operations/staff-job.ts';
import {
  changedSince,
  goneMeanwhile,
  type JobKind,
  oneByOne,
  type RowOutcome,
  refusedRow,
} from '../../operations/ports.ts';
import { decideInTransaction, type JudgingReviews, ownOf } from './decide-review.ts';
import { decisionRefusalText } from './decision-refusals.rules.ts';
import { listJudged } from './review-report.store.ts';

const asked = decideReviewSchema.pick({ reason: true });
type Asked = { reason: string };

export function reviewKinds(judging: JudgingReviews): JobKind[] {
  return [manyReviews(judging, 'hide'), manyReviews(judging, 'show')];
}

function manyReviews(judging: JudgingReviews, decision: 'hide' | 'show'): JobKind<Asked> {
  const isHiding = decision === 'hide';
  const after: JobValues = { shown: isHiding ? 'no' : 'yes' };
  return {
    kind: `review.${decision}`,
    right: 'hideReviews',
    asked,
    async preview(db, { rows, by }) {
      const reviews = await listJudged(
        db,
        rows.map(({ id }) => id),
      );
      const byId = new Map(reviews.map((review) => [review.review_id, review]));
      return oneByOne(rows, async ({ id }): Promise<RowOutcome> => {
        const review = byId.get(id);
        if (!review) return refusedRow(goneMeanwhile);
        const name = `${review.product_name}, by ${review.username || 'somebody'}`;
        // `seen` is what the verb compares: whoever changes a review meanwhile has it read again.
        const before = { shown: review.show ? 'yes' : 'no', seen: review.updated_at.toISOString() };
        const whose = await ownOf(db, review, by);
        if (whose)
          return { name, ...refusedRow(decisionRefusalText(whose === 'review' ? 'own_review' : 'own_shop')), before };
        if (review.show !== isHiding) return { name, outcome: 'same', before, after };
        return { name, outcome: 'changed', before, after };
      });
    },
    runBatch: (transaction, { asked: { reason }, rows, by }) =>
      oneByOne(rows, async ({ id, before }): Promise<RowOutcome> => {
        const given = { reviewId: id, by, decision, reason, seen: String(before?.seen) };
        const refused = await decideInTransaction({ ...judging, db: transaction }, given);
        if (refused === null) return { outcome: 'changed', after };
        if (refused === 'missing') return refusedRow(goneMeanwhile);
        if (refused === 'review_changed') return refusedRow(changedSince);
        return refusedRow(decisionRefusalText(refused));
      }),
    afterBatch: judging.refresh,
  };
}
