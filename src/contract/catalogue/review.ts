import type { z } from 'zod';
import type { postedReviewSchema, reviewSchema, reviewSummarySchema, sellerReviewSchema } from './review.schema.ts';

export type Review = z.infer<typeof reviewSchema>;

/** A review of a shop's product, as the shop sees it. */
export type SellerReview = z.infer<typeof sellerReviewSchema>;

/** Summary of all reviews of a product that may be shown. */
export type ReviewSummary = z.infer<typeof reviewSummarySchema>;

/** Data that a client sends to post or edit its user's review of a product. */
export type PostedReview = z.input<typeof postedReviewSchema>;

/** A review as pages show it. */
export type ShownReview = Omit<Review, 'user_email'>;

export const ratingMaximum = 5;

/** A star rating as a whole number from 0 to 5. */
export function clampRating(rating: number): number {
  return Number.isFinite(rating) ? Math.min(ratingMaximum, Math.max(0, Math.round(rating))) : 0;
}
