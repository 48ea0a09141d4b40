import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Kysely } from 'kysely';
import { reviewSchema } from '#contract/review.schema.ts';
import { notFound, ok, problems } from '../answers.ts';
import { isStorableText } from '../product/product.rules.ts';
import type { ApiTables } from '../schema.ts';
import { findReviews } from './review.store.ts';

const ofProduct = createRoute({
  method: 'get',
  path: '/review/product/{id}',
  tags: ['Reviews'],
  summary: 'The reviews of a product, newest first',
  request: { params: z.object({ id: z.string().meta({ description: 'product_id' }) }) },
  responses: { 200: ok(z.array(reviewSchema), 'The reviews that may be shown'), ...problems(404) },
});

export function mountReviews(app: OpenAPIHono, deps: { db: Kysely<ApiTables> }) {
  app.openapi(ofProduct, async (c) => {
    const { id } = c.req.valid('param');
    const reviews = isStorableText(id) ? await findReviews(deps.db, id) : null;
    if (!reviews) throw notFound('There is no product with this id.');
    return c.json(reviews, 200);
  });
}
