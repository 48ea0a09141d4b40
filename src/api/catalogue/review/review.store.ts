import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Review } from '#contract/catalogue/review.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { ReviewTable } from '../../schema/catalogue.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { Author, StoredReview } from './review.rules.ts';

export type SavedReview = { review: Review; isNew: boolean; isChanged: boolean };

/**
 * At most `limit` of the reviews that may be shown, newest first, from `after` on; those of one account where `ownOf` names it, hidden or not.
 * Null when there is no such product.
 */
export async function findReviews(
  db: Kysely<ApiTables>,
  productId: string,
  page: { after: ListCursor | null; limit: number; ownOf?: Author | undefined },
): Promise<StoredReview[] | null> {
  const { after, limit, ownOf } = page;
  const rows = await db
    .selectFrom('api.review as review')
    .innerJoin('api.user as user', 'user.user_id', 'review.user_email')
    // The name of the shop as it is now stands at its answer.
    .leftJoin('api.seller as seller', (join) =>
      join.onRef('seller.seller_id', '=', 'review.seller_id').on('review.answered_at', 'is not', null),
    )
    .selectAll('review')
    .select(['user.username', 'user.account_id', 'seller.name as seller_name'])
    .select(microsOf('review.updated_at').as('micros'))
    .where('review.product_id', '=', productId)
    .$if(ownOf === undefined, (query) => query.where('review.show', '=', true))
    .where(({ exists }) => exists(selectProduct(db, productId)))
    .$if(after !== null, (query) =>
      query.where(olderThan(after as ListCursor, { moment: 'review.updated_at', id: 'review.review_id' })),
    )
    .$if(ownOf !== undefined, (query) =>
      query
        .where('review.user_email', '=', ownOf?.email as string)
        .where(({ or, eb }) =>
          or([eb('user.account_id', 'is', null), eb('user.account_id', '=', ownOf?.userId as string)]),
        ),
    )
    .orderBy('review.updated_at', 'desc')
    .orderBy('review.review_id')
    .limit(limit)
    .execute();
  if (rows.length === 0 && !(await selectProduct(db, productId).executeTakeFirst())) return null;
  return rows.map(({ username, account_id, micros, seller_name, ...row }) => ({
    review: toReview(row, username, seller_name),
    accountId: account_id,
    micros,
  }));
}

/** The review of this id, shown or not; null when there is none. */
export async function findReview(
  db: Kysely<ApiTables>,
  reviewId: string,
): Promise<Omit<StoredReview, 'micros'> | null> {
  const row = await db
    .selectFrom('api.review as review')
    .innerJoin('api.user as user', 'user.user_id', 'review.user_email')
    .selectAll('review')
    .select(['user.username', 'user.account_id'])
    .where('review.review_id', '=', reviewId)
    .executeTakeFirst();
  if (!row) return null;
  const { username, account_id, ...review } = row;
  return { review: toReview(review, username), accountId: account_id };
}

/** How many reviews that may be shown have so many stars; null when there is no such product. */
export async function countStars(
  db: Kysely<ApiTables>,
  productId: string,
): Promise<Array<{ rate: number; reviews: number }> | null> {
  const rows = await db
    .selectFrom('api.review')
    .select(['rate', sql<number>`count(*)`.as('reviews')])
    .where('product_id', '=', productId)
    .where(({ exists }) => exists(selectProduct(db, productId)))
    .where('show', '=', true)
    .groupBy('rate')
    .execute();
  if (rows.length === 0 && !(await selectProduct(db, productId).executeTakeFirst())) return null;
  return rows;
}

/** Whose product it is, if there is such a one; it stays until the end of the transaction. */
export async function holdProduct(
  db: Kysely<ApiTables>,
  productId: string,
): Promise<{ seller_id: string | null } | undefined> {
  return selectProduct(db, productId).select('seller_id').forKeyShare().executeTakeFirst();
}

/** The review that its author deleted while it was hidden, which is forgotten by asking for it. */
async function takeHidden(db: Kysely<ApiTables>, review: Insertable<ReviewTable>) {
  return db
    .deleteFrom('api.hidden_review')
    .where('product_id', '=', review.product_id)
    .where('user_email', '=', review.user_email)
    .returning(['hidden_at', 'hidden_reason'])
    .executeTakeFirst();
}

/**
 * Stores a review, or the stars and the text of the one that its author has written about the product before; nothing is
 * written where it says the same already. The time of the change is the database's. A hidden one stays hidden, and so does what takes the place of one
 * that was deleted.
 */
export async function saveReview(
  db: Kysely<ApiTables>,
  review: Insertable<ReviewTable>,
  username: string,
): Promise<SavedReview> {
  const hidden = await takeHidden(db, review);
  const saved = await db
    .insertInto('api.review')
    .values({ ...review, ...(hidden && { ...hidden, show: false }) })
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'user_email'])
        .doUpdateSet({ rate: review.rate, review_text: review.review_text, updated_at: sql`now()` })
        .where(sql<boolean>`(review.rate, review.review_text) is distinct from (excluded.rate, excluded.review_text)`),
    )
    .returningAll()
    // A row that no transaction has replaced or locked before was made by this statement.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirst();
  if (saved) {
    const { is_new, ...row } = saved;
    return { review: toReview(row, username), isNew: is_new, isChanged: true };
  }
  const same = await db
    .selectFrom('api.review')
    .selectAll()
    .where('product_id', '=', review.product_id)
    .where('user_email', '=', review.user_email)
    .executeTakeFirstOrThrow();
  return { review: toReview(same, username), isNew: false, isChanged: false };
}

/** Marks the reviews that an account has written of these products; nothing is written where it is so already. */
export async function markVerified(
  db: Kysely<ApiTables>,
  accountId: string | null,
  productIds: string[],
  verified: boolean,
): Promise<void> {
  await db
    .updateTable('api.review')
    .set({ verified_purchase: verified })
    .where('user_email', 'in', (eb) => eb.selectFrom('api.user').select('user_id').where('account_id', '=', accountId))
    .where('product_id', '=', sql<string>`any(${productIds})`)
    .where('verified_purchase', '!=', verified)
    .execute();
}

/** Answers whether there was such a review of this author: who may was asked before, and the address may have passed on since. */
export function deleteReview(db: Kysely<ApiTables>, reviewId: string, author: Author): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const deleted = await deleteOwn(transaction, reviewId, author);
    if (deleted && !deleted.show) await saveHidden(transaction, deleted);
    return deleted !== undefined;
  });
}

/** A review that is posted in its place is hidden too. */
async function saveHidden(db: Kysely<ApiTables>, review: Selectable<ReviewTable>): Promise<void> {
  const { product_id, user_email, hidden_at, hidden_reason } = review;
  await db
    .insertInto('api.hidden_review')
    .values({ product_id, user_email, hidden_at: hidden_at ?? review.updated_at, hidden_reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function deleteOwn(db: Kysely<ApiTables>, reviewId: string, author: Author) {
  return db
    .deleteFrom('api.review')
    .where('review_id', '=', reviewId)
    .where('user_email', '=', author.email)
    .where('user_email', 'in', (eb) =>
      eb
        .selectFrom('api.user')
        .select('user_id')
        .where(({ or, eb }) => or([eb('account_id', 'is', null), eb('account_id', '=', author.userId)])),
    )
    .returningAll()
    .executeTakeFirst();
}

function selectProduct(db: Kysely<ApiTables>, productId: string) {
  return db.selectFrom('api.listed_product').select('product_id').where('product_id', '=', productId);
}

/** `sellerName`: of the shop that has written the last of the answers. */
function toReview(row: Selectable<ReviewTable>, username: string, sellerName: string | null = null): Review {
  const last = row.responses.length - 1;
  return {
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
    responses: row.responses.map((response, index) =>
      sellerName && index === last ? { ...response, username: sellerName } : response,
    ),
    show: row.show,
    ...(!row.show && { hidden_reason: row.hidden_reason }),
    user: { username },
  };
}
