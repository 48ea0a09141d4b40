// The endpoint of the operator's own products, for the staff: by the verbs that shops and npm run goods -- endpoint use.
import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  endpointStateSchema,
  endpointTestSchema,
  endpointWithSecretSchema,
  putEndpointSchema,
} from '#contract/goods/access/provision.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { requireStaff, type Staff } from '../../access/require-staff.ts';
import { badRequest, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import { createWriteRateLimit } from '../../http/write-rate-limit.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import { findEndpoint } from './endpoint.store.ts';
import {
  checkEndpointAddress,
  type EndpointOwner,
  type Endpoints,
  putEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  testEndpoint,
  toEndpoint,
} from './manage-endpoint.ts';
import { countCalls } from './provision-call.store.ts';
import { provisionSends } from './provision-limits.rules.ts';

type Deps = Endpoints & { database: ShopDatabase; authenticate: Authenticate };

const noEndpoint = () => notFound('There is no endpoint. Set its address first.');
/** As the endpoints of shops have the ids of theirs. */
const operator = '';
const ownerOf = ({ customer }: Staff): EndpointOwner => ({ sellerId: operator, by: customer.userId });

export function mountStaffEndpoint(app: OpenAPIHono, deps: Deps) {
  const { db, now } = deps;
  const routes = routesFor(deps);
  const allowSend = createWriteRateLimit(deps.database, provisionSends);

  app.openapi(routes.find, async (c) => {
    const endpoint = await findEndpoint(db, operator);
    const calls = await countCalls(db, operator);
    return c.json({ endpoint: endpoint ? toEndpoint(endpoint, now()) : null, ...calls }, 200);
  });

  app.openapi(routes.put, async (c) => {
    const { url } = c.req.valid('json');
    const refusal = await checkEndpointAddress(deps, url);
    if (refusal) throw badRequest(refusal);
    const { endpoint, secret } = await putEndpoint(deps, ownerOf(c.var.staff), url);
    return c.json({ ...toEndpoint(endpoint, now()), secret }, 200);
  });

  app.openapi(routes.remove, async (c) => {
    if (!(await removeEndpoint(deps, ownerOf(c.var.staff)))) throw noEndpoint();
    return c.body(null, 204);
  });

  app.openapi(routes.test, async (c) => {
    await allowSend(c, 'operator');
    const tested = await testEndpoint(deps, operator);
    if (!tested) throw noEndpoint();
    return c.json(tested, 200);
  });

  app.openapi(routes.rotate, async (c) => {
    const made = await rotateEndpointSecret(deps, ownerOf(c.var.staff));
    if (!made) throw noEndpoint();
    return c.json({ ...toEndpoint(made.endpoint, now()), secret: made.secret }, 200);
  });
}

const forStaff = 'For the staff; nobody else finds anything at this address.';
const fresh = 'Asks for a sign-in of the last 15 minutes.';

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const freshly = requireFreshSignIn(deps.now);
  const path = '/admin/provision-endpoint' as const;
  const base = { tags: ['Staff'] };
  return {
    find: createRoute({
      ...base,
      method: 'get',
      path,
      summary: "Reads the endpoint that sets up what is sold of the operator's own products",
      description: forStaff,
      middleware: may('readState'),
      responses: {
        200: ok(endpointStateSchema, 'The endpoint, and how its calls do'),
        ...problems(409),
      },
    }),
    put: createRoute({
      ...base,
      method: 'put',
      path,
      summary: 'Sets or changes the endpoint',
      description: `${forStaff} The secret is told with the first address alone; it stays when the address changes. ${fresh}`,
      middleware: [may('manageState'), freshly, ...jsonBody] as const,
      request: { body: jsonContent(putEndpointSchema) },
      responses: { 200: ok(endpointWithSecretSchema, 'The endpoint') },
    }),
    remove: createRoute({
      ...base,
      method: 'delete',
      path,
      summary: 'Removes the endpoint',
      description: `${forStaff} What waits for it goes on waiting for another one. ${fresh}`,
      middleware: [may('manageState'), freshly] as const,
      responses: { 204: { description: 'It is gone' } },
    }),
    test: createRoute({
      ...base,
      method: 'post',
      path: `${path}/test`,
      summary: 'Calls the endpoint now with something that asks for nothing',
      description: forStaff,
      middleware: may('manageState'),
      responses: { 200: ok(endpointTestSchema, 'What became of it'), ...problems(409, 429) },
    }),
    rotate: createRoute({
      ...base,
      method: 'post',
      path: `${path}/rotate`,
      summary: 'Makes a new secret',
      description: `${forStaff} For a day every call is signed with the new one and with the one before. ${fresh}`,
      middleware: [may('manageState'), freshly] as const,
      responses: {
        200: ok(endpointWithSecretSchema, 'The endpoint, with its new secret'),
      },
    }),
  };
}
