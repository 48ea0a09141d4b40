// Reports of reviews, and what the staff decide. The browser takes the types of it alone.
import { z } from 'zod';
import { reportReasonMaximum } from '../people/message-limits.ts';
import { lines } from '../text/text.schema.ts';
import { reviewSchema } from './review.schema.ts';
import { hideReasonMaximum, hideReasonMinimum, reviewDecisions, reviewReportReasons } from './review-report.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const count = z.int().min(0);

export const postedReviewReportSchema = z
  .strictObject(
    {
      reason: z.enum(reviewReportReasons, `must be one of ${reviewReportReasons.join(', ')}`),
      text: lines()
        .max(reportReasonMaximum, `must be at most ${reportReasonMaximum} characters`)
        .default('')
        .meta({ description: "More about it, for the staff; needed with 'other'" }),
    },
    'must be an object',
  )
  .refine(({ reason, text }) => reason !== 'other' || text !== '', { path: ['text'], message: 'Say what is wrong' })
  .meta({ id: 'PostedReviewReport' });

const reviewReportSchema = z.strictObject({
  report_id: z.string(),
  by: z.string().nullable().meta({ description: 'The name of who reported it; null once they have left' }),
  by_shop: z.boolean().meta({ description: 'Whether that is somebody of the shop whose product it is about' }),
  reason: z.enum(reviewReportReasons),
  text: z.string(),
  created_at: instant,
  resolved_at: instant.nullable(),
  decision: z.enum(reviewDecisions).nullable(),
});

const reviewDecisionSchema = z.strictObject({
  at: instant,
  action: z.enum(reviewDecisions),
  by: z.string().meta({ description: 'Who decided, by name, as far as that is known' }),
  reason: z.string(),
  reports: count.meta({ description: 'How many reports it settled' }),
  rate: z.int(),
  review_text: z.string().meta({ description: 'What the review said then' }),
});

export const staffReviewSchema = z
  .strictObject({
    review: reviewSchema
      .omit({ user_email: true, helpful_count: true, review_time: true, user: true, hidden_reason: true })
      .extend({
        hidden_at: instant.nullable(),
        hidden_reason: z
          .string()
          .meta({ description: 'Why it is hidden, as its author was told; empty while it is shown' }),
      }),
    author: z.strictObject({
      name: z.string(),
      account_id: z.string().nullable().meta({ description: 'null where nobody has signed in under the address yet' }),
    }),
    product: z.strictObject({
      product_name: z.string(),
      listed: z.boolean().meta({ description: 'Whether visitors find it' }),
      seller: z.strictObject({ seller_id: z.string(), name: z.string() }).nullable(),
    }),
    own: z
      .enum(['review', 'shop'])
      .nullable()
      .meta({ description: "The caller's own review, or of a product of their own shop: then somebody else decides" }),
    waiting: z
      .strictObject({
        since: instant,
        reports: count,
        edited: z.boolean().meta({ description: 'Its author has changed it since it was hidden' }),
      })
      .nullable()
      .meta({ description: 'null where nothing waits for the staff' }),
    reports: z.array(reviewReportSchema).meta({ description: 'The newest 50, newest first' }),
    decisions: z.array(reviewDecisionSchema).meta({ description: 'The newest 50, newest first' }),
    next: z.string().nullable().meta({ description: 'The review that waits next after this one; null: none does' }),
  })
  .meta({ id: 'StaffReview' });

export const decideReviewSchema = z
  .strictObject(
    {
      reason: lines()
        .min(hideReasonMinimum, `must be at least ${hideReasonMinimum} characters: the author of the review reads it`)
        .max(hideReasonMaximum, `must be at most ${hideReasonMaximum} characters`),
      seen: z.iso
        .datetime('must be a moment such as 2026-11-02T09:30:00.000Z')
        .meta({ description: 'updated_at of the review that was read: another one is not decided about' }),
    },
    'must be an object',
  )
  .meta({ id: 'DecideReview' });
/** Reason why a review stays as it is: only the staff are told it. */
export const dismissReviewSchema = decideReviewSchema
  .extend({
    reason: lines()
      .max(hideReasonMaximum, `must be at most ${hideReasonMaximum} characters`)
      .default('')
      .meta({ description: 'For the staff alone' }),
  })
  .meta({ id: 'DismissReview' });

export type PostedReviewReport = z.input<typeof postedReviewReportSchema>;
/** A review as the staff see it. */
export type StaffReview = z.infer<typeof staffReviewSchema>;
export type DecideReview = z.input<typeof decideReviewSchema>;
