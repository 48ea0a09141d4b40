import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { mySellersSchema } from '#contract/seller.schema.ts';
import { type Authenticate, requireCustomer, type SignedIn } from '../access/authenticate.ts';
import type { Db } from '../db.ts';
import { bearer, ok, problems } from '../http/answers.ts';
import { listMemberships } from './seller.store.ts';

const tags = ['Sellers'];

const routesBehind = (signedIn: MiddlewareHandler<SignedIn>) => ({
  mine: createRoute({
    method: 'get',
    path: '/seller/mine',
    tags,
    summary: 'The shops that the caller belongs to',
    description:
      'Also those whose application is being written, waits or was returned. The first is the one a screen begins with.',
    security: bearer,
    middleware: signedIn,
    responses: { 200: ok(mySellersSchema, 'The shops, the oldest membership first'), ...problems(401, 503) },
  }),
});

/** Shops, and who belongs to them. */
export function mountSellers(app: OpenAPIHono, deps: { db: Db; authenticate: Authenticate }) {
  const { db } = deps;
  const routes = routesBehind(requireCustomer(deps.authenticate));

  app.openapi(routes.mine, async (c) => c.json({ items: await listMemberships(db, c.var.customer.userId) }, 200));
}
