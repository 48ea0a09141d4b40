import type { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { invoiceDetailsSchema, putInvoiceDetailsSchema } from '#contract/ordering/invoice-details.schema.ts';
import { noInvoiceDetails } from '#contract/ordering/invoice-details.ts';
import { type Authenticate, requireCustomer, type SignedIn } from '../../access/authenticate.ts';
import { jsonContent, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import type { Db } from '../../schema/db.ts';
import { findInvoiceDetails, saveInvoiceDetails } from './invoice-details.store.ts';

const tags = ['Users'];

const routesBehind = (signedIn: MiddlewareHandler<SignedIn>) => ({
  read: createRoute({
    method: 'get',
    path: '/invoice-details',
    tags,
    summary: "Tells whom invoices of the caller's card orders are made out to",
    description: 'Texts that were never given are empty.',
    middleware: signedIn,
    responses: { 200: ok(invoiceDetailsSchema, 'The details') },
  }),
  save: createRoute({
    method: 'put',
    path: '/invoice-details',
    tags,
    summary: 'Says whom invoices of later card orders are made out to',
    description:
      'Taxes of later card orders go by the country. Orders that were placed before stay as they are; those that are paid by transfer or check say it in their billing details. A tax number is refused where it is not written as those of its country are.',
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(putInvoiceDetailsSchema) },
    responses: { 200: ok(invoiceDetailsSchema, 'The details as they are kept'), ...problems(429) },
  }),
});

/** Whom a buyer wants invoices made out to. */
export function mountInvoiceDetails(
  app: OpenAPIHono,
  deps: { db: Db; authenticate: Authenticate; allowWrite: AllowWrite },
) {
  const { db } = deps;
  const routes = routesBehind(requireCustomer(deps.authenticate));

  app.openapi(routes.read, async (c) => {
    return c.json((await findInvoiceDetails(db, c.var.customer.userId)) ?? noInvoiceDetails, 200);
  });

  app.openapi(routes.save, async (c) => {
    const { userId } = c.var.customer;
    const details = c.req.valid('json');
    await deps.allowWrite(c, userId);
    await saveInvoiceDetails(db, userId, details);
    return c.json(details, 200);
  });
}
