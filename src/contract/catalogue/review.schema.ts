import { z } from 'zod';
import { lines, writtenLines } from '../text/text.schema.ts';
import { productIdMaximum } from './product/product-limits.ts';
import { reviewTextMaximum, reviewTextMinimum } from './review-limits.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });

const wholeStars = 'must be a whole number of stars from 0 to 5';
const rate = z.int(wholeStars).min(0, wholeStars).max(5, wholeStars).meta({ description: 'Stars' });

export const reviewSchema = z
  .strictObject({
    review_id: z.string(),
    product_id: z.string(),
    user_email: z
      .string()
      .meta({ description: "The author's address; masked for everyone else", example: 'j•••@example.com' }),
    rate,
    review_text: z.string(),
    created_at: instant,
    updated_at: instant,
    review_time: instant.meta({ description: 'The time shown beside the review: that of its last change' }),
    helpful_count: z.int().min(0),
    verified_purchase: z.boolean().meta({ description: 'A paid order of the author backs the review' }),
    responses: z
      .array(z.strictObject({ username: z.string(), text: z.string(), created_at: instant }))
      .meta({ description: "The seller's answers" }),
    show: z.boolean().meta({ description: 'Display flag; hidden reviews are given to their authors alone' }),
    hidden_reason: z.string().optional().meta({ description: 'Why the staff have hidden it; only where it is' }),
    user: z.strictObject({ username: z.string() }),
  })
  .meta({ id: 'Review' });

/** A review of a shop's product, as the shop sees it. Nothing of its author but the name that stands at it. */
export const sellerReviewSchema = z
  .strictObject({
    review_id: z.string(),
    product_id: z.string(),
    product_name: z.string(),
    rate,
    review_text: z.string(),
    review_time: instant.meta({ description: 'The time of its last change' }),
    verified_purchase: z.boolean().meta({ description: 'A paid order of the author backs the review' }),
    user: z.strictObject({ username: z.string() }),
    answer: z
      .strictObject({ text: z.string(), created_at: instant, edited_at: instant })
      .nullable()
      .meta({ description: "The shop's; null while there is none" }),
  })
  .meta({ id: 'SellerReview' });

export const reviewAnswerSchema = z
  .object(
    {
      text: writtenLines('Write an answer').max(reviewTextMaximum, `must be at most ${reviewTextMaximum} characters`),
    },
    'must be an object',
  )
  .meta({ id: 'ReviewAnswer' });

export const reviewSummarySchema = z
  .strictObject({
    count: z.int().min(0),
    average: z.number().min(0).max(5).nullable().meta({ description: 'Of the stars of all reviews; null without any' }),
    stars: z.array(z.int().min(0)).length(6).meta({ description: 'How many reviews give 0, 1, 2, 3, 4 and 5 stars' }),
  })
  .meta({ id: 'ReviewSummary' });

const claim = z.unknown().optional().meta({ description: 'Accepted and not believed: the server decides it' });

/** A review as its author's client sends it: the specification's fields, of which three are the author's to say. */
export const postedReviewSchema = z
  .object(
    {
      product_id: z.string('must be the id of a product').max(productIdMaximum),
      rate,
      review_text: lines()
        .min(reviewTextMinimum, `must be at least ${reviewTextMinimum} characters`)
        .max(reviewTextMaximum, `must be at most ${reviewTextMaximum} characters`),
      review_id: claim,
      user_email: claim,
      created_at: claim,
      updated_at: claim,
      helpful_count: claim,
      verified_purchase: claim,
      responses: claim,
    },
    'must be an object',
  )
  .meta({ id: 'PostedReview' });
