import type { StaffReview } from '#contract/catalogue/review-report.schema.ts';
import type { Db } from '../../schema/db.ts';
import { ownOf } from './decide-review.ts';
import {
  findJudged,
  findQueued,
  type JudgedReview,
  listReviewDecisions,
  listReviewReports,
  nextQueued,
} from './review-report.store.ts';

const SHOWN = 50;

/** A review as somebody of the staff sees it; null when there is none of this id. */
export async function readReview(
  db: Db,
  reviewId: string,
  reader: { email: string; userId: string },
): Promise<StaffReview | null> {
  const review = await findJudged(db, reviewId);
  if (!review) return null;
  const queued = await findQueued(db, reviewId);
  const reports = await listReviewReports(db, reviewId, SHOWN);
  const decisions = await listReviewDecisions(db, reviewId, SHOWN);
  return {
    review: toReview(review),
    author: { name: review.username, account_id: review.account_id },
    product: {
      product_name: review.product_name,
      listed: review.listed,
      seller: review.seller_id ? { seller_id: review.seller_id, name: review.seller_name ?? '' } : null,
    },
    own: await ownOf(db, review, reader),
    waiting: queued ? { ...queued, since: queued.since.toISOString() } : null,
    reports: reports.map(({ account_id: _account, username, created_at, resolved_at, ...report }) => ({
      ...report,
      by: username,
      created_at: created_at.toISOString(),
      resolved_at: resolved_at?.toISOString() ?? null,
    })),
    decisions: decisions.map(({ at, by_account, username, ...decision }) => ({
      ...decision,
      at: at.toISOString(),
      by: username ?? by_account,
    })),
    next: await nextQueued(db, reviewId, queued?.since ?? null),
  };
}

function toReview(review: JudgedReview): StaffReview['review'] {
  return {
    review_id: review.review_id,
    product_id: review.product_id,
    rate: review.rate,
    review_text: review.review_text,
    created_at: review.created_at.toISOString(),
    updated_at: review.updated_at.toISOString(),
    verified_purchase: review.verified_purchase,
    responses: review.responses,
    show: review.show,
    hidden_at: review.hidden_at?.toISOString() ?? null,
    hidden_reason: review.hidden_reason,
  };
}
