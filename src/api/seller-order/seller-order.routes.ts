import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Refused } from '#contract/refusal.ts';
import {
  deliverySchema,
  refundedOrderSchema,
  sellerOrderSchema,
  sellerRefundSchema,
} from '#contract/seller-order.schema.ts';
import { type SellerOrder, sellerOrderFilters } from '#contract/seller-order.ts';
import type { Authenticate } from '../access/authenticate.ts';
import { requireActiveSellerOrKey } from '../access/require-active-seller.ts';
import { requireFreshSignIn } from '../access/require-fresh-sign-in.ts';
import { requireMemberOrKey } from '../access/require-member.ts';
import { refusalTerms } from '../checkout/refusal-terms.rules.ts';
import type { Db } from '../db.ts';
import { bearerOrKey, jsonContent, notFound, ok, problems } from '../http/answers.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../http/list-page.ts';
import { RefusalAnswer } from '../http/refusal-answer.ts';
import { jsonBody } from '../http/request-body.ts';
import { isStorableText } from '../product/search-text.rules.ts';
import { toSellerOrder } from './seller-order.rules.ts';
import { findSale, listSales } from './seller-order.store.ts';

type OfSeller = { orderId: string; sellerId: string; by: string };
type RefundState = 'decided' | 'pending' | 'succeeded' | 'failed';

type Deps = {
  db: Db;
  authenticate: Authenticate;
  /** Both are the checkout's: they move orders and money. */
  deliverLines: (given: OfSeller & { lines: number[] | null }) => Promise<{ delivered: number } | Refused>;
  refundLines: (
    given: OfSeller & { lines: Array<{ line: number; cents: number | null }>; reason: string },
  ) => Promise<{ refund: { amountCents: number; state: RefundState; failure: string | null } } | Refused>;
  now: () => Date;
};

/** What a shop has sold, and what it does with that. */
export function mountSellerOrders(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => {
    const { after, limit, state, q } = c.req.valid('query');
    const page = { after: cursorOf(after), limit: limit + 1, state: state ?? null, begin: q.toUpperCase() };
    const sales = await listSales(db, c.var.member.sellerId, page);
    const told = cutPage(c, sales, limit, ({ micros, order_id }) => ({ micros, id: order_id }));
    return c.json(
      told.map((sale) => toSellerOrder(sale, { tellsContact: false })),
      200,
    );
  });

  app.openapi(routes.one, async (c) => {
    return c.json(await sold(c.var.member.sellerId, c.req.valid('param').orderId), 200);
  });

  app.openapi(routes.deliver, async (c) => {
    const { orderId } = c.req.valid('param');
    const { sellerId, by } = c.var.member;
    const { lines } = c.req.valid('json');
    await sold(sellerId, orderId);
    const done = await deps.deliverLines({ orderId, sellerId, lines: lines ?? null, by });
    if ('refused' in done) throw new RefusalAnswer(done.refused, refusalTerms(done.refused));
    return c.json(await sold(sellerId, orderId), 200);
  });

  app.openapi(routes.refund, async (c) => {
    const { orderId } = c.req.valid('param');
    const { sellerId, by } = c.var.member;
    const { lines, reason } = c.req.valid('json');
    await sold(sellerId, orderId);
    const asked = lines.map(({ line, amount }) => ({
      line,
      cents: amount === undefined ? null : Math.round(amount * 100),
    }));
    const done = await deps.refundLines({ orderId, sellerId, lines: asked, reason, by });
    if ('refused' in done) throw new RefusalAnswer(done.refused, refusalTerms(done.refused));
    const { amountCents, state, failure } = done.refund;
    return c.json({ amount: amountCents / 100, state, failure, order: await sold(sellerId, orderId) }, 200);
  });

  async function sold(sellerId: string, orderId: string): Promise<SellerOrder> {
    const sale = isStorableText(orderId) ? await findSale(db, sellerId, orderId) : null;
    if (!sale) throw notFound('You have sold nothing in an order with this id.');
    return toSellerOrder(sale, { tellsContact: true });
  }
}

function routesFor(deps: Deps) {
  const member = requireMemberOrKey(deps);
  const params = z.object({ sellerId: z.string() });
  const ofOrder = params.extend({ orderId: z.string() });
  return {
    list: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/order',
      tags: ['Sellers'],
      summary: 'Paid orders with products of the shop, newest first',
      description:
        "Each with the shop's own lines alone. A long list goes on where the Link header says. Where to deliver to stands in the order itself.",
      security: bearerOrKey,
      middleware: member('readOrders'),
      request: {
        params,
        query: z.object({
          ...pageQuery({ usual: 30, most: 100 }),
          state: z
            .enum(sellerOrderFilters, `must be one of ${sellerOrderFilters.join(', ')}`)
            .optional()
            .meta({ description: 'Only those' }),
          q: z
            .string()
            .trim()
            .max(40, 'must be at most 40 characters')
            .regex(/^[A-Za-z0-9-]*$/, 'must be an order id, or its beginning')
            .default('')
            .meta({ description: 'The id of an order, or how it begins' }),
        }),
      },
      responses: {
        200: { ...ok(z.array(sellerOrderSchema), 'The sales'), headers: linkHeader },
        ...problems(400, 401, 404, 503),
      },
    }),
    one: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/order/{orderId}',
      tags: ['Sellers'],
      summary: 'What the shop has sold in one order, and where to deliver it to',
      security: bearerOrKey,
      middleware: member('readOrders'),
      request: { params: ofOrder },
      responses: { 200: ok(sellerOrderSchema, 'The sale'), ...problems(401, 404, 503) },
    }),
    deliver: createRoute({
      method: 'post',
      path: '/seller/{sellerId}/order/{orderId}/deliver',
      tags: ['Sellers'],
      summary: 'Says that lines were delivered by hand',
      description: 'The buyer is told by mail. What was delivered before stays so: repeating it changes nothing.',
      security: bearerOrKey,
      middleware: [member('deliverOrders'), requireActiveSellerOrKey(), ...jsonBody] as const,
      request: { params: ofOrder, body: jsonContent(deliverySchema) },
      responses: { 200: ok(sellerOrderSchema, 'The sale'), ...problems(400, 401, 404, 409, 413, 503) },
    }),
    refund: createRoute({
      method: 'post',
      path: '/seller/{sellerId}/order/{orderId}/refund',
      tags: ['Sellers'],
      summary: 'Gives money back for lines of the shop',
      description:
        'Of each line at most what was paid for it and has not gone back. Asks for a sign-in of the last 15 minutes. Where the payment provider does not answer, the refund is decided and asked for again by itself.',
      security: bearerOrKey,
      middleware: [
        member('refundOrders'),
        requireActiveSellerOrKey(),
        requireFreshSignIn(deps.now),
        ...jsonBody,
      ] as const,
      request: { params: ofOrder, body: jsonContent(sellerRefundSchema) },
      responses: { 200: ok(refundedOrderSchema, 'What goes back'), ...problems(400, 401, 404, 409, 413, 503) },
    }),
  };
}
