import type { OpenAPIHono } from '@hono/zod-openapi';
import { highlightsSchema } from '#contract/catalogue/highlight.schema.ts';
import { ok } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { Db } from '../../schema/db.ts';
import { readHighlights } from './read-highlights.ts';

const routes = {
  read: createRoute({
    method: 'get',
    path: '/highlights',
    caching: 'shared unless signed in',
    costs: 30,
    tags: ['Products'],
    summary: 'Lists products that are new, on sale, most rented and most bought',
    description: 'At most 6 of each, all in stock. What is bought most is counted every hour, over 30 days.',
    responses: { 200: ok(highlightsSchema, 'The products') },
  }),
};

export function mountHighlights(app: OpenAPIHono, { db }: { db: Db }) {
  app.openapi(routes.read, async (c) => c.json(await readHighlights(db), 200));
}
