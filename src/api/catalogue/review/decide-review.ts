// Decisions of the staff about a review: it is hidden or shown again, or stays as it is. In each case its reports are settled.

import type { ReviewDecision } from '#contract/catalogue/review-report.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import { isMailable, type SendMail } from '#mail/mailer.ts';
import { changesBetween } from '#platform/audit/audit-changes.ts';
import { joinTransaction } from '#platform/database/join-transaction.ts';
import { findMembership } from '../../access/member.store.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import type { DecisionRefusal } from './decision-refusals.rules.ts';
import { isAuthorOf } from './review.rules.ts';
import {
  findQueued,
  type JudgedReview,
  lockJudged,
  recordReviewDecision,
  setHidden,
  settleReviewReports,
} from './review-report.store.ts';
import { hiddenReviewMail, settledReviewMail, shownReviewMail } from './review-report-mails.ts';

export type JudgingReviews = {
  db: Db;
  sendMail: SendMail;
  shop: Marketplace;
  now: () => Date;
  /** Called when visitors see something else than before. */
  refresh: () => Promise<void>;
};

type DecidedReview = {
  reviewId: string;
  /** The person who decides. */
  by: { email: string; userId: string };
  decision: ReviewDecision;
  /** For its author; where it stays as it is, for the staff. */
  reason: string;
  /** When the review that was read had changed last, as an instant of milliseconds. */
  seen: string;
};

/** Answers why it is not decided; null when it is. 'missing': there is no such review. */
export async function decideReview(
  deps: JudgingReviews,
  given: DecidedReview,
): Promise<DecisionRefusal | 'missing' | null> {
  const refused = await decideInTransaction(deps, given);
  if (refused === null && given.decision !== 'dismiss') await deps.refresh();
  return refused;
}

/** The same as a part of the transaction that `db` is, where it is one; what visitors see is for the caller to refresh. */
export function decideInTransaction(
  deps: JudgingReviews,
  given: DecidedReview,
): Promise<DecisionRefusal | 'missing' | null> {
  return joinTransaction(deps.db, async (transaction) => {
    const review = await lockJudged(transaction, given.reviewId);
    if (!review) return 'missing';
    const whose = await ownOf(transaction, review, given.by);
    if (whose) return whose === 'review' ? 'own_review' : 'own_shop';
    if (review.updated_at.toISOString() !== given.seen) return 'review_changed';
    const { decision, reason } = given;
    if (decision === 'hide' && !review.show) return 'already_hidden';
    if (decision === 'show' && review.show) return 'not_hidden';
    if (decision === 'dismiss' && !(await findQueued(transaction, review.review_id))) return 'no_report_waits';
    await carryOut(transaction, deps, review, { decision, reason, by: given.by.userId });
    return null;
  });
}

const actions = {
  hide: 'review.hidden',
  show: 'review.shown',
  dismiss: 'review.reports_dismissed',
} as const satisfies Record<ReviewDecision, string>;

async function carryOut(
  transaction: Db,
  { sendMail, shop, now }: JudgingReviews,
  review: JudgedReview,
  { decision, reason, by }: { decision: ReviewDecision; reason: string; by: string },
): Promise<void> {
  const { review_id: id, user_email: to, account_id: author } = review;
  const at = now();
  if (decision !== 'dismiss') await setHidden(transaction, id, decision === 'hide' ? reason : null, at);
  const { reports, readers } = await settleReviewReports(transaction, id, decision, at);
  await recordReviewDecision(transaction, review, { action: decision, reason, reports, by, at });
  await recordAudit(
    transaction,
    { kind: 'customer' },
    {
      action: actions[decision],
      subject: { kind: 'review', id },
      details: { by, product: review.product_id, reports, ...(reason && { reason }) },
      ...(decision !== 'dismiss' && { changes: changesBetween({ show: review.show }, { show: decision === 'show' }) }),
    },
  );
  const mail = { hide: hiddenReviewMail, show: shownReviewMail, dismiss: null }[decision];
  if (mail && author && isMailable(to)) await sendMail(transaction, mail(shop, { review, to, reason }));
  for (const reader of readers.filter(isMailable))
    await sendMail(
      transaction,
      settledReviewMail(shop, { review, to: reader, isHidden: settledAsHidden(decision, review) }),
    );
}

/** True if the review that was reported ends up hidden. */
function settledAsHidden(decision: ReviewDecision, review: JudgedReview): boolean {
  return decision === 'hide' || (decision === 'dismiss' && !review.show);
}

/** Why somebody of the staff does not decide about it; null where they may. */
export async function ownOf(
  db: Db,
  review: JudgedReview,
  who: { email: string; userId: string },
): Promise<'review' | 'shop' | null> {
  if (isAuthorOf(review, who)) return 'review';
  return review.seller_id && (await findMembership(db, review.seller_id, who.userId)) ? 'shop' : null;
}
