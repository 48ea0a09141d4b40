import { reviewed } from '../ordering/trade.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

const reason = 'It insults people.';

/** Body of a decision about it, as it is now. */
async function judged(made: Marketplace, given: { show: boolean }) {
  await reviewed(made);
  const { updated_at } = await made.database.kysely
    .updateTable('api.review')
    .set(given.show ? { show: true } : { show: false, hidden_at: new Date(), hidden_reason: reason })
    .where('review_id', '=', 'praise')
    .returning('updated_at')
    .executeTakeFirstOrThrow();
  await made.database.kysely.insertInto('api.review_queue').values({ review_id: 'praise', reports: 1 }).execute();
  return { reason, seen: updated_at.toISOString() };
}

export const reviewRoutes: RouteRow[] = [
  {
    route: 'POST /api/review/{id}/report',
    async request(made) {
      await reviewed(made);
      return { path: '/review/praise/report', body: { reason: 'spam' } };
    },
  },
  {
    route: 'GET /api/admin/review/{reviewId}',
    async request(made) {
      await reviewed(made);
      return { path: '/admin/review/praise' };
    },
  },
  {
    route: 'POST /api/admin/review/{reviewId}/hide',
    request: async (made) => ({ path: '/admin/review/praise/hide', body: await judged(made, { show: true }) }),
  },
  {
    route: 'POST /api/admin/review/{reviewId}/show',
    request: async (made) => ({ path: '/admin/review/praise/show', body: await judged(made, { show: false }) }),
  },
  {
    route: 'POST /api/admin/review/{reviewId}/dismiss',
    request: async (made) => ({ path: '/admin/review/praise/dismiss', body: await judged(made, { show: true }) }),
  },
];
