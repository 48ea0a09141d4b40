import type { SellerReview } from '#contract/review.ts';
import type { Message } from '#mail/mailer.ts';

/** There is an answer; what it says is read at the product. */
export function answerMail(
  shop: { name: string; origin: string },
  { review, sellerName, to }: { review: SellerReview; sellerName: string; to: string },
): Message {
  const product = review.product_name;
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
