import { aReview } from '../../factories/review.ts';
import { aUser } from '../../factories/user.ts';
import type { Marketplace, RouteRow } from './marketplace.ts';

async function reviewed({ database }: Marketplace): Promise<void> {
  await database.kysely
    .insertInto('api.user')
    .values(aUser({ user_id: 'ann@example.com' }))
    .execute();
  await database.kysely
    .insertInto('api.review')
    .values(aReview({ review_id: 'praise', product_id: 'gpu', user_email: 'ann@example.com' }))
    .execute();
}

/** Reviews, sales and messages of a shop. */
export const tradeRoutes: RouteRow[] = [
  {
    route: 'GET /api/seller/{sellerId}/review',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/review` }),
    answers: { anonymous: 401, editor: 200, owner: 200 },
  },
  {
    route: 'PUT /api/seller/{sellerId}/review/{reviewId}/response',
    request: async (made) => {
      await reviewed(made);
      return { path: `/seller/${made.sellerId}/review/praise/response`, body: { text: 'Thank you.' } };
    },
    answers: { anonymous: 401, editor: 200, owner: 200 },
  },
];
