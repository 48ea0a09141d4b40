import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  type AskedOutage,
  askedOutageSchema,
  type HoursOutage,
  hoursOutageSchema,
  outagePreviewSchema,
  recordedOutageSchema,
  sellerHoursListSchema,
  sellerHoursSchema,
  startedMachineSchema,
} from '#contract/goods/access/hours.schema.ts';
import { type SellerHoursFilter, sellerHoursFilters } from '#contract/goods/access/hours.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { listSettledByStaff } from '../../access/member.store.ts';
import { requireActiveSellerOrKey } from '../../access/require-active-seller.ts';
import { requireMemberOrKey } from '../../access/require-member.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { jsonBody } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { refused } from './hours-refusals.ts';
import type { HoursRefusal, HoursService } from './hours-service.ts';
import { sayStarted, sayStopped } from './machine.ts';
import { listSoldHours } from './machine-session.store.ts';
import { readSoldHours } from './read-hours.ts';
import { previewOutage, recordOutage } from './record-outage.ts';

type Deps = HoursService & { authenticate: Authenticate };

const tags = ['Provision'];
/** The operator, who looks after what no shop does. */
const OPERATOR = null;
const id = () => z.string().refine(isStorableText, 'is no id');
const nothing = 'The shop has sold no hours with this id.';
const nothingHit = 'Nobody has hours of such a product or machine.';

/** Hours of machines, for the shop that has sold them. */
export function mountSellerHours(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => c.json(await list(c, c.var.member.sellerId, c.req.valid('query')), 200));

  app.openapi(routes.listOfOperator, async (c) => c.json(await list(c, OPERATOR, c.req.valid('query')), 200));

  app.openapi(routes.started, async (c) => {
    const { entitlementId } = c.req.valid('param');
    const { sellerId } = c.var.member;
    const done = await sayStarted(deps, { entitlementId, sellerId, fields: c.req.valid('json').fields });
    return c.json(await after(done, sellerId, entitlementId), 200);
  });

  app.openapi(routes.stopped, async (c) => {
    const { entitlementId } = c.req.valid('param');
    const { sellerId } = c.var.member;
    const done = await sayStopped(deps, { entitlementId, sellerId });
    return c.json(await after(done, sellerId, entitlementId), 200);
  });

  app.openapi(routes.startedByStaff, async (c) => {
    const { entitlementId } = c.req.valid('param');
    const by = c.var.staff.customer.userId;
    const { fields } = c.req.valid('json');
    const done = await sayStarted(deps, { entitlementId, sellerId: OPERATOR, by, fields });
    return c.json(await after(done, OPERATOR, entitlementId), 200);
  });

  app.openapi(routes.stoppedByStaff, async (c) => {
    const { entitlementId } = c.req.valid('param');
    const by = c.var.staff.customer.userId;
    const done = await sayStopped(deps, { entitlementId, sellerId: OPERATOR, by });
    return c.json(await after(done, OPERATOR, entitlementId), 200);
  });

  app.openapi(routes.preview, async (c) =>
    c.json(await preview(deps, c.var.member.sellerId, c.req.valid('json')), 200),
  );

  app.openapi(routes.previewByStaff, async (c) => c.json(await preview(deps, null, c.req.valid('json')), 200));

  app.openapi(routes.outage, async (c) => {
    const { sellerId, by } = c.var.member;
    return c.json(await outage(deps, { sellerId, by }, c.req.valid('json')), 201);
  });

  app.openapi(routes.outageByStaff, async (c) => {
    const by = c.var.staff.customer.userId;
    return c.json(await outage(deps, { sellerId: null, by }, c.req.valid('json')), 201);
  });

  async function list(
    c: Parameters<typeof cutPage>[0],
    sellerId: string | null,
    { after, limit, state }: { after?: string | undefined; limit: number; state?: SellerHoursFilter | undefined },
  ) {
    const page = { state: state ?? null, after: cursorOf(after), limit: limit + 1 };
    const soldBy = sellerId === null ? ['', ...(await listSettledByStaff(db))] : [sellerId];
    const found = cutPage(c, await listSoldHours(db, soldBy, page), limit, ({ micros, entitlement_id }) => ({
      micros,
      id: entitlement_id,
    }));
    const hours = await Promise.all(found.map(({ entitlement_id }) => readSoldHours(deps, sellerId, entitlement_id)));
    return hours.filter((one) => one !== null);
  }

  async function after(done: { ok: true } | { refusal: HoursRefusal }, sellerId: string | null, entitlementId: string) {
    if ('refusal' in done) throw refused(done.refusal, nothing);
    const hours = await readSoldHours(deps, sellerId, entitlementId);
    if (!hours) throw notFound(nothing);
    return hours;
  }
}

async function preview(deps: Deps, sellerId: string | null, given: AskedOutage) {
  const { product_id: productId = null, session_id: sessionId = null, from, to } = given;
  const found = await previewOutage(deps, { sellerId, productId, sessionId, from: new Date(from), to: new Date(to) });
  if ('refusal' in found) throw refused(found.refusal, nothingHit);
  return found;
}

async function outage(deps: Deps, who: { sellerId: string | null; by: string }, given: HoursOutage) {
  const { product_id: productId = null, session_id: sessionId = null, from, to, reason } = given;
  const what = { productId, sessionId, from: new Date(from), to: new Date(to), reason };
  const done = await recordOutage(deps, { ...who, ...what });
  if ('refusal' in done) throw refused(done.refusal, nothingHit);
  return done;
}

function routesFor(deps: Deps) {
  const member = requireMemberOrKey(deps);
  const staff = requireStaff(deps);
  const params = z.object({ sellerId: id() });
  const ofHours = params.extend({ entitlementId: id() });
  const one = '/seller/{sellerId}/hours';
  const changed = {
    200: ok(sellerHoursSchema, 'The hours as they are now'),
    ...problems(400, 401, 404, 409, 413),
  };
  const listed = {
    200: { ...ok(sellerHoursListSchema, 'The hours'), headers: linkHeader },
    ...problems(400, 401, 404),
  };
  const listQuery = z.object({
    ...pageQuery({ usual: 30, most: 100 }),
    state: z
      .enum(sellerHoursFilters, `must be one of ${sellerHoursFilters.join(', ')}`)
      .optional()
      .meta({ description: 'requests: whose buyers wait for something that is done by hand' }),
  });
  const previewed = {
    200: ok(outagePreviewSchema, 'What would come back'),
    ...problems(400, 401, 404, 409, 413),
  };
  const ofOperator = z.object({ entitlementId: id() });
  const own = '/admin/hours';
  const recorded = { 201: ok(recordedOutageSchema, 'What was given back'), ...problems(400, 401, 404, 409, 413) };
  return {
    list: createRoute({
      method: 'get',
      path: one,
      tags,
      summary: 'Lists hours that the shop has sold, newest first',
      middleware: member('readOrders'),
      request: { params, query: listQuery },
      responses: listed,
    }),
    listOfOperator: createRoute({
      method: 'get',
      path: own,
      tags,
      summary: 'Lists hours of the operator’s own products, and of shops that do not act for themselves, newest first',
      middleware: staff('readSales'),
      request: { query: listQuery },
      responses: { ...listed, ...problems(409) },
    }),
    startedByStaff: createRoute({
      method: 'post',
      path: `${own}/{entitlementId}/started`,
      tags,
      summary: 'Says that a machine which no shop looks after is on',
      description:
        'Minutes count from then on, and the buyer is told by mail. Said again it changes how the machine is reached.',
      middleware: [staff('deliverSales'), ...jsonBody] as const,
      request: { params: ofOperator, body: jsonContent(startedMachineSchema) },
      responses: changed,
    }),
    stoppedByStaff: createRoute({
      method: 'post',
      path: `${own}/{entitlementId}/stopped`,
      tags,
      summary: 'Says that a machine which no shop looks after is off',
      middleware: staff('deliverSales'),
      request: { params: ofOperator },
      responses: changed,
    }),
    preview: createRoute({
      method: 'post',
      path: `${one}/outage/preview`,
      tags,
      summary: 'Tells what recording an outage would give back now, and to how many',
      middleware: [member('deliverOrders'), requireActiveSellerOrKey(), ...jsonBody] as const,
      request: { params, body: jsonContent(askedOutageSchema) },
      responses: previewed,
    }),
    previewByStaff: createRoute({
      method: 'post',
      path: `${own}/outage/preview`,
      tags,
      summary: 'Tells the same of whichever shop',
      middleware: [staff('deliverSales'), ...jsonBody] as const,
      request: { body: jsonContent(askedOutageSchema) },
      responses: previewed,
    }),
    started: createRoute({
      method: 'post',
      path: `${one}/{entitlementId}/started`,
      tags,
      summary: 'Says that the machine is on that a buyer waits for',
      description:
        'Minutes count from then on, and the buyer is told by mail. Said again it changes how the machine is reached.',
      middleware: [member('deliverOrders'), requireActiveSellerOrKey(), ...jsonBody] as const,
      request: { params: ofHours, body: jsonContent(startedMachineSchema) },
      responses: changed,
    }),
    stopped: createRoute({
      method: 'post',
      path: `${one}/{entitlementId}/stopped`,
      tags,
      summary: 'Says that the machine is off',
      middleware: [member('deliverOrders'), requireActiveSellerOrKey()] as const,
      request: { params: ofHours },
      responses: changed,
    }),
    outage: createRoute({
      method: 'post',
      path: `${one}/outage`,
      tags,
      summary: 'Gives the minutes of an outage back',
      description:
        'Of every machine of a product that was on then, or of one machine. A minute that was touched comes back once, however many outages speak of it.',
      middleware: [member('deliverOrders'), requireActiveSellerOrKey(), ...jsonBody] as const,
      request: { params, body: jsonContent(hoursOutageSchema) },
      responses: recorded,
    }),
    outageByStaff: createRoute({
      method: 'post',
      path: `${own}/outage`,
      tags,
      summary: 'Gives the minutes of an outage back, of whichever shop',
      middleware: [staff('deliverSales'), ...jsonBody] as const,
      request: { body: jsonContent(hoursOutageSchema) },
      responses: recorded,
    }),
  };
}
