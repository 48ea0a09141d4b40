import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import {
  deliveriesSchema,
  deliveryDetailSchema,
  deliverySchema,
  putWebhookSchema,
  webhookSchema,
  webhooksSchema,
  webhookWithSecretSchema,
} from '#contract/selling/webhook.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireApprovedOnce } from '../../access/require-active-seller.ts';
import { type ForSellerOrKey, requireMemberOrKey } from '../../access/require-member.ts';
import { badRequest, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { jsonBody } from '../../http/request-body.ts';
import { createWriteRateLimit } from '../../http/write-rate-limit.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import {
  addWebhook,
  changeWebhook,
  checkAddress,
  removeWebhook,
  rotateSecret,
  testWebhook,
  toDelivery,
  toDetail,
  toWebhook,
  type Webhooks,
} from './manage-webhooks.ts';
import { findDelivery, findWebhook, listAttempts, listDeliveries, listWebhooks, sendAgain } from './webhook.store.ts';
import { webhookMaximum, webhookSends } from './webhook-limits.rules.ts';

const tags = ['Webhooks'];
const id = () => z.string().refine(isStorableText, 'is no id');
const ofSeller = z.object({ sellerId: id() });
const ofWebhook = z.object({ sellerId: id(), webhookId: id() });
const ofDelivery = z.object({ sellerId: id(), webhookId: id(), deliveryId: id() });
const DELIVERY_PAGE = { usual: 25, most: 100 };
const one = '/seller/{sellerId}/webhook/{webhookId}';

const routesBehind = (member: MiddlewareHandler<ForSellerOrKey>) => ({
  list: createRoute({
    method: 'get',
    path: '/seller/{sellerId}/webhook',
    tags,
    summary: 'Tells where a shop is told of what happens',
    middleware: member,
    request: { params: ofSeller },
    responses: { 200: ok(webhooksSchema, 'The webhooks, the oldest first'), ...problems(400, 429) },
  }),
  add: createRoute({
    method: 'post',
    path: '/seller/{sellerId}/webhook',
    tags,
    summary: 'Adds a webhook',
    description:
      'Events are posted there as JSON, signed by the Standard Webhooks convention: the headers webhook-id, webhook-timestamp and webhook-signature. An answer of 2xx within ten seconds takes an event; others are tried again for three days. An event may arrive twice, with the same webhook-id, and later than one that happened after it.',
    middleware: [member, requireApprovedOnce<ForSellerOrKey>(), ...jsonBody] as const,
    request: { params: ofSeller, body: jsonContent(putWebhookSchema) },
    responses: {
      201: ok(webhookWithSecretSchema, 'The webhook, with its secret'),
      ...problems(429),
    },
  }),
  find: createRoute({
    method: 'get',
    path: one,
    tags,
    summary: 'Reads a webhook',
    middleware: member,
    request: { params: ofWebhook },
    responses: { 200: ok(webhookSchema, 'The webhook'), ...problems(400, 429) },
  }),
  change: createRoute({
    method: 'put',
    path: one,
    tags,
    summary: 'Changes a webhook, or switches it on or off',
    description: 'What happens while it is off is not told later.',
    middleware: [member, requireApprovedOnce<ForSellerOrKey>(), ...jsonBody] as const,
    request: { params: ofWebhook, body: jsonContent(putWebhookSchema) },
    responses: { 200: ok(webhookSchema, 'The webhook as it is now'), ...problems(429) },
  }),
  remove: createRoute({
    method: 'delete',
    path: one,
    tags,
    summary: 'Removes a webhook, and what was delivered to it',
    middleware: member,
    request: { params: ofWebhook },
    responses: { 204: { description: 'It is gone' }, ...problems(400, 429) },
  }),
  test: createRoute({
    method: 'post',
    path: `${one}/test`,
    tags,
    summary: 'Sends an event of the type webhook.test',
    description: 'Tried once. What became of it is told by the delivery.',
    middleware: [member, requireApprovedOnce<ForSellerOrKey>()] as const,
    request: { params: ofWebhook },
    responses: { 202: ok(deliverySchema, 'The delivery'), ...problems(400, 429) },
  }),
  rotate: createRoute({
    method: 'post',
    path: `${one}/rotate`,
    tags,
    summary: 'Makes a new secret',
    description: 'For a day every event is signed with the new one and with the one before.',
    middleware: [member, requireApprovedOnce<ForSellerOrKey>()] as const,
    request: { params: ofWebhook },
    responses: {
      200: ok(webhookWithSecretSchema, 'The webhook, with its new secret'),
      ...problems(400, 429),
    },
  }),
  deliveries: createRoute({
    method: 'get',
    path: `${one}/delivery`,
    tags,
    summary: 'Lists what was sent to a webhook in the last 30 days, newest first',
    middleware: member,
    request: { params: ofWebhook, query: z.object(pageQuery(DELIVERY_PAGE)) },
    responses: {
      200: { ...ok(deliveriesSchema, 'The deliveries'), headers: linkHeader },
      ...problems(429),
    },
  }),
  delivery: createRoute({
    method: 'get',
    path: `${one}/delivery/{deliveryId}`,
    tags,
    summary: 'Reads a delivery, with every request and answer',
    middleware: member,
    request: { params: ofDelivery },
    responses: { 200: ok(deliveryDetailSchema, 'The delivery'), ...problems(400, 429) },
  }),
  resend: createRoute({
    method: 'post',
    path: `${one}/delivery/{deliveryId}/resend`,
    tags,
    summary: 'Sends a delivery again',
    description: 'At once, with the same webhook-id; then as every other one.',
    middleware: [member, requireApprovedOnce<ForSellerOrKey>()] as const,
    request: { params: ofDelivery },
    responses: { 202: ok(deliverySchema, 'The delivery'), ...problems(400, 429) },
  }),
});

const noWebhook = () => notFound('The shop has no webhook with this id.');
const noDelivery = () => notFound('The webhook has no delivery with this id. What is older than 30 days is forgotten.');

/** Where the programs of a shop are told of what happens. */
export function mountSellerWebhooks(
  app: OpenAPIHono,
  deps: Webhooks & { database: ShopDatabase; authenticate: Authenticate },
) {
  const { db, now } = deps;
  const routes = routesBehind(requireMemberOrKey(deps)('manageWebhooks'));
  const allowSend = createWriteRateLimit(deps.database, webhookSends);

  app.openapi(routes.list, async (c) => {
    const webhooks = await listWebhooks(db, c.var.member.sellerId);
    return c.json({ items: webhooks.map((webhook) => toWebhook(webhook, now())) }, 200);
  });

  app.openapi(routes.add, async (c) => {
    const wanted = c.req.valid('json');
    await refuseAddress(wanted.url);
    const made = await addWebhook(deps, c.var.member, wanted);
    if (!made)
      throw new HTTPException(409, { message: `A shop has at most ${webhookMaximum} webhooks. Remove one of them.` });
    return c.json({ ...toWebhook(made.webhook, now()), secret: made.secret }, 201);
  });

  app.openapi(routes.find, async (c) => {
    const webhook = await findWebhook(db, c.req.valid('param'));
    if (!webhook) throw noWebhook();
    return c.json(toWebhook(webhook, now()), 200);
  });

  app.openapi(routes.change, async (c) => {
    const wanted = c.req.valid('json');
    const own = { ...c.var.member, webhookId: c.req.valid('param').webhookId };
    if (!(await findWebhook(db, own))) throw noWebhook();
    await refuseAddress(wanted.url);
    const webhook = await changeWebhook(deps, own, wanted);
    if (!webhook) throw noWebhook();
    return c.json(toWebhook(webhook, now()), 200);
  });

  app.openapi(routes.remove, async (c) => {
    if (!(await removeWebhook(deps, { ...c.var.member, webhookId: c.req.valid('param').webhookId }))) throw noWebhook();
    return c.body(null, 204);
  });

  app.openapi(routes.test, async (c) => {
    await allowSend(c, c.var.member.sellerId);
    const delivery = await testWebhook(deps, { ...c.var.member, webhookId: c.req.valid('param').webhookId });
    if (!delivery) throw noWebhook();
    return c.json(toDelivery(delivery), 202);
  });

  app.openapi(routes.rotate, async (c) => {
    const made = await rotateSecret(deps, { ...c.var.member, webhookId: c.req.valid('param').webhookId });
    if (!made) throw noWebhook();
    return c.json({ ...toWebhook(made.webhook, now()), secret: made.secret }, 200);
  });

  app.openapi(routes.deliveries, async (c) => {
    const { after, limit } = c.req.valid('query');
    const own = c.req.valid('param');
    const found = await listDeliveries(db, own, { after: cursorOf(after), limit: limit + 1 });
    if (found.length === 0 && !(await findWebhook(db, own))) throw noWebhook();
    const page = cutPage(c, found, limit, ({ micros, id }) => ({ micros, id }));
    return c.json(page.map(toDelivery), 200);
  });

  app.openapi(routes.delivery, async (c) => {
    const { deliveryId, ...own } = c.req.valid('param');
    const delivery = await findDelivery(db, own, deliveryId);
    if (!delivery) throw noDelivery();
    return c.json(toDetail(delivery, await listAttempts(db, delivery.id)), 200);
  });

  app.openapi(routes.resend, async (c) => {
    const { deliveryId, ...own } = c.req.valid('param');
    await allowSend(c, own.sellerId);
    const webhook = await findWebhook(db, own);
    if (!webhook) throw noWebhook();
    if (!webhook.enabled)
      throw new HTTPException(409, { message: 'The webhook is switched off. Switch it on, then send it again.' });
    const delivery = await sendAgain(db, own, deliveryId);
    if (!delivery) throw noDelivery();
    return c.json(toDelivery(delivery), 202);
  });

  async function refuseAddress(url: string) {
    const refusal = await checkAddress(deps, url);
    if (refusal) throw badRequest(refusal);
  }
}
