import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  confirmAccountSchema,
  connectLinkSchema,
  payoutDetailSchema,
  payoutLinesSchema,
  payoutSchema,
  payoutSettingsSchema,
  payoutsSchema,
  putPayoutSettingsSchema,
  requestPayoutSchema,
} from '#contract/money/payout.schema.ts';
import { longestPdfStatement } from '#contract/money/wallet.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { type ForSeller, type Member, requireMember } from '../../access/require-member.ts';
import { badRequest, conflict, jsonContent, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBody } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import type { ConnectPayouts } from './connect/connect-payouts.ts';
import { requestPayout } from './make-payout.ts';
import { listPayouts } from './payout.store.ts';
import { toPayout } from './payout-answer.rules.ts';
import { pageOfLines, payoutLinesQuery, payoutStatementFile, payoutStatementQuery } from './payout-answers.ts';
import type { PayoutService } from './payout-service.ts';
import { type DrawStatement, payoutStatement } from './payout-statement.ts';
import { findOwnPayout, readPayout } from './read-payout.ts';
import { confirmDestination } from './settings/confirm-destination.ts';
import { readSettings } from './settings/read-payout.ts';
import { putSettings } from './settings/save-settings.ts';

const tags = ['Payouts'];
const id = () => z.string().refine(isStorableText, 'is no id');
const ofSeller = z.object({ sellerId: id() });
const ofPayout = ofSeller.extend({ payoutId: id() });
const path = '/seller/{sellerId}/payout' as const;
const settingsPath = '/seller/{sellerId}/payout-settings' as const;

const requestKey = z.object({
  'idempotency-key': z
    .string('is missing: a payout is asked for with a key of its own')
    .regex(/^[!-~]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .meta({
      description:
        'Made anew by the caller for each payout. The same key again is the same payout, and never a second one',
    }),
});

type Guards = {
  reads: MiddlewareHandler<ForSeller>;
  manages: MiddlewareHandler<ForSeller>;
  fresh: ReturnType<typeof requireFreshSignIn>;
};

const routesBehind = ({ reads, manages, fresh }: Guards) => ({
  settings: createRoute({
    method: 'get',
    path: settingsPath,
    tags,
    summary: "Tells where a shop's money goes to, and what could be paid out now",
    middleware: reads,
    request: { params: ofSeller },
    responses: { 200: ok(payoutSettingsSchema, 'The settings'), ...problems(400) },
  }),
  putSettings: createRoute({
    method: 'put',
    path: settingsPath,
    tags,
    summary: "Says where a shop's money goes to, and when",
    description:
      'Asks for a sign-in of the last 15 minutes. The owners are told by mail of another bank account. What is on its way goes where it was sent to.',
    middleware: [manages, fresh, ...jsonBody] as const,
    request: { params: ofSeller, body: jsonContent(putPayoutSettingsSchema) },
    responses: { 200: ok(payoutSettingsSchema, 'The settings') },
  }),
  confirm: createRoute({
    method: 'post',
    path: `${settingsPath}/confirm`,
    tags,
    summary: 'Confirms the account that another owner has changed: payouts wait no longer',
    description:
      'For owners. `changed_at` says which account was looked at: where another one stands there by now, nothing is confirmed. Asks for a sign-in of the last 15 minutes.',
    middleware: [manages, fresh, ...jsonBody] as const,
    request: { params: ofSeller, body: jsonContent(confirmAccountSchema) },
    responses: { 200: ok(payoutSettingsSchema, 'The settings') },
  }),
  connect: createRoute({
    method: 'post',
    path: `${settingsPath}/connect`,
    tags,
    summary: 'Creates a link to Stripe, which asks there what it has to know before it pays out',
    description: 'Asks for a sign-in of the last 15 minutes. The link is good once, and leads back to the settings.',
    middleware: [manages, fresh] as const,
    request: { params: ofSeller },
    responses: { 200: ok(connectLinkSchema, 'The link'), ...problems(400) },
  }),
  refresh: createRoute({
    method: 'post',
    path: `${settingsPath}/connect/refresh`,
    tags,
    summary: 'Asks Stripe what is still missing',
    middleware: manages,
    request: { params: ofSeller },
    responses: { 200: ok(payoutSettingsSchema, 'The settings'), ...problems(400, 409) },
  }),
  request: createRoute({
    method: 'post',
    path,
    tags,
    summary: 'Pays out what is available, or a part of it',
    description: 'Asks for a sign-in of the last 15 minutes.',
    middleware: [manages, fresh, ...jsonBody] as const,
    request: { params: ofSeller, headers: requestKey, body: jsonContent(requestPayoutSchema) },
    responses: { 201: ok(payoutSchema, 'The payout') },
  }),
  list: createRoute({
    method: 'get',
    path,
    tags,
    summary: 'Lists payouts of a shop, newest first',
    middleware: reads,
    request: { params: ofSeller, query: z.object(pageQuery({ usual: 25, most: 100 })) },
    responses: { 200: { ...ok(payoutsSchema, 'The payouts'), headers: linkHeader } },
  }),
  one: createRoute({
    method: 'get',
    path: `${path}/{payoutId}`,
    tags,
    summary: 'Reads a payout with everything that is in it',
    middleware: reads,
    request: { params: ofPayout },
    responses: { 200: ok(payoutDetailSchema, 'The payout'), ...problems(400) },
  }),
  lines: createRoute({
    method: 'get',
    path: `${path}/{payoutId}/line`,
    tags,
    summary: 'Lists the lines of a payout, or those of a group, oldest first',
    middleware: reads,
    request: { params: ofPayout, query: payoutLinesQuery },
    responses: {
      200: { ...ok(payoutLinesSchema, 'The lines'), headers: linkHeader },
    },
  }),
  statement: createRoute({
    method: 'get',
    path: `${path}/{payoutId}/statement`,
    tags,
    summary: 'Reads the statement of a payout as CSV or PDF: all of its lines, which come to what was paid',
    description: `The amounts of all rows of the CSV but the last one are the last one. At most ${longestPdfStatement} lines are drawn as a PDF.`,
    middleware: reads,
    request: { params: ofPayout, query: payoutStatementQuery },
    responses: { 200: payoutStatementFile, ...problems(409) },
  }),
});

type Deps = {
  service: PayoutService;
  authenticate: Authenticate;
  connect: ConnectPayouts | null;
  draw: DrawStatement;
};

/** Payouts of a shop. */
export function mountPayouts(app: OpenAPIHono, { service, authenticate, connect, draw }: Deps) {
  const { db, shop } = service;
  const member = requireMember({ db, authenticate });
  const routes = routesBehind({
    reads: member('readPayouts'),
    manages: member('managePayouts'),
    fresh: requireFreshSignIn(service.now),
  });
  const settings = ({ sellerId, by }: Member) =>
    readSettings(service, sellerId, { by, offersConnect: connect !== null });

  app.openapi(routes.settings, async (c) => c.json(await settings(c.var.member), 200));

  app.openapi(routes.putSettings, async (c) => {
    const { sellerId, by, customer } = c.var.member;
    await putSettings(service, sellerId, c.req.valid('json'), { by, email: customer.email });
    return c.json(await settings(c.var.member), 200);
  });

  app.openapi(routes.confirm, async (c) => {
    const { sellerId, customer } = c.var.member;
    await confirmDestination(service, sellerId, {
      by: customer.userId,
      as: 'owner',
      seen: new Date(c.req.valid('json').changed_at),
    });
    return c.json(await settings(c.var.member), 200);
  });

  app.openapi(routes.connect, async (c) => {
    const { sellerId, by, customer } = c.var.member;
    return c.json(await offered(connect).link(sellerId, { by, email: customer.email }), 200);
  });

  app.openapi(routes.refresh, async (c) => {
    await offered(connect).refresh(c.var.member.sellerId);
    return c.json(await settings(c.var.member), 200);
  });

  app.openapi(routes.request, async (c) => {
    const { sellerId, by } = c.var.member;
    const { amount } = c.req.valid('json');
    const made = await requestPayout(service, {
      sellerId,
      requestKey: `asked ${c.req.valid('header')['idempotency-key']}`,
      cents: amount === undefined ? null : Math.round(amount * 100),
      by,
      bySchedule: false,
    });
    if (!made.ok) throw made.hindrance === null ? keyReused() : conflict(made.hindrance);
    const [payout] = await listPayouts(db, { payoutId: made.payout.payout_id, after: null, limit: 1 });
    if (!payout) throw new Error(`payout ${made.payout.payout_id} is gone`);
    return c.json(toPayout(shop.name, payout), 201);
  });

  app.openapi(routes.list, async (c) => {
    const { after, limit } = c.req.valid('query');
    const { sellerId } = c.var.member;
    const found = await listPayouts(db, { sellerId, after: cursorOf(after), limit: limit + 1 });
    const page = cutPage(c, found, limit, ({ micros, payout_id }) => ({ micros, id: payout_id }));
    return c.json(
      page.map((payout) => toPayout(shop.name, payout)),
      200,
    );
  });

  app.openapi(routes.one, async (c) =>
    c.json(await readPayout(service, c.var.member.sellerId, c.req.valid('param').payoutId), 200),
  );

  app.openapi(routes.lines, async (c) => {
    const payout = await findOwnPayout(db, c.var.member.sellerId, c.req.valid('param').payoutId);
    return c.json(await pageOfLines(c, db, payout, c.req.valid('query')), 200);
  });

  app.openapi(routes.statement, async (c) => {
    const { sellerId } = c.var.member;
    const { format } = c.req.valid('query');
    const payout = await findOwnPayout(db, sellerId, c.req.valid('param').payoutId);
    const { body, headers } = await payoutStatement(service, draw, payout, format);
    return c.body(body, 200, headers);
  });
}

function offered(connect: ConnectPayouts | null): ConnectPayouts {
  if (!connect) throw badRequest('This marketplace does not pay out by Stripe. Choose a bank account.');
  return connect;
}

function keyReused() {
  return new RefusalAnswer(
    { code: 'request_key_reused' },
    {
      status: 409,
      message: 'This key was used for another payout. Send another key for another payout.',
      retryAfterSeconds: null,
    },
  );
}
