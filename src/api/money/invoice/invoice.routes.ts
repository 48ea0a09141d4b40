// Invoices and credit notes: of an order for its buyer and the staff, of a shop for its people.

import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { invoiceSchema, invoicesSchema } from '#contract/money/invoice.schema.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { may } from '../../access/access.rules.ts';
import { type Authenticate, requireCustomer } from '../../access/authenticate.ts';
import { requireMember } from '../../access/require-member.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { notFound, ok, problems, tooManyRequests } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import type { FindOrder } from '../../schema/order.record.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { type IssuedInvoice, toInvoice } from './invoice.rules.ts';
import { findInvoice, listOfIssuer, listOfOrder } from './invoice.store.ts';
import type { Invoices } from './invoices.ts';
import { monthOf } from './month.rules.ts';

/** By account: a person looks at one now and then, and an accountant at those of a month. */
const DRAWN = { name: 'invoices', points: 60, duration: 60 };

type Deps = {
  database: Pick<ShopDatabase, 'kysely' | 'counters'>;
  authenticate: Authenticate;
  invoices: Pick<Invoices, 'issue' | 'pdfOf'>;
  findOrder: FindOrder;
};

const noOrder = () => notFound('You have no order with this id.');
const noInvoice = () => notFound('There is no such invoice here.');

export function mountInvoices(app: OpenAPIHono, deps: Deps) {
  const { invoices, findOrder } = deps;
  const db = deps.database.kysely;
  const limiter = createRateLimiter(deps.database, DRAWN);
  const routes = routesFor(deps);

  /** Numbered first, where nobody has asked and the job has not come by yet. */
  async function ofOrder(orderId: string, issuer?: string) {
    await invoices.issue(orderId);
    return { items: (await listOfOrder(db, orderId, issuer)).map(toInvoice) };
  }

  async function find(invoiceId: string) {
    return isStorableText(invoiceId) ? findInvoice(db, invoiceId) : null;
  }

  async function send(c: Context, accountId: string, invoice: Pick<IssuedInvoice, 'invoice_id' | 'number'>) {
    await limiter.consume(accountId).catch((refused) => {
      throw tooManyRequests(c, refused, 'You have asked for many invoices within a minute. Try again in a minute.');
    });
    return c.body(new Uint8Array(await invoices.pdfOf(invoice.invoice_id)), 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${invoice.number}.pdf"`,
    });
  }

  app.openapi(routes.buyers, async (c) => {
    const { id } = c.req.valid('param');
    const order = isStorableText(id) ? await findOrder(db, id) : null;
    if (!order || !may(c.var.customer).readInvoices(order)) throw noOrder();
    return c.json(await ofOrder(id), 200);
  });

  app.openapi(routes.buyersPdf, async (c) => {
    const { id, invoiceId } = c.req.valid('param');
    const invoice = await find(invoiceId);
    const order = invoice?.order_id === id ? await findOrder(db, id) : null;
    if (!invoice || !order || !may(c.var.customer).readInvoices(order)) throw noInvoice();
    return send(c, c.var.customer.userId, invoice);
  });

  app.openapi(routes.shops, async (c) => {
    const { after, limit, month } = c.req.valid('query');
    const page = { after: cursorOf(after), limit: limit + 1, month: month === undefined ? null : monthOf(month) };
    const found = await listOfIssuer(db, c.var.member.sellerId, page);
    const shown = cutPage(c, found, limit, ({ micros, invoice_id }) => ({ micros, id: invoice_id }));
    return c.json(shown.map(toInvoice), 200);
  });

  app.openapi(routes.shopsOfOrder, async (c) => {
    const { sellerId } = c.var.member;
    const { orderId } = c.req.valid('param');
    const order = isStorableText(orderId) ? await findOrder(db, orderId) : null;
    if (!order?.lines.some((line) => line.seller_id === sellerId))
      throw notFound('You have sold nothing in an order with this id.');
    return c.json(await ofOrder(orderId, sellerId), 200);
  });

  app.openapi(routes.shopsPdf, async (c) => {
    const invoice = await find(c.req.valid('param').invoiceId);
    if (invoice?.issuer !== c.var.member.sellerId) throw noInvoice();
    return send(c, c.var.member.customer.userId, invoice);
  });

  app.openapi(routes.staffs, async (c) => {
    const { orderId } = c.req.valid('param');
    if (!isStorableText(orderId) || !(await findOrder(db, orderId))) throw notFound('There is no order with this id.');
    return c.json(await ofOrder(orderId), 200);
  });

  app.openapi(routes.staffsPdf, async (c) => {
    const { orderId, invoiceId } = c.req.valid('param');
    const invoice = await find(invoiceId);
    if (invoice?.order_id !== orderId) throw noInvoice();
    return send(c, c.var.staff.customer.userId, invoice);
  });
}

const pdf = { description: 'The document', content: { 'application/pdf': { schema: z.string() } } };

const issues =
  'What the order is to have and has not been issued yet is issued by asking. Orders that cost nothing have none.';

function routesFor(deps: Deps) {
  const signedIn = requireCustomer(deps.authenticate);
  const shop = { db: deps.database.kysely, authenticate: deps.authenticate };
  const member = requireMember(shop)('readInvoices');
  const staff = requireStaff(shop)('readInvoices');
  const ofOrder = z.object({ id: z.string().meta({ description: 'order_id' }) });
  const invoiceId = z.string();
  const ofShop = z.object({ sellerId: z.string() });
  const staffOrder = z.object({ orderId: z.string() });
  return {
    buyers: createRoute({
      method: 'get',
      path: '/order/{id}/invoice',
      tags: ['Orders'],
      summary: "Lists invoices and credit notes of one of the caller's orders, oldest first",
      description: issues,
      middleware: signedIn,
      request: { params: ofOrder },
      responses: { 200: ok(invoicesSchema, 'The documents'), ...problems(404) },
    }),
    buyersPdf: createRoute({
      method: 'get',
      path: '/order/{id}/invoice/{invoiceId}/pdf',
      work: 'drawing',
      tags: ['Orders'],
      summary: 'Reads an invoice or a credit note, as it was drawn first',
      middleware: signedIn,
      request: { params: ofOrder.extend({ invoiceId }) },
      responses: { 200: pdf, ...problems(404, 429) },
    }),
    shops: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/invoice',
      tags: ['Sellers'],
      summary: 'Lists invoices and credit notes in the name of the shop, newest first',
      description:
        'For owners and finance. Where the operator invoices there are none. A long list goes on where the Link header says.',
      middleware: member,
      request: {
        params: ofShop,
        query: z.object({
          ...pageQuery({ usual: 50, most: 200 }),
          month: z
            .string()
            .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, such as 2026-11')
            .optional()
            .meta({ description: 'Issued in this month, in UTC', example: '2026-11' }),
        }),
      },
      responses: {
        200: { ...ok(z.array(invoiceSchema), 'The documents'), headers: linkHeader },
      },
    }),
    shopsOfOrder: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/order/{orderId}/invoice',
      tags: ['Sellers'],
      summary: 'Tells what of an order is invoiced in the name of the shop',
      description: `For owners and finance. ${issues}`,
      middleware: member,
      request: { params: ofShop.extend({ orderId: z.string() }) },
      responses: { 200: ok(invoicesSchema, 'The documents') },
    }),
    shopsPdf: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/invoice/{invoiceId}/pdf',
      work: 'drawing',
      tags: ['Sellers'],
      summary: 'Reads a document in the name of the shop, as it was drawn first',
      middleware: member,
      request: { params: ofShop.extend({ invoiceId }) },
      responses: { 200: pdf, ...problems(429) },
    }),
    staffs: createRoute({
      method: 'get',
      path: '/admin/order/{orderId}/invoice',
      tags: ['Staff'],
      summary: 'Lists invoices and credit notes of an order, whoever issued them',
      description: `For the staff; nobody else finds anything at this address. ${issues}`,
      middleware: staff,
      request: { params: staffOrder },
      responses: { 200: ok(invoicesSchema, 'The documents'), ...problems(409) },
    }),
    staffsPdf: createRoute({
      method: 'get',
      path: '/admin/order/{orderId}/invoice/{invoiceId}/pdf',
      work: 'drawing',
      tags: ['Staff'],
      summary: 'Reads an invoice or a credit note of an order, as it was drawn first',
      description: 'For the staff; nobody else finds anything at this address.',
      middleware: staff,
      request: { params: staffOrder.extend({ invoiceId }) },
      responses: { 200: pdf, ...problems(409, 429) },
    }),
  };
}
