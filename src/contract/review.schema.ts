import { z } from 'zod';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });

export const reviewSchema = z
  .strictObject({
    review_id: z.string(),
    product_id: z.string(),
    user_email: z.string(),
    rate: z.int().min(0).max(5),
    review_text: z.string(),
    created_at: instant,
    updated_at: instant,
    review_time: instant.meta({ description: 'The time shown beside the review: that of its last change' }),
    helpful_count: z.int().min(0),
    verified_purchase: z.boolean(),
    responses: z.array(z.strictObject({ username: z.string(), text: z.string(), created_at: instant })),
    show: z.boolean().meta({ description: 'Display flag; hidden reviews are not given out' }),
    user: z.strictObject({ username: z.string() }),
  })
  .meta({ id: 'Review' });
