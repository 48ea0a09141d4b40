import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { savedMaximum } from '#contract/catalogue/product/product-limits.ts';
import {
  mergedAnswerSchema,
  mergedIdsSchema,
  putSavedProductSchema,
  savedIdsSchema,
  savedProductSchema,
  savedProductsSchema,
} from '#contract/catalogue/saved-product.schema.ts';
import { type Authenticate, requireCustomer, type SignedIn } from '../../access/authenticate.ts';
import { badRequest, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { mergeSaved, saveProduct } from './save-product.ts';
import { deleteSaved, listSavedIds } from './saved-product.store.ts';
import { readSaved } from './saved-products.ts';

const tags = ['Saved products'];
const byId = z.object({ id: z.string().meta({ description: 'product_id' }) });

const routesBehind = (signedIn: MiddlewareHandler<SignedIn>) => ({
  list: createRoute({
    method: 'get',
    path: '/saved-product',
    tags,
    summary: 'Lists what the caller has saved, newest first',
    middleware: signedIn,
    responses: { 200: ok(savedProductsSchema, 'The products, with what is asked for') },
  }),
  ids: createRoute({
    method: 'get',
    path: '/saved-product/ids',
    tags,
    summary: 'Lists the ids of what the caller has saved, newest first',
    middleware: signedIn,
    responses: { 200: ok(savedIdsSchema, 'The ids') },
  }),
  merge: createRoute({
    method: 'post',
    path: '/saved-product',
    tags,
    summary: 'Adds what was saved before the sign-in',
    description: `Products that are gone are dropped. An account saves at most ${savedMaximum}: there is no room for the rest.`,
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(mergedIdsSchema) },
    responses: { 200: ok(mergedAnswerSchema, 'What is saved now') },
  }),
  put: createRoute({
    method: 'put',
    path: '/saved-product/{id}',
    tags,
    summary: 'Saves a product, or changes what its customer is told of',
    description: 'An alert is compared with what is so when it is asked for.',
    middleware: [signedIn, ...jsonBody] as const,
    request: { params: byId, body: jsonContent(putSavedProductSchema) },
    responses: { 200: ok(savedProductSchema, 'It as it is saved'), ...problems(404, 409) },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/saved-product/{id}',
    tags,
    summary: 'Saves a product no more; its alerts end',
    middleware: signedIn,
    request: { params: byId },
    responses: { 204: { description: 'It is not saved' } },
  }),
});

const refusals = {
  unknown: () => notFound('There is no product with this id.'),
  full: () =>
    new HTTPException(409, { message: `You have saved ${savedMaximum} products. Remove one to save another.` }),
  'no version': () => badRequest('alerts cannot have new_version here: this product names no version.'),
};

/** The products that an account has saved. */
export function mountSavedProducts(app: OpenAPIHono, deps: { db: Db; authenticate: Authenticate }) {
  const { db } = deps;
  const routes = routesBehind(requireCustomer(deps.authenticate));

  app.openapi(routes.list, async (c) => c.json({ items: await readSaved(db, c.var.customer.userId) }, 200));

  app.openapi(routes.ids, async (c) => c.json({ product_ids: await listSavedIds(db, c.var.customer.userId) }, 200));

  app.openapi(routes.merge, async (c) => {
    const ids = c.req.valid('json').product_ids.filter(isStorableText);
    const left = await mergeSaved(db, c.var.customer, ids);
    return c.json({ product_ids: await listSavedIds(db, c.var.customer.userId), left }, 200);
  });

  app.openapi(routes.put, async (c) => {
    const { id } = c.req.valid('param');
    if (!isStorableText(id)) throw refusals.unknown();
    const saved = await saveProduct(db, c.var.customer, id, c.req.valid('json'));
    if (!saved.ok) throw refusals[saved.reason]();
    const [product] = await readSaved(db, c.var.customer.userId, id);
    // Taken out of the catalogue since.
    if (!product) throw refusals.unknown();
    return c.json(product, 200);
  });

  app.openapi(routes.remove, async (c) => {
    const { id } = c.req.valid('param');
    if (isStorableText(id)) await deleteSaved(db, c.var.customer.userId, id);
    return c.body(null, 204);
  });
}
