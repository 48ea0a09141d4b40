import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { PostedReview } from '#contract/catalogue/review.ts';
import { type Customer, unauthenticated } from '../../access/authenticate.ts';
import { findMembership } from '../../access/member.store.ts';
import { recordReview } from '../../event/event.store.ts';
import { newUser } from '../../people/ports.rules.ts';
import { saveUser } from '../../people/ports.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { newReview } from './review.rules.ts';
import { holdProduct, type SavedReview, saveReview } from './review.store.ts';
import { queueEdited } from './review-report.store.ts';

/** Answers true for somebody with an order of this product that is paid and not refunded. */
export type HasPaidFor = (db: Kysely<ApiTables>, accountId: string, productId: string) => Promise<boolean>;

/**
 * Posts what a customer says of a product, or edits what they said before; null when there is no such product. A record of
 * theirs is made when the shop has none yet. One that the staff have hidden stays hidden, and they are asked to read it. 'own': it is a product of a shop that they belong to. What `allowWrite` throws leaves everything as it was.
 */
export async function postReview(
  db: Kysely<ApiTables>,
  posted: PostedReview,
  author: Customer,
  {
    allowWrite,
    hasPaidFor,
    marketplace,
  }: { allowWrite: () => Promise<void>; hasPaidFor: HasPaidFor; marketplace: string },
): Promise<SavedReview | 'own' | null> {
  return db.transaction().execute(async (transaction) => {
    const product = await holdProduct(transaction, posted.product_id);
    if (!product) return null;
    if (product.seller_id && (await findMembership(transaction, product.seller_id, author.userId))) return 'own';
    const saved = await saveUser(transaction, newUser(author, author, marketplace), {});
    if (!saved) throw unauthenticated();
    const { user } = saved;
    const paid = await hasPaidFor(transaction, author.userId, posted.product_id);
    const review = { ...newReview(posted, user.user_id, paid), review_id: randomUUID() };
    const stored = await saveReview(transaction, review, user.username);
    if (stored.isChanged) {
      await allowWrite();
      // Its shop does not see it either: the staff read it first.
      if (stored.review.show) await recordReview(transaction, stored.review, !stored.isNew);
      else await queueEdited(transaction, stored.review.review_id);
    }
    return stored;
  });
}
