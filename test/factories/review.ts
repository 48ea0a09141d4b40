import type { Insertable } from 'kysely';
import type { ReviewTable } from '#api/schema/catalogue.ts';

let made = 0;

/** A row of the review table; its product and its author must exist. */
export function aReview(
  given: Partial<Insertable<ReviewTable>> & { product_id: string; user_email: string },
): Insertable<ReviewTable> {
  made++;
  return {
    review_id: `review-${made}`,
    rate: 4,
    review_text: 'Does what it says.',
    helpful_count: 0,
    verified_purchase: false,
    responses: '[]',
    show: true,
    ...given,
  };
}
