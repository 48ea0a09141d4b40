import { randomUUID } from 'node:crypto';
import type { ReviewReportReason } from '#contract/catalogue/review-report.ts';
import type { Customer } from '../../access/authenticate.ts';
import { findMembership } from '../../access/member.store.ts';
import type { Db } from '../../schema/db.ts';
import { isAuthorOf } from './review.rules.ts';
import { addReviewReport, hasReported, lockJudged } from './review-report.store.ts';

type Given = { reviewId: string; reader: Customer; reason: ReviewReportReason; text: string };

/**
 * A reader says that something is wrong with a review. Once is enough: a second report of the same text changes nothing. 'own': they have written it.
 * An error that `allowReport` throws leaves everything as it was.
 */
export function reportReview(
  db: Db,
  { reviewId, reader, reason, text }: Given,
  allowReport: () => Promise<void>,
): Promise<'reported' | 'own' | null> {
  return db.transaction().execute(async (transaction) => {
    const review = await lockJudged(transaction, reviewId);
    if (!review?.show || !review.listed) return null;
    if (isAuthorOf(review, { email: reader.email, userId: reader.userId })) return 'own';
    if (await hasReported(transaction, reviewId, reader.userId, review.updated_at)) return 'reported';
    await allowReport();
    const member = review.seller_id && (await findMembership(transaction, review.seller_id, reader.userId));
    await addReviewReport(transaction, {
      report_id: randomUUID(),
      review_id: reviewId,
      account_id: reader.userId,
      reason,
      text,
      by_shop: Boolean(member),
    });
    return 'reported';
  });
}
