import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  failedDeliveriesSchema,
  operationsGuideSchema,
  sendAgainSchema,
  sentAgainSchema,
  shopStateSchema,
} from '#contract/operations/system-status.schema.ts';
import { outboxNames } from '#contract/operations/system-status.ts';
import { runNow } from '#platform/jobs/run-regularly.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { recordAudit } from '../../audit/audit.ts';
import { conflict, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { renderGuide } from './operations-guide.ts';
import { readState, type StateDeps } from './read-system-status.ts';
import { findOutbox, listFailedDeliveries, sendAgain } from './send-again.ts';

const tags = ['Staff'];
const forStaff = 'For the staff; nobody else finds anything at this address.';

type Deps = Omit<StateDeps, 'source'> & { source?: StateDeps['source']; authenticate: Authenticate };

/** The state of the shop for whoever runs it, and what failed sent again. */
export function mountState(app: OpenAPIHono, { source = {}, authenticate, ...rest }: Deps) {
  const deps = { ...rest, source };
  const routes = routesFor(deps, authenticate);
  const db = deps.database.kysely;

  app.openapi(routes.state, async (c) => c.json(await readState(deps), 200));

  app.openapi(routes.failed, async (c) => {
    const outbox = outboxNamed(c.req.valid('param').outbox);
    return c.json({ items: await listFailedDeliveries(deps, outbox) }, 200);
  });

  app.openapi(routes.again, async (c) => {
    const outbox = outboxNamed(c.req.valid('param').outbox);
    const { ids } = c.req.valid('json');
    const by = c.var.staff.customer.userId;
    return c.json({ sent: await sendAgain(deps, outbox, { ids, actor: { kind: 'customer' }, by }) }, 200);
  });

  app.openapi(routes.run, async (c) => {
    const { name } = c.req.valid('param');
    const outcome = isStorableText(name) ? await runNow(db, name) : 'unknown';
    if (outcome === 'unknown') throw notFound('There is no job of this name.');
    if (outcome === 'under way') throw conflict('This job is running. Wait until it has ended.');
    await recordAudit(
      db,
      { kind: 'customer' },
      { action: 'job.run', subject: { kind: 'scheduled_job', id: name }, details: { by: c.var.staff.customer.userId } },
    );
    return c.body(null, 202);
  });

  app.openapi(routes.guide, async (c) => {
    const markdown = (await source.readGuide?.()) ?? null;
    if (markdown === null) throw notFound('docs/operations.md was not installed with this shop.');
    return c.json({ html: renderGuide(markdown) }, 200);
  });

  function outboxNamed(name: string) {
    const outbox = findOutbox(deps, name);
    if (!outbox) throw notFound('There is no outbox of this name.');
    return outbox;
  }
}

function routesFor({ database }: StateDeps, authenticate: Authenticate) {
  const may = requireStaff({ db: database.kysely, authenticate });
  const params = z.object({ outbox: z.string().meta({ description: outboxNames.join(', ') }) });
  return {
    state: createRoute({
      method: 'get',
      path: '/admin/state',
      tags,
      summary: 'Tells what waits and what failed, jobs, processes, database, storage and keys',
      description: forStaff,
      middleware: may('readState'),
      responses: { 200: ok(shopStateSchema, 'The state'), ...problems(409) },
    }),
    failed: createRoute({
      method: 'get',
      path: '/admin/state/outbox/{outbox}/failed',
      tags,
      summary: 'Lists what an outbox has given up, the newest first',
      description: forStaff,
      middleware: may('readState'),
      request: { params },
      responses: { 200: ok(failedDeliveriesSchema, 'At most 100'), ...problems(409) },
    }),
    again: createRoute({
      method: 'post',
      path: '/admin/state/outbox/{outbox}/send-again',
      tags,
      summary: 'Tries what was given up again, from the first attempt on',
      description: forStaff,
      middleware: [may('manageState'), ...jsonBody] as const,
      request: { params, body: jsonContent(sendAgainSchema) },
      responses: { 200: ok(sentAgainSchema, 'How many are due again'), ...problems(409) },
    }),
    run: createRoute({
      method: 'post',
      path: '/admin/state/job/{name}/run',
      tags,
      summary: 'Runs a job now, without waiting for its next turn',
      description: `${forStaff} 409: a turn of it is under way.`,
      middleware: may('manageState'),
      request: { params: z.object({ name: z.string().meta({ description: 'As the state names it' }) }) },
      responses: { 202: { description: 'It begins' }, ...problems(409) },
    }),
    guide: createRoute({
      method: 'get',
      path: '/admin/operations',
      tags,
      summary: 'Tells how the shop is run: docs/operations.md of this version',
      description: forStaff,
      middleware: may('readState'),
      responses: { 200: ok(operationsGuideSchema, 'As HTML'), ...problems(409) },
    }),
  };
}
