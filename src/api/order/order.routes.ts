import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Kysely } from 'kysely';
import { orderSchema } from '#contract/order.schema.ts';
import { userIdOf } from '#contract/user.ts';
import { bearer, notFound, ok, problems } from '../answers.ts';
import { type Authenticate, type Customer, requireCustomer } from '../authenticate.ts';
import { isStorableText } from '../product/product.rules.ts';
import { receiptPdf } from '../receipt-pdf.ts';
import type { ApiTables } from '../schema.ts';
import { type StoredOrder, toOrder } from './order.rules.ts';
import { findOrder, listOrders } from './order.store.ts';

const LISTED = 200;
const orderId = z.object({ id: z.string().meta({ description: 'order_id' }) });

type Shop = { name: string; address: string[]; origin: string };

export function mountOrders(app: OpenAPIHono, deps: { db: Kysely<ApiTables>; authenticate: Authenticate; shop: Shop }) {
  const { db, shop } = deps;
  const signedIn = requireCustomer(deps.authenticate);

  const ofUser = createRoute({
    method: 'get',
    path: '/order/user/{userId}',
    tags: ['Orders'],
    summary: "The caller's orders, newest first",
    security: bearer,
    middleware: signedIn,
    request: {
      params: z.object({ userId: z.string().meta({ description: 'The e-mail address, or the account id' }) }),
    },
    responses: { 200: ok(z.array(orderSchema), 'The orders'), ...problems(401, 404, 503) },
  });
  app.openapi(ofUser, async (c) => {
    const { customer } = c.var;
    const { userId } = c.req.valid('param');
    if (userIdOf(userId) !== customer.email && userId !== customer.userId)
      throw notFound('There are no orders for you here.');
    return c.json((await listOrders(db, customer.userId, LISTED)).map(toOrder), 200);
  });

  const one = createRoute({
    method: 'get',
    path: '/order/{id}',
    tags: ['Orders'],
    summary: "One of the caller's orders",
    security: bearer,
    middleware: signedIn,
    request: { params: orderId },
    responses: { 200: ok(orderSchema, 'The order'), ...problems(401, 404, 503) },
  });
  app.openapi(one, async (c) => c.json(toOrder(await ownOrder(db, c.req.valid('param').id, c.var.customer)), 200));

  const receipt = createRoute({
    method: 'get',
    path: '/order/{id}/receipt.pdf',
    tags: ['Orders'],
    summary: 'The receipt of a paid order',
    security: bearer,
    middleware: signedIn,
    request: { params: orderId },
    responses: {
      200: { description: 'The receipt', content: { 'application/pdf': { schema: z.string() } } },
      ...problems(401, 404, 503),
    },
  });
  app.openapi(receipt, async (c) => {
    const order = await ownOrder(db, c.req.valid('param').id, c.var.customer);
    if (!order.paid_at) throw notFound('There is no receipt: the order is not paid.');
    return c.body(new Uint8Array(await receiptPdf(order, shop)), 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${order.order_id}.pdf"`,
    });
  });
}

/** Somebody else's order is answered like one that does not exist. */
async function ownOrder(db: Kysely<ApiTables>, id: string, customer: Customer): Promise<StoredOrder> {
  const order = isStorableText(id) ? await findOrder(db, id) : null;
  if (order?.account_id !== customer.userId) throw notFound('You have no order with this id.');
  return order;
}
