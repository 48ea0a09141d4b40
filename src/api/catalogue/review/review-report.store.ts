// Reports of reviews, the queue of those that wait for the staff, and what was decided.
import { type Kysely, sql } from 'kysely';
import type { ReviewDecision, ReviewReportReason } from '#contract/catalogue/review-report.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** A review with what tells whose it is, and whose product it is about. */
export type JudgedReview = NonNullable<Awaited<ReturnType<typeof findJudged>>>;

/** The review of this id, shown or not. */
export function findJudged(db: Db, reviewId: string) {
  return judged(db).where('review.review_id', '=', reviewId).executeTakeFirst();
}

/** The same; nobody else changes or decides about it until the transaction ends. */
export function lockJudged(transaction: Db, reviewId: string) {
  return judged(transaction).where('review.review_id', '=', reviewId).forNoKeyUpdate('review').executeTakeFirst();
}

export function listJudged(db: Db, reviewIds: string[]) {
  return judged(db).where('review.review_id', 'in', reviewIds).execute();
}

function judged(db: Db) {
  return db
    .selectFrom('api.review as review')
    .innerJoin('api.product as product', 'product.product_id', 'review.product_id')
    .innerJoin('api.user as user', 'user.user_id', 'review.user_email')
    .leftJoin('api.seller as seller', 'seller.seller_id', 'review.seller_id')
    .selectAll('review')
    .select([
      'product.product_name',
      'product.listed',
      'user.username',
      'user.account_id',
      'seller.name as seller_name',
    ]);
}

/** True if this account's report of the review waits, or was settled after the review's last change. */
export async function hasReported(db: Db, reviewId: string, accountId: string, changedAt: Date): Promise<boolean> {
  const row = await db
    .selectFrom('api.review_report')
    .select('report_id')
    .where('review_id', '=', reviewId)
    .where('account_id', '=', accountId)
    .where(({ or, eb }) => or([eb('resolved_at', 'is', null), eb('created_at', '>=', changedAt)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The review must be locked. */
export async function addReviewReport(
  transaction: Db,
  report: {
    report_id: string;
    review_id: string;
    account_id: string;
    reason: ReviewReportReason;
    text: string;
    by_shop: boolean;
  },
): Promise<void> {
  await transaction.insertInto('api.review_report').values(report).execute();
  await transaction
    .insertInto('api.review_queue')
    .values({ review_id: report.review_id, reports: 1 })
    .onConflict((conflict) => conflict.column('review_id').doUpdateSet({ reports: sql`api.review_queue.reports + 1` }))
    .execute();
}

/** The author of a hidden review has changed it: it waits for the staff. */
export async function queueEdited(transaction: Db, reviewId: string): Promise<void> {
  await transaction
    .insertInto('api.review_queue')
    .values({ review_id: reviewId, edited: true })
    .onConflict((conflict) => conflict.column('review_id').doUpdateSet({ edited: true }))
    .execute();
}

export function findQueued(db: Db, reviewId: string) {
  return db
    .selectFrom('api.review_queue')
    .select(['since', 'reports', 'edited'])
    .where('review_id', '=', reviewId)
    .executeTakeFirst();
}

/** The review that waits longest of those behind this one; where it is the last or does not wait, the one that waits longest of all others. */
export async function nextQueued(db: Db, reviewId: string, since: Date | null): Promise<string | null> {
  const queue = db
    .selectFrom('api.review_queue')
    .select('review_id')
    .where('review_id', '!=', reviewId)
    .orderBy('since')
    .orderBy('review_id')
    .limit(1);
  const behind = since
    ? await queue.where(sql<boolean>`(since, review_id) > (${since}, ${reviewId})`).executeTakeFirst()
    : undefined;
  return (behind ?? (await queue.executeTakeFirst()))?.review_id ?? null;
}

export function listReviewReports(db: Db, reviewId: string, limit: number) {
  return db
    .selectFrom('api.review_report as report')
    .leftJoin('api.user as user', 'user.account_id', 'report.account_id')
    .select(['report.report_id', 'report.account_id', 'report.by_shop', 'report.reason', 'report.text'])
    .select(['report.created_at', 'report.resolved_at', 'report.decision', 'user.username'])
    .where('report.review_id', '=', reviewId)
    .orderBy('report.created_at', 'desc')
    .orderBy('report.report_id')
    .limit(limit)
    .execute();
}

export function listReviewDecisions(db: Db, reviewId: string, limit: number) {
  return db
    .selectFrom('api.review_decision as decision')
    .leftJoin('api.user as user', 'user.account_id', 'decision.by_account')
    .select(['decision.at', 'decision.action', 'decision.by_account', 'decision.reason', 'decision.reports'])
    .select(['decision.rate', 'decision.review_text', 'user.username'])
    .where('decision.review_id', '=', reviewId)
    .orderBy('decision.decision_id', 'desc')
    .limit(limit)
    .execute();
}

/** Settles all reports of a review that wait, and takes it out of the queue. Answers the addresses of who has reported it, and how many reports there were. */
export async function settleReviewReports(
  transaction: Db,
  reviewId: string,
  decision: ReviewDecision,
  at: Date,
): Promise<{ reports: number; readers: string[] }> {
  await transaction.deleteFrom('api.review_queue').where('review_id', '=', reviewId).execute();
  const settled = await transaction
    .updateTable('api.review_report')
    .set({ resolved_at: at, decision })
    .where('review_id', '=', reviewId)
    .where('resolved_at', 'is', null)
    .returning('account_id')
    .execute();
  const accounts = settled.flatMap(({ account_id: id }) => id ?? []);
  const users = await transaction
    .selectFrom('api.user')
    .select('user_id')
    .where('account_id', '=', sql<string>`any(${accounts})`)
    .execute();
  return { reports: settled.length, readers: users.map(({ user_id }) => user_id) };
}

export async function recordReviewDecision(
  transaction: Db,
  review: JudgedReview,
  given: { action: ReviewDecision; reason: string; reports: number; by: string; at: Date },
): Promise<void> {
  const { by, ...decided } = given;
  const { review_id, rate, review_text } = review;
  await transaction
    .insertInto('api.review_decision')
    .values({ ...decided, by_account: by, review_id, rate, review_text })
    .execute();
}

/** `reason` null: it is shown again. */
export async function setHidden(transaction: Db, reviewId: string, reason: string | null, at: Date): Promise<void> {
  await transaction
    .updateTable('api.review')
    .set({ show: reason === null, hidden_at: reason === null ? null : at, hidden_reason: reason ?? '' })
    .where('review_id', '=', reviewId)
    .execute();
}
