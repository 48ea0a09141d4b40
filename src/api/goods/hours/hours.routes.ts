import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  hoursEntriesSchema,
  libraryHoursSchema,
  machineLimitsSchema,
  startMachineSchema,
} from '#contract/goods/access/hours.schema.ts';
import { type Authenticate, requireCustomer } from '../../access/authenticate.ts';
import { jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { linkHeader } from '../../http/list-page.ts';
import { jsonBody, optionalJsonBody } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { findEntitlement } from '../entitlement/entitlement.store.ts';
import { listEntries, listEntriesByMachine } from './hours-balance.store.ts';
import { refused } from './hours-refusals.ts';
import type { HoursRefusal, HoursService } from './hours-service.ts';
import { startMachine, stopMachine } from './machine.ts';
import { asUsual } from './machine-limit.rules.ts';
import { setMachineLimits } from './machine-limit.ts';
import { readLibraryHours, toEntry } from './read-hours.ts';

const tags = ['Library'];
const params = z.object({ entitlementId: z.string().refine(isStorableText, 'is no id') });
const entryQuery = z.object({
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().meta({
    description: 'From the Link header of the page before',
  }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  each: z.enum(['entry', 'machine'], 'must be entry or machine').default('entry').meta({
    description: 'machine: the minutes that one machine has used are one entry',
  }),
});
const requestKeyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional()
    .meta({ description: 'Made anew for each machine. The same key again, whenever it comes, starts no second one' }),
});
const nothing = 'Your library has no hours with this id.';

/** Hours of machines, for who has bought them. */
export function mountHours(app: OpenAPIHono, deps: HoursService & { authenticate: Authenticate }) {
  const customer = requireCustomer(deps.authenticate);
  const one = '/library/{entitlementId}/hours';
  const changed = {
    200: ok(libraryHoursSchema, 'The hours as they are now'),
    ...problems(400, 401, 404, 409, 413),
  };
  const routes = {
    hours: createRoute({
      method: 'get',
      path: one,
      tags,
      summary: 'Tells what was bought, used and is left of hours, and the machine',
      middleware: customer,
      request: { params },
      responses: { 200: ok(libraryHoursSchema, 'The hours'), ...problems(400, 404) },
    }),
    entries: createRoute({
      method: 'get',
      path: `${one}/entry`,
      tags,
      summary: 'Lists every minute that was bought, used, given back or taken, newest first',
      middleware: customer,
      request: { params, query: entryQuery },
      responses: {
        200: { ...ok(hoursEntriesSchema, 'The entries'), headers: linkHeader },
        ...problems(404),
      },
    }),
    start: createRoute({
      tags,
      middleware: [customer, ...optionalJsonBody] as const,
      method: 'post',
      path: `${one}/start`,
      summary: 'Asks for a machine',
      description: 'One is on at a time: where one is, nothing changes. Minutes count once it runs.',
      request: { params, headers: requestKeyHeader, body: { ...jsonContent(startMachineSchema), required: false } },
      responses: changed,
    }),
    limit: createRoute({
      tags,
      middleware: [customer, ...jsonBody] as const,
      method: 'put',
      path: `${one}/limits`,
      summary: 'Sets when the machine that is on stops by itself',
      description: 'After so many minutes, for so much money, or both, whichever comes first; null takes a limit away.',
      request: { params, body: jsonContent(machineLimitsSchema) },
      responses: changed,
    }),
    stop: createRoute({
      tags,
      middleware: customer,
      method: 'post',
      path: `${one}/stop`,
      summary: 'Stops the machine',
      description: 'No minute is counted from then on. Where none is on nothing changes.',
      request: { params },
      responses: changed,
    }),
  };

  app.openapi(routes.hours, async (c) => c.json(await hours(c.var.customer.userId, c.req.valid('param')), 200));

  app.openapi(routes.entries, async (c) => {
    const of = c.req.valid('param');
    const { before = null, limit, each } = c.req.valid('query');
    await own(c.var.customer.userId, of);
    const listed = each === 'machine' ? listEntriesByMachine : listEntries;
    const found = await listed(deps.db, of.entitlementId, { before, limit: limit + 1 });
    const page = found.slice(0, limit);
    const { pathname } = new URL(c.req.url);
    if (found.length > limit)
      c.header('link', `<${pathname}?before=${page.at(-1)?.entry_id}&limit=${limit}&each=${each}>; rel="next"`);
    return c.json(page.map(toEntry), 200);
  });

  app.openapi(routes.start, async (c) => {
    const { userId } = c.var.customer;
    const of = c.req.valid('param');
    await own(userId, of);
    const requestKey = c.req.valid('header')['idempotency-key'] ?? null;
    // Without a body nothing is parsed, and no default is set.
    const wanted = { ...asUsual, ...c.req.valid('json') };
    return c.json(await after(await startMachine(deps, { ...of, requestKey, wanted }), userId, of), 200);
  });

  app.openapi(routes.limit, async (c) => {
    const { userId } = c.var.customer;
    const of = c.req.valid('param');
    await own(userId, of);
    const done = await setMachineLimits(deps, { ...of, limits: c.req.valid('json') });
    return c.json(await after(done, userId, of), 200);
  });

  app.openapi(routes.stop, async (c) => {
    const { userId } = c.var.customer;
    const of = c.req.valid('param');
    await own(userId, of);
    return c.json(await after(await stopMachine(deps, of.entitlementId), userId, of), 200);
  });

  type Of = { entitlementId: string };

  async function own(userId: string, { entitlementId }: Of) {
    const entitlement = await findEntitlement(deps.db, userId, entitlementId);
    if (!entitlement?.goods.hours) throw notFound(nothing);
  }

  async function hours(userId: string, { entitlementId }: Of) {
    const found = await readLibraryHours(deps, userId, entitlementId);
    if (!found) throw notFound(nothing);
    return found;
  }

  function after(done: { ok: true } | { refusal: HoursRefusal }, userId: string, of: Of) {
    if ('refusal' in done) throw refused(done.refusal, nothing);
    return hours(userId, of);
  }
}
