import type { Kysely } from 'kysely';
import type { Review } from '#contract/review.ts';
import type { ApiTables } from '../schema.ts';

/** The reviews that may be shown, newest first; null when there is no such product. */
export async function findReviews(db: Kysely<ApiTables>, productId: string): Promise<Review[] | null> {
  const rows = await db
    .selectFrom('api.review as review')
    .innerJoin('api.user as user', 'user.user_id', 'review.user_email')
    .selectAll('review')
    .select('user.username')
    .where('review.product_id', '=', productId)
    .where('review.show', '=', true)
    .orderBy('review.updated_at', 'desc')
    .orderBy('review.review_id')
    .execute();
  if (rows.length === 0 && !(await productExists(db, productId))) return null;
  return rows.map(({ username, ...row }) => ({
    review_id: row.review_id,
    product_id: row.product_id,
    user_email: row.user_email,
    rate: row.rate,
    review_text: row.review_text,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    review_time: row.updated_at.toISOString(),
    helpful_count: row.helpful_count,
    verified_purchase: row.verified_purchase,
    responses: row.responses,
    show: row.show,
    user: { username },
  }));
}

async function productExists(db: Kysely<ApiTables>, productId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api.product')
    .select('product_id')
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row !== undefined;
}
