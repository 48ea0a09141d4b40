import type { SellerReview } from '#contract/catalogue/review.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import type { Message } from '#mail/mailer.ts';
import { mailedName, mailedTitle } from '../../text/foreign-words.rules.ts';

/** There is an answer; what it says is read at the product. */
export function answerMail(
  shop: Marketplace,
  { review, to, ...given }: { review: SellerReview; sellerName: string; to: string },
): Message {
  const product = mailedTitle(review.product_name);
  const sellerName = mailedName(given.sellerName, 'The seller');
  return {
    to,
    subject: `${sellerName} has answered your review of ${product}`,
    heading: 'Your review has an answer',
    paragraphs: [`${sellerName} has answered what you wrote about ${product}. You find the answer under your review.`],
    action: {
      label: 'Read the answer',
      url: `${shop.origin}/products/id/${encodeURIComponent(review.product_id)}`,
    },
    note: `You get this once for each review that you write at ${shop.name}.`,
  };
}
