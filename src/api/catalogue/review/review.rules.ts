import type { PostedReview, Review, ReviewSummary } from '#contract/catalogue/review.ts';
import { type Actor, may } from '../../access/access.rules.ts';

/** Review as the server stores it when a customer posts it, whatever else the client claims. */
export function newReview(posted: PostedReview, author: string, hasPaidFor: boolean) {
  return {
    product_id: posted.product_id,
    user_email: author,
    rate: posted.rate,
    review_text: posted.review_text,
    helpful_count: 0,
    // Only a paid order verifies a purchase, whatever the client says of it.
    verified_purchase: hasPaidFor,
    responses: '[]',
    show: true,
  };
}

/** The writer: the address, and the account that has it now. */
export type Author = { email: string; userId: string };

/**
 * A review with the account of its author, null where it has never signed in here, and the time of its last change in
 * microseconds since 1970.
 */
export type StoredReview = { review: Review; accountId: string | null; micros: string };

/** `counts`: how many reviews have so many stars. */
export function summarize(counts: Array<{ rate: number; reviews: number }>): ReviewSummary {
  const stars = Array<number>(6).fill(0);
  for (const { rate, reviews } of counts) stars[rate] = reviews;
  const count = stars.reduce((sum, reviews) => sum + reviews, 0);
  const sum = stars.reduce((total, reviews, rate) => total + reviews * rate, 0);
  return { count, average: count === 0 ? null : sum / count, stars };
}

/** True if `who` has written a review; an address can pass to somebody else, who has not. */
export function isAuthorOf(review: { user_email: string; account_id: string | null }, who: Author): boolean {
  return may(who).deleteReview({ review, accountId: review.account_id });
}

/** A review as `reader` may see it. */
export function reviewFor(reader: Actor, stored: Omit<StoredReview, 'micros'>): Review {
  const { review } = stored;
  return may(reader).readAddressOfAuthor(stored) ? review : { ...review, user_email: maskEmail(review.user_email) };
}

/**
 * An e-mail address as strangers may see it: the first letter and the domain, without the length. Of a name of one
 * letter nothing is left.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 0) return '•••';
  const [first = '', ...rest] = email.slice(0, at);
  return `${rest.length > 0 ? first : ''}•••${email.slice(at)}`;
}
