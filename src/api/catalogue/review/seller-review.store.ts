// Reviews as the shop sees them whose products they are about.
import { type Kysely, sql } from 'kysely';
import type { SellerReview } from '#contract/catalogue/review.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** At most `limit` reviews of the shop's products, newest first, from `after` on; all, or those with or without an answer. */
export async function listSellerReviews(
  db: Db,
  sellerId: string,
  page: { after: ListCursor | null; limit: number; answered: boolean | null },
): Promise<Array<{ review: SellerReview; micros: string }>> {
  const { after, answered } = page;
  const rows = await ofSeller(db, sellerId)
    .select(microsOf('review.updated_at').as('micros'))
    .$if(answered !== null, (query) => query.where('review.answered_at', answered ? 'is not' : 'is', null))
    .$if(after !== null, (query) =>
      query.where(olderThan(after as ListCursor, { moment: 'review.updated_at', id: 'review.review_id' })),
    )
    .orderBy('review.updated_at', 'desc')
    .orderBy('review.review_id')
    .limit(page.limit)
    .execute();
  return rows.map(({ micros, ...row }) => ({ review: toSellerReview(row), micros }));
}

/** A review of one of the shop's products. Nobody else answers it until the transaction ends. */
export async function lockSellerReview(transaction: Db, sellerId: string, reviewId: string) {
  const row = await ofSeller(transaction, sellerId)
    .where('review.review_id', '=', reviewId)
    .forNoKeyUpdate('review')
    .executeTakeFirst();
  return row ? { review: toSellerReview(row), author: row.account_id ? row.user_email : null } : null;
}

export async function getSellerReview(db: Db, sellerId: string, reviewId: string): Promise<SellerReview> {
  return toSellerReview(
    await ofSeller(db, sellerId).where('review.review_id', '=', reviewId).executeTakeFirstOrThrow(),
  );
}

/** Adds the shop's answer to what stands at the review, or puts it in the place of the one before. The review must be locked. */
export async function saveAnswer(transaction: Db, review: SellerReview, text: string, username: string): Promise<void> {
  const answer = JSON.stringify([
    { username, text, created_at: review.answer?.created_at ?? new Date().toISOString() },
  ]);
  await transaction
    .updateTable('api.review')
    .set({
      responses: sql`case when answered_at is null then responses else responses - (-1) end || ${answer}::jsonb`,
      answered_at: sql`coalesce(answered_at, now())`,
      answer_edited_at: sql`now()`,
    })
    .where('review_id', '=', review.review_id)
    .execute();
}

/** The name that stands at a shop's answers. */
export async function getSellerName(db: Db, sellerId: string): Promise<string> {
  const { name } = await db
    .selectFrom('api.seller')
    .select('name')
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow();
  return name ?? '';
}

function ofSeller(db: Db, sellerId: string) {
  return db
    .selectFrom('api.review as review')
    .innerJoin('api.product as product', 'product.product_id', 'review.product_id')
    .innerJoin('api.user as user', 'user.user_id', 'review.user_email')
    .select([
      'review.review_id',
      'review.product_id',
      'product.product_name',
      'review.rate',
      'review.review_text',
      'review.updated_at',
      'review.verified_purchase',
      'review.user_email',
      'review.responses',
      'review.answered_at',
      'review.answer_edited_at',
      'user.username',
      'user.account_id',
    ])
    .where('review.seller_id', '=', sellerId)
    .where('review.show', '=', true);
}

type Row = Awaited<ReturnType<ReturnType<typeof ofSeller>['executeTakeFirstOrThrow']>>;

function toSellerReview(row: Row): SellerReview {
  const last = row.answered_at ? row.responses.at(-1) : undefined;
  return {
    review_id: row.review_id,
    product_id: row.product_id,
    product_name: row.product_name,
    rate: row.rate,
    review_text: row.review_text,
    review_time: row.updated_at.toISOString(),
    verified_purchase: row.verified_purchase,
    user: { username: row.username },
    answer: last
      ? {
          text: last.text,
          created_at: last.created_at,
          edited_at: (row.answer_edited_at ?? row.updated_at).toISOString(),
        }
      : null,
  };
}
