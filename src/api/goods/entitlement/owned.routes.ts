import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { ownedAtOnce, ownedSchema } from '#contract/goods/library/owned.schema.ts';
import { type Authenticate, requireCustomer } from '../../access/authenticate.ts';
import { ok } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { findOwnedProducts } from './find-owned.ts';

type Deps = { db: Db; authenticate: Authenticate; now: () => Date };

/** Which products of a page its reader has. The page itself is everybody's, and says nothing of it. */
export function mountOwned(app: OpenAPIHono, { db, authenticate, now }: Deps) {
  const owned = createRoute({
    method: 'get',
    path: '/library/owned',
    tags: ['Library'],
    summary: 'Lists which of these products the caller has, and where in the library',
    description: 'For a page that shows many products. What was refunded, was withdrawn or has expired is not owned.',
    middleware: requireCustomer(authenticate),
    request: {
      query: z.object({
        id: z
          .union([z.string(), z.array(z.string())])
          .refine((ids) => typeof ids === 'string' || ids.length <= ownedAtOnce, {
            message: `must name at most ${ownedAtOnce} products at once`,
          })
          .meta({ description: `product_id; once for each of at most ${ownedAtOnce}` }),
      }),
    },
    responses: { 200: ok(ownedSchema, 'The products that the caller has') },
  });
  app.openapi(owned, async (c) => {
    const ids = [...new Set([c.req.valid('query').id].flat())].filter(isStorableText);
    return c.json({ items: await findOwnedProducts(db, c.var.customer.userId, ids, now()) }, 200);
  });
}
