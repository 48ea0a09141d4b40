import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { PostedReview, Review } from '#contract/review.ts';
import type { User } from '#contract/user.ts';
import { hasPaidFor } from '../order/order.store.ts';
import type { ApiTables } from '../schema.ts';
import { saveUser } from '../user/user.store.ts';
import { newReview } from './review.rules.ts';
import { holdProduct, saveReview } from './review.store.ts';

/**
 * Posts what a customer says of a product, or edits what they said before; null when there is no such product.
 * `author` is the record that is made when the shop has none of theirs yet.
 */
export async function postReview(
  db: Kysely<ApiTables>,
  posted: PostedReview,
  author: User,
): Promise<{ review: Review; isNew: boolean } | null> {
  return db.transaction().execute(async (transaction) => {
    if (!(await holdProduct(transaction, posted.product_id))) return null;
    const { user } = await saveUser(transaction, author, {});
    const paid = await hasPaidFor(transaction, user.user_id, posted.product_id);
    const review = { ...newReview(posted, user.user_id, paid), review_id: randomUUID() };
    return saveReview(transaction, review, user.username);
  });
}
