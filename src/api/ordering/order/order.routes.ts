import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { orderSchema } from '#contract/ordering/order.schema.ts';
import type { BankAccount } from '#contract/store.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { may } from '../../access/access.rules.ts';
import { type Authenticate, requireCustomer } from '../../access/authenticate.ts';
import { findPictures } from '../../catalogue/ports.ts';
import { notFound, ok, problems, tooManyRequests } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import type { Db, ShopDatabase } from '../../schema/db.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { productIdsOf, toOrder } from './order.rules.ts';
import { findOrder, listOrders } from './order.store.ts';

const orderId = z.object({ id: z.string().meta({ description: 'order_id' }) });

/** By account: a person looks at a receipt now and then, and an accountant at those of a year. */
const RECEIPTS = { name: 'receipts', points: 30, duration: 60 };

type Deps = {
  database: Pick<ShopDatabase, 'kysely' | 'counters'>;
  authenticate: Authenticate;
  /** The receipt of a paid order, as a PDF. */
  receiptOf: (order: StoredOrder) => Promise<Uint8Array>;
  /** Where the shop takes transfers. */
  bank: BankAccount | null;
};

export function mountOrders(app: OpenAPIHono, deps: Deps) {
  const { bank } = deps;
  const db = deps.database.kysely;
  const limiter = createRateLimiter(deps.database, RECEIPTS);
  const { ofUser, one, receipt } = routesFor(deps);

  app.openapi(ofUser, async (c) => {
    const { customer } = c.var;
    if (!may(customer).listOrders(c.req.valid('param').userId)) throw notFound('There are no orders for you here.');
    const { after, limit } = c.req.valid('query');
    const orders = await listOrders(db, customer.userId, { after: cursorOf(after), limit: limit + 1 });
    const shown = cutPage(c, orders, limit, ({ micros, order_id }) => ({ micros, id: order_id }));
    const pictures = await findPictures(db, productIdsOf(shown));
    return c.json(
      shown.map((order) => toOrder(order, { bank, pictures })),
      200,
    );
  });

  app.openapi(one, async (c) => {
    const order = await findAsked(db, c.req.valid('param').id);
    if (!order || !may(c.var.customer).readOrder(order)) throw noOrder();
    return c.json(toOrder(order, { bank, pictures: await findPictures(db, productIdsOf([order])) }), 200);
  });

  app.openapi(receipt, async (c) => {
    await limiter.consume(c.var.customer.userId).catch((refused) => {
      throw tooManyRequests(c, refused, 'You have asked for many receipts within a minute. Try again in a minute.');
    });
    const order = await findAsked(db, c.req.valid('param').id);
    if (!order || !may(c.var.customer).readReceipt(order)) throw noOrder();
    if (!order.paid_at) throw notFound('There is no receipt: the order is not paid.');
    return c.body(new Uint8Array(await deps.receiptOf(order)), 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${order.order_id}.pdf"`,
    });
  });
}

function routesFor({ authenticate }: Deps) {
  const signedIn = requireCustomer(authenticate);
  return {
    ofUser: createRoute({
      method: 'get',
      path: '/order/user/{userId}',
      tags: ['Orders'],
      summary: "Lists the caller's orders, newest first",
      middleware: signedIn,
      request: {
        params: z.object({ userId: z.string().meta({ description: 'The e-mail address, or the account id' }) }),
        query: z.object(pageQuery({ usual: 50, most: 200 })),
      },
      responses: {
        200: { ...ok(z.array(orderSchema), 'The orders'), headers: linkHeader },
        ...problems(404),
      },
    }),
    one: createRoute({
      method: 'get',
      path: '/order/{id}',
      tags: ['Orders'],
      summary: "Reads one of the caller's orders",
      middleware: signedIn,
      request: { params: orderId },
      responses: { 200: ok(orderSchema, 'The order'), ...problems(404) },
    }),
    receipt: createRoute({
      method: 'get',
      path: '/order/{id}/receipt.pdf',
      work: 'drawing',
      tags: ['Orders'],
      summary: 'Reads the receipt of a paid order',
      middleware: signedIn,
      request: { params: orderId },
      responses: {
        200: { description: 'The receipt', content: { 'application/pdf': { schema: z.string() } } },
        ...problems(404, 429),
      },
    }),
  };
}

async function findAsked(db: Db, id: string): Promise<StoredOrder | null> {
  return isStorableText(id) ? findOrder(db, id) : null;
}

/** Also for somebody else's order. */
function noOrder() {
  return notFound('You have no order with this id.');
}
