import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import {
  postSavedSearchSchema,
  putSavedSearchSchema,
  savedSearchesSchema,
  savedSearchSchema,
} from '#contract/catalogue/saved-search.schema.ts';
import { savedSearchMaximum } from '#contract/catalogue/saved-search.ts';
import { longestSearchAddress, readSearchAddress } from '#contract/catalogue/saved-search-address.ts';
import { type Authenticate, requireCustomer, type SignedIn } from '../../access/authenticate.ts';
import { badRequest, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { withOneAddress } from './one-address.rules.ts';
import { deleteSearch } from './saved-search.store.ts';
import { changeSearch, readSearches, saveSearch } from './saved-searches.ts';

const tags = ['Saved searches'];
const byId = z.object({ id: z.uuid('must be a UUID').meta({ description: 'search_id' }) });

const routesBehind = (signedIn: MiddlewareHandler<SignedIn>) => ({
  list: createRoute({
    method: 'get',
    path: '/saved-search',
    tags,
    summary: 'Lists the saved searches of the caller, newest first',
    middleware: signedIn,
    responses: { 200: ok(savedSearchesSchema, 'The searches') },
  }),
  save: createRoute({
    method: 'post',
    path: '/saved-search',
    tags,
    summary: 'Saves a search',
    description: `What a page ignores of the address is left out of it. A search that is saved already is answered as it is. An account saves at most ${savedSearchMaximum}.`,
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(postSavedSearchSchema) },
    responses: { 200: ok(savedSearchSchema, 'It as it is saved'), ...problems(409) },
  }),
  change: createRoute({
    method: 'put',
    path: '/saved-search/{id}',
    tags,
    summary: 'Changes the name of a saved search, or its alerts',
    description: 'Alerts tell of what fits from then on: what fits already is known.',
    middleware: [signedIn, ...jsonBody] as const,
    request: { params: byId, body: jsonContent(putSavedSearchSchema) },
    responses: { 200: ok(savedSearchSchema, 'It as it is saved'), ...problems(400, 404) },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/saved-search/{id}',
    tags,
    summary: 'Removes a saved search; its alerts end',
    middleware: signedIn,
    request: { params: byId },
    responses: { 204: { description: 'It is not saved' }, ...problems(400) },
  }),
});

const unknown = () => notFound('There is no saved search with this id.');

/** The searches that an account has saved. */
export function mountSavedSearches(app: OpenAPIHono, deps: { db: Db; authenticate: Authenticate; shopName: string }) {
  const { db, shopName } = deps;
  const routes = routesBehind(requireCustomer(deps.authenticate));

  app.openapi(routes.list, async (c) => c.json({ items: await readSearches(db, c.var.customer.userId) }, 200));

  app.openapi(routes.save, async (c) => {
    const { address, ...wanted } = c.req.valid('json');
    const read = readSearchAddress(address);
    const search = read && withOneAddress(read);
    if (!search)
      throw badRequest(
        `address must be that of a list of products or of a keyword's page, of at most ${longestSearchAddress.toLocaleString('en-US')} characters.`,
      );
    const id = await saveSearch(db, c.var.customer, search, { ...wanted, shopName });
    if (id === null)
      throw new HTTPException(409, {
        message: `You have saved ${savedSearchMaximum} searches. Remove one to save another.`,
      });
    const [saved] = await readSearches(db, c.var.customer.userId, id);
    // Removed again by another tab since.
    if (!saved) throw unknown();
    return c.json(saved, 200);
  });

  app.openapi(routes.change, async (c) => {
    const { id } = c.req.valid('param');
    await changeSearch(db, c.var.customer, id, c.req.valid('json'));
    const [saved] = await readSearches(db, c.var.customer.userId, id);
    if (!saved) throw unknown();
    return c.json(saved, 200);
  });

  app.openapi(routes.remove, async (c) => {
    await deleteSearch(db, c.var.customer.userId, c.req.valid('param').id);
    return c.body(null, 204);
  });
}
