import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  deliverySchema,
  refundedOrderSchema,
  sellerOrderSchema,
  sellerRefundSchema,
} from '#contract/ordering/seller-order.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireActiveSellerOrKey } from '../../access/require-active-seller.ts';
import { requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { requireMemberOrKey } from '../../access/require-member.ts';
import { jsonContent, ok } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader } from '../../http/list-page.ts';
import { jsonBody } from '../../http/request-body.ts';
import { listSales } from './seller-order.store.ts';
import {
  deliverSale,
  readSellerOrder,
  readSellerOrders,
  refundSale,
  requestKeyHeader,
  type Settling,
  salesQuery,
} from './settle-sale.ts';

type Deps = Settling & { authenticate: Authenticate; now: () => Date };

const nothingSold = 'You have sold nothing in an order with this id.';

/** Sales of a shop, and what it does with them. */
export function mountSellerOrders(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => {
    const { after, limit, state, late, q } = c.req.valid('query');
    const filter = { state: state ?? null, isLate: late === 'true', begin: q.toUpperCase() };
    const page = { after: cursorOf(after), limit: limit + 1, ...filter };
    const sales = await listSales(db, c.var.member.sellerId, page);
    const shown = cutPage(c, sales, limit, ({ micros, order_id }) => ({ micros, id: order_id }));
    return c.json(await readSellerOrders(db, shown), 200);
  });

  app.openapi(routes.one, async (c) => {
    return c.json(await readSellerOrder(db, c.var.member.sellerId, c.req.valid('param').orderId, nothingSold), 200);
  });

  app.openapi(routes.deliver, async (c) => {
    const { orderId } = c.req.valid('param');
    const { sellerId, by } = c.var.member;
    const sold = () => readSellerOrder(db, sellerId, orderId, nothingSold);
    await sold();
    await deliverSale(deps, { orderId, sellerId, by }, c.req.valid('json'));
    return c.json(await sold(), 200);
  });

  app.openapi(routes.refund, async (c) => {
    const { orderId } = c.req.valid('param');
    const { sellerId, by } = c.var.member;
    const requestKey = c.req.valid('header')['idempotency-key'] ?? null;
    const sold = () => readSellerOrder(db, sellerId, orderId, nothingSold);
    await sold();
    const done = await refundSale(deps, { orderId, sellerId, by }, c.req.valid('json'), requestKey);
    return c.json({ ...done, order: await sold() }, 200);
  });
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
      summary: 'Lists paid orders with products of the shop, newest first',
      description:
        "Each with the shop's own lines alone. A long list goes on where the Link header says. Where to deliver to stands in the order itself.",
      middleware: member('readOrders'),
      request: {
        params,
        query: salesQuery,
      },
      responses: {
        200: { ...ok(z.array(sellerOrderSchema), 'The sales'), headers: linkHeader },
      },
    }),
    one: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/order/{orderId}',
      tags: ['Sellers'],
      summary: 'Tells what the shop has sold in one order, and where to deliver it to',
      middleware: member('readOrders'),
      request: { params: ofOrder },
      responses: { 200: ok(sellerOrderSchema, 'The sale') },
    }),
    deliver: createRoute({
      method: 'post',
      path: '/seller/{sellerId}/order/{orderId}/deliver',
      tags: ['Sellers'],
      summary: 'Says that lines were delivered by hand',
      description:
        'The buyer is told by mail. What was delivered before stays so: repeating it changes nothing. What comes by itself (`goods` of the line) is refused: it is delivered when its buyer has it.',
      middleware: [member('deliverOrders'), requireActiveSellerOrKey(), ...jsonBody] as const,
      request: { params: ofOrder, body: jsonContent(deliverySchema) },
      responses: { 200: ok(sellerOrderSchema, 'The sale') },
    }),
    refund: createRoute({
      method: 'post',
      path: '/seller/{sellerId}/order/{orderId}/refund',
      work: 'buying',
      tags: ['Sellers'],
      summary: 'Gives money back for lines of the shop',
      description:
        'Of each line at most what was paid for it and has not gone back. Asks for a sign-in of the last 15 minutes. Send an Idempotency-Key: after an answer that was lost the same request is sent again, and goes back once. Where the payment provider does not answer, the refund is decided and asked for again by itself.',
      middleware: [
        member('refundOrders'),
        requireActiveSellerOrKey(),
        requireFreshSignIn(deps.now),
        ...jsonBody,
      ] as const,
      request: { params: ofOrder, headers: requestKeyHeader, body: jsonContent(sellerRefundSchema) },
      responses: { 200: ok(refundedOrderSchema, 'What goes back') },
    }),
  };
}
