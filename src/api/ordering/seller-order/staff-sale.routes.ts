// Sales of a shop for the staff: where the shop does not act any more they settle what is open.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  deliverySchema,
  refundedOrderSchema,
  sellerOrderSchema,
  sellerRefundSchema,
} from '#contract/ordering/seller-order.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { findMembership, findSettler } from '../../access/member.store.ts';
import { requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { requireStaff, type Staff } from '../../access/require-staff.ts';
import { jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader } from '../../http/list-page.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBody } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
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

const tags = ['Staff'];
const forStaff = 'For the staff; nobody else finds anything at this address.';
const settles =
  'Of a shop that is suspended or closed, or has no owner any more. What any other shop has sold it delivers and refunds itself; nobody settles the orders of an own shop.';
const nothingSold = 'This shop has sold nothing in an order with this id.';
const ofSeller = z.object({ sellerId: z.string().meta({ description: 'seller_id' }) });
const ofOrder = ofSeller.extend({ orderId: z.string() });

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const path = '/admin/seller/{sellerId}/order' as const;
  return {
    list: createRoute({
      method: 'get',
      path,
      tags,
      summary: 'Lists paid orders with products of a shop, newest first',
      description: `${forStaff} Each with the shop's own lines alone. Where to deliver to stands in the order itself.`,
      middleware: may('readSales'),
      request: { params: ofSeller, query: salesQuery },
      responses: {
        200: { ...ok(z.array(sellerOrderSchema), 'The sales'), headers: linkHeader },
        ...problems(409),
      },
    }),
    one: createRoute({
      method: 'get',
      path: `${path}/{orderId}`,
      tags,
      summary: 'Tells what a shop has sold in one order, and where to deliver it to',
      description: forStaff,
      middleware: may('readSales'),
      request: { params: ofOrder },
      responses: { 200: ok(sellerOrderSchema, 'The sale'), ...problems(409) },
    }),
    deliver: createRoute({
      method: 'post',
      path: `${path}/{orderId}/deliver`,
      tags,
      summary: 'Says that lines of a shop were delivered by hand',
      description: `${forStaff} ${settles} The buyer is told by mail.`,
      middleware: [may('deliverSales'), ...jsonBody] as const,
      request: { params: ofOrder, body: jsonContent(deliverySchema) },
      responses: { 200: ok(sellerOrderSchema, 'The sale'), ...problems(409) },
    }),
    refund: createRoute({
      method: 'post',
      path: `${path}/{orderId}/refund`,
      work: 'buying',
      tags,
      summary: 'Gives money back for lines of a shop',
      description: `${forStaff} ${settles} Of each line at most what was paid for it and has not gone back. Asks for a sign-in of the last 15 minutes.`,
      middleware: [may('refundSales'), requireFreshSignIn(deps.now), ...jsonBody] as const,
      request: { params: ofOrder, headers: requestKeyHeader, body: jsonContent(sellerRefundSchema) },
      responses: { 200: ok(refundedOrderSchema, 'What goes back') },
    }),
  };
}

/** Sales of shops, for the staff. */
export function mountStaffSales(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => {
    const { sellerId } = c.req.valid('param');
    const { after, limit, state, late, q } = c.req.valid('query');
    const filter = { state: state ?? null, isLate: late === 'true', begin: q.toUpperCase() };
    const page = { after: cursorOf(after), limit: limit + 1, ...filter };
    if (!isStorableText(sellerId) || !(await findSettler(db, sellerId))) throw notFound('There is no such seller.');
    const sales = await listSales(db, sellerId, page);
    const shown = cutPage(c, sales, limit, ({ micros, order_id }) => ({ micros, id: order_id }));
    return c.json(await readSellerOrders(db, shown), 200);
  });

  app.openapi(routes.one, async (c) => {
    const { sellerId, orderId } = c.req.valid('param');
    return c.json(await sold(sellerId, orderId), 200);
  });

  app.openapi(routes.deliver, async (c) => {
    const { sellerId, orderId } = c.req.valid('param');
    await sold(sellerId, orderId);
    await deliverSale(deps, { orderId, ...(await settler(sellerId, c.var.staff)) }, c.req.valid('json'));
    return c.json(await sold(sellerId, orderId), 200);
  });

  app.openapi(routes.refund, async (c) => {
    const { sellerId, orderId } = c.req.valid('param');
    const requestKey = c.req.valid('header')['idempotency-key'] ?? null;
    await sold(sellerId, orderId);
    const who = { orderId, ...(await settler(sellerId, c.var.staff)) };
    const done = await refundSale(deps, who, c.req.valid('json'), requestKey);
    return c.json({ ...done, order: await sold(sellerId, orderId) }, 200);
  });

  const sold = (sellerId: string, orderId: string) =>
    readSellerOrder(db, isStorableText(sellerId) ? sellerId : '', orderId, nothingSold);

  async function settler(sellerId: string, { customer }: Staff) {
    if (await findMembership(db, sellerId, customer.userId)) throw refused('own_shop');
    if ((await findSettler(db, sellerId)) === 'seller') throw refused('seller_acting');
    return { sellerId, by: customer.userId, as: 'staff' as const };
  }
}

const sentences = {
  own_shop: "Somebody else settles your own shop's orders.",
  seller_acting: 'This shop delivers and refunds what it has sold itself. Suspend it first, or write to it.',
};

function refused(code: keyof typeof sentences) {
  return new RefusalAnswer({ code }, { status: 409, message: sentences[code], retryAfterSeconds: null });
}
