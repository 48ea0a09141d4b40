import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  endpointStateSchema,
  endpointTestSchema,
  endpointWithSecretSchema,
  type ProvisionCall,
  provisionCallSchema,
  provisionCallsSchema,
  putEndpointSchema,
} from '#contract/goods/access/provision.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireApprovedOnce } from '../../access/require-active-seller.ts';
import { type ForSeller, requireMember } from '../../access/require-member.ts';
import { badRequest, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { jsonBody } from '../../http/request-body.ts';
import { createWriteRateLimit } from '../../http/write-rate-limit.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { findEndpoint } from './endpoint.store.ts';
import {
  checkEndpointAddress,
  type Endpoints,
  putEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  testEndpoint,
  toEndpoint,
} from './manage-endpoint.ts';
import { countCalls, listCalls, repeatCall, type StoredCall } from './provision-call.store.ts';
import { GIVE_UP_MS, provisionSends } from './provision-limits.rules.ts';

const tags = ['Provision'];
const id = () => z.string().refine(isStorableText, 'is no id');
const ofSeller = z.object({ sellerId: id() });
const one = '/seller/{sellerId}/provision-endpoint';

const routesBehind = (owner: MiddlewareHandler<ForSeller>) => ({
  find: createRoute({
    method: 'get',
    path: one,
    tags,
    summary: 'Reads the endpoint that sets up what a shop has sold',
    middleware: owner,
    request: { params: ofSeller },
    responses: { 200: ok(endpointStateSchema, 'The endpoint, and how its calls do'), ...problems(400) },
  }),
  put: createRoute({
    method: 'put',
    path: one,
    tags,
    summary: 'Sets or changes the endpoint',
    description:
      'It is called with JSON, signed by the Standard Webhooks convention, when somebody buys access or hours that it sets up. The secret is told with the first address alone; it stays when the address changes.',
    middleware: [owner, requireApprovedOnce<ForSeller>(), ...jsonBody] as const,
    request: { params: ofSeller, body: jsonContent(putEndpointSchema) },
    responses: { 200: ok(endpointWithSecretSchema, 'The endpoint') },
  }),
  remove: createRoute({
    method: 'delete',
    path: one,
    tags,
    summary: 'Removes the endpoint',
    description: 'What waits for it goes on waiting for another one.',
    middleware: owner,
    request: { params: ofSeller },
    responses: { 204: { description: 'It is gone' }, ...problems(400) },
  }),
  test: createRoute({
    method: 'post',
    path: `${one}/test`,
    tags,
    summary: 'Calls the endpoint now with something that asks for nothing',
    middleware: [owner, requireApprovedOnce<ForSeller>()] as const,
    request: { params: ofSeller },
    responses: { 200: ok(endpointTestSchema, 'What became of it'), ...problems(400, 429) },
  }),
  rotate: createRoute({
    method: 'post',
    path: `${one}/rotate`,
    tags,
    summary: 'Makes a new secret',
    description: 'For a day every call is signed with the new one and with the one before.',
    middleware: [owner, requireApprovedOnce<ForSeller>()] as const,
    request: { params: ofSeller },
    responses: {
      200: ok(endpointWithSecretSchema, 'The endpoint, with its new secret'),
      ...problems(400),
    },
  }),
  calls: createRoute({
    method: 'get',
    path: `${one}/call`,
    tags,
    summary: 'Lists what the endpoint was asked for in the last 90 days, newest first',
    middleware: owner,
    request: { params: ofSeller, query: z.object(pageQuery({ usual: 25, most: 100 })) },
    responses: {
      200: { ...ok(provisionCallsSchema, 'The calls'), headers: linkHeader },
    },
  }),
  repeat: createRoute({
    method: 'post',
    path: `${one}/call/{callId}/repeat`,
    tags,
    summary: 'Makes a call again at once',
    description: 'With the same id. Access that was given up is asked for again for a week.',
    middleware: [owner, requireApprovedOnce<ForSeller>()] as const,
    request: { params: ofSeller.extend({ callId: id() }) },
    responses: { 202: ok(provisionCallSchema, 'The call'), ...problems(400, 429) },
  }),
});

const noEndpoint = () => notFound('The shop has no endpoint. Set its address first.');

/** Endpoint that is called when somebody buys what only the shop can set up. */
export function mountProvisionEndpoint(
  app: OpenAPIHono,
  deps: Endpoints & { database: ShopDatabase; authenticate: Authenticate },
) {
  const { db, now } = deps;
  const routes = routesBehind(requireMember(deps)('manageWebhooks'));
  const allowSend = createWriteRateLimit(deps.database, provisionSends);

  app.openapi(routes.find, async (c) => {
    const { sellerId } = c.var.member;
    const endpoint = await findEndpoint(db, sellerId);
    const calls = await countCalls(db, sellerId);
    return c.json({ endpoint: endpoint ? toEndpoint(endpoint, now()) : null, ...calls }, 200);
  });

  app.openapi(routes.put, async (c) => {
    const { url } = c.req.valid('json');
    const refusal = await checkEndpointAddress(deps, url);
    if (refusal) throw badRequest(refusal);
    const { endpoint, secret } = await putEndpoint(deps, c.var.member, url);
    return c.json({ ...toEndpoint(endpoint, now()), secret }, 200);
  });

  app.openapi(routes.remove, async (c) => {
    if (!(await removeEndpoint(deps, c.var.member))) throw noEndpoint();
    return c.body(null, 204);
  });

  app.openapi(routes.test, async (c) => {
    await allowSend(c, c.var.member.sellerId);
    const tested = await testEndpoint(deps, c.var.member.sellerId);
    if (!tested) throw noEndpoint();
    return c.json(tested, 200);
  });

  app.openapi(routes.rotate, async (c) => {
    const made = await rotateEndpointSecret(deps, c.var.member);
    if (!made) throw noEndpoint();
    return c.json({ ...toEndpoint(made.endpoint, now()), secret: made.secret }, 200);
  });

  app.openapi(routes.calls, async (c) => {
    const { after, limit } = c.req.valid('query');
    const found = await listCalls(db, c.var.member.sellerId, { after: cursorOf(after), limit: limit + 1 });
    const page = cutPage(c, found, limit, ({ micros, id }) => ({ micros, id }));
    return c.json(page.map(toCall), 200);
  });

  app.openapi(routes.repeat, async (c) => {
    const { sellerId } = c.var.member;
    await allowSend(c, sellerId);
    const until = new Date(now().getTime() + GIVE_UP_MS);
    const repeated = await repeatCall(db, sellerId, c.req.valid('param').callId, until);
    if (!repeated) throw notFound('There is no such call, or it was taken, or is not wanted any more.');
    return c.json(toCall(repeated), 202);
  });
}

function toCall(stored: StoredCall): ProvisionCall {
  return {
    call_id: stored.id,
    type: stored.type,
    entitlement_id: stored.entitlement_id,
    session_id: stored.session_id,
    state: stored.state,
    attempts: stored.attempts,
    failure: stored.failure,
    next_attempt_at: stored.state === 'waiting' ? stored.due_at.toISOString() : null,
    promised_at: stored.promised_at?.toISOString() ?? null,
    create_time: stored.created_at.toISOString(),
  };
}
