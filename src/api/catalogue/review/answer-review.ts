import type { Kysely } from 'kysely';
import type { SellerReview } from '#contract/catalogue/review.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import type { SendMail } from '#mail/mailer.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { answerMail } from './answer-mail.ts';
import { getSellerName, getSellerReview, lockSellerReview, saveAnswer } from './seller-review.store.ts';

/**
 * A shop answers a review of its product, or writes another answer in the place of its first; null when there is no such review.
 * The reviewer is told by mail, of the first answer alone. What `allowWrite` throws leaves everything as it was.
 */
export async function answerReview(
  { db, sendMail, shop }: { db: Kysely<ApiTables>; sendMail: SendMail; shop: Marketplace },
  given: { sellerId: string; reviewId: string; text: string },
  allowWrite: () => Promise<void>,
): Promise<SellerReview | null> {
  const { sellerId, reviewId, text } = given;
  return db.transaction().execute(async (transaction) => {
    const found = await lockSellerReview(transaction, sellerId, reviewId);
    if (!found) return null;
    const { review, author } = found;
    if (review.answer?.text === text) return review;
    await allowWrite();
    const sellerName = await getSellerName(transaction, sellerId);
    await saveAnswer(transaction, review, text, sellerName);
    if (!review.answer && author) await sendMail(transaction, answerMail(shop, { review, sellerName, to: author }));
    return getSellerReview(transaction, sellerId, reviewId);
  });
}
