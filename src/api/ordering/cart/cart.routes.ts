import type { OpenAPIHono } from '@hono/zod-openapi';
import { cartSchema } from '#contract/ordering/checkout.schema.ts';
import { type Authenticate, requireCustomer } from '../../access/authenticate.ts';
import { badRequest, jsonContent, ok } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { refusalTerms } from '../../http/refusal-terms.rules.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { findCart, saveCart } from './cart.store.ts';

/** The cart of an account, on every device. Only where the shop stores carts. */
export function mountCarts(app: OpenAPIHono, deps: { db: Db; authenticate: Authenticate }) {
  const signedIn = requireCustomer(deps.authenticate);

  const get = createRoute({
    method: 'get',
    path: '/cart',
    tags: ['Buying'],
    summary: "Reads the caller's cart",
    middleware: signedIn,
    responses: { 200: ok(cartSchema, 'The cart') },
  });
  app.openapi(get, async (c) => c.json(await findCart(deps.db, c.var.customer.userId), 200));

  const put = createRoute({
    method: 'put',
    path: '/cart',
    tags: ['Buying'],
    summary: "Takes the place of the caller's cart",
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(cartSchema) },
    responses: { 200: ok(cartSchema, 'The cart as it is kept') },
  });
  app.openapi(put, async (c) => {
    const { items, coupon } = c.req.valid('json');
    if (items.some((item) => !isStorableText(item.product_id)))
      throw badRequest('items must name products by their ids.');
    if (items.some((item) => item.extends !== undefined))
      throw badRequest('items must not have extends: more time for a machine is ordered without a cart.');
    if (coupon && !isStorableText(coupon)) throw badRequest('coupon must be a code.');
    const refused = await saveCart(deps.db, c.var.customer, { items, coupon });
    if (refused) throw new RefusalAnswer(refused.refused, refusalTerms(refused.refused));
    return c.json(await findCart(deps.db, c.var.customer.userId), 200);
  });
}
