import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { addedSchema, figuresSchema } from '#contract/selling/analytics.schema.ts';
import { longestRange } from '#contract/selling/analytics.ts';
import { networkOf } from '#platform/http/door/network-of.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireMemberOrKey } from '../../access/require-member.ts';
import { badRequest, jsonContent, notFound, ok, problems, tooManyRequests } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import { peerOf } from '../../http/request-context.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { figuresOf, previousOf, rangeOf, toDollars } from './analytics.rules.ts';
import { isProductOf, readDays, readProducts } from './analytics.store.ts';
import type { CountSeen } from './count-seen.ts';

/** Requests of one network, in a minute: more than anybody clicks. */
const ADDS = { name: 'figures-add', points: 60, duration: 60 };

const day = z.iso.date('must be a day such as 2026-11-20').optional();

function routesBehind(deps: { db: Db; authenticate: Authenticate }) {
  return {
    figures: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/figures',
      tags: ['Figures'],
      summary: 'Lists views, additions to carts, orders, revenue and refunds of a shop, by day and product',
      description: `Days are those of UTC; without a range the last 30. A range has at most ${longestRange} days; a long one is told by weeks or months. Views are at most some seconds old.`,
      middleware: requireMemberOrKey(deps)('readFigures'),
      request: {
        params: z.object({ sellerId: z.string() }),
        query: z.object({ from: day, to: day, product: z.string().optional().meta({ description: 'product_id' }) }),
      },
      responses: { 200: ok(figuresSchema, 'The figures'), ...problems(429) },
    }),
    add: createRoute({
      method: 'post',
      path: '/figures/add',
      tags: ['Figures'],
      summary: 'Says that a product was put into a cart',
      description: 'Counted for the figures of its seller. Who says so is not kept.',
      middleware: [...jsonBody] as const,
      request: { body: jsonContent(addedSchema) },
      responses: { 204: { description: 'It is counted, if there is such a product' }, ...problems(429) },
    }),
  };
}

/** Analytics of sellers, about their products by day. */
export function mountFigures(
  app: OpenAPIHono,
  deps: { db: Db; authenticate: Authenticate; seen: CountSeen; now: () => Date },
) {
  const { db, seen, now } = deps;
  const routes = routesBehind(deps);
  // Each process counts for itself: what is counted here is worth no table.
  const limiter = createRateLimiter({ counters: null }, ADDS);

  app.openapi(routes.figures, async (c) => {
    const { product, ...given } = c.req.valid('query');
    const { sellerId } = c.var.member;
    const range = rangeOf(given, now().toISOString().slice(0, 10));
    if (typeof range === 'string') throw badRequest(range);
    if (product !== undefined && !(isStorableText(product) && (await isProductOf(db, sellerId, product))))
      throw notFound('The shop has no product with this id.');
    const productId = product ?? null;
    const withBefore = { from: previousOf(range).from, to: range.to };
    const days = await readDays(db, sellerId, withBefore, productId);
    const products = await readProducts(db, sellerId, range, productId);
    return c.json({ ...figuresOf(range, days), products: products.map(toDollars) }, 200);
  });

  app.openapi(routes.add, async (c) => {
    const { product_id } = c.req.valid('json');
    await limiter.consume(networkOf(peerOf(c))).catch((refused) => {
      throw tooManyRequests(c, refused, 'That were many additions to carts within a minute.');
    });
    if (isStorableText(product_id)) seen.recordAdd(product_id);
    return c.body(null, 204);
  });
}
