import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { boughtVersionSchema } from '#contract/selling/listing/listing.schema.ts';
import { may } from '../../access/access.rules.ts';
import { type Authenticate, requireCustomer } from '../../access/authenticate.ts';
import { notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { Db } from '../../schema/db.ts';
import { readBoughtVersion } from '../../selling/ports.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { findOrder } from './order.store.ts';

/** Product versions for buyers: the product as it was when they bought it. */
export function mountBoughtVersions(app: OpenAPIHono, { db, authenticate }: { db: Db; authenticate: Authenticate }) {
  const bought = createRoute({
    method: 'get',
    path: '/order/{id}/line/{line}/version',
    tags: ['Orders'],
    summary: "Reads a line of one of the caller's orders, as the product was when it was bought",
    description: 'Of products whose versions are kept: those of sellers.',
    middleware: requireCustomer(authenticate),
    request: {
      params: z.object({
        id: z.string().meta({ description: 'order_id' }),
        line: z.coerce
          .number('must be a number')
          .int('must be a whole number')
          .min(0, 'must be at least 0')
          .max(1_000, 'must be at most 1000')
          .meta({ description: 'Which of its products, from 0' }),
      }),
    },
    responses: { 200: ok(boughtVersionSchema, 'The product as it was'), ...problems(400, 404) },
  });

  app.openapi(bought, async (c) => {
    const { id, line } = c.req.valid('param');
    const order = isStorableText(id) ? await findOrder(db, id) : null;
    const version = order && may(c.var.customer).readOrder(order) ? await readBoughtVersion({ db }, order, line) : null;
    if (!version) throw notFound('You have no such line, or no version of what was bought is kept.');
    return c.json(version, 200);
  });
}
