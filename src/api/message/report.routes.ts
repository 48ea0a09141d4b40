import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { reportedThreadSchema, reportSchema, resolutionSchema } from '#contract/message.schema.ts';
import type { ReportedThread } from '#contract/message.ts';
import type { Authenticate } from '../access/authenticate.ts';
import { requireStaff } from '../access/require-staff.ts';
import type { Db } from '../db.ts';
import { bearer, conflict, jsonContent, notFound, ok, problems } from '../http/answers.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../http/list-page.ts';
import { jsonBody } from '../http/request-body.ts';
import { isStorableText } from '../product/search-text.rules.ts';
import { resolveReport } from './resolve-report.ts';
import { aboutThread, toMessage, toReport } from './thread.rules.ts';
import { findAnyThread, isDisputed, listMessages, listReports, listReportsOf } from './thread.store.ts';

/** The staff read a conversation as far as this: what it is about is at its end. */
const MOST_MESSAGES = 200;
const MOST_REPORTS = 50;

/** Threads that somebody has reported: the staff see no others, but those about an order whose payment is disputed. */
export function mountReports(app: OpenAPIHono, deps: { db: Db; authenticate: Authenticate; now: () => Date }) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => {
    const { after, limit, resolved } = c.req.valid('query');
    const found = await listReports(db, { after: cursorOf(after), limit: limit + 1, resolved: resolved === 'true' });
    const told = cutPage(c, found, limit, ({ micros, report_id }) => ({ micros, id: report_id }));
    return c.json(told.map(toReport), 200);
  });

  app.openapi(routes.one, async (c) => c.json(await read(c.req.valid('param').threadId), 200));

  app.openapi(routes.resolve, async (c) => {
    const { threadId } = c.req.valid('param');
    await read(threadId);
    const { note } = c.req.valid('json');
    const given = { threadId, by: c.var.staff.customer.userId, note, at: deps.now() };
    if (!(await resolveReport(db, given)))
      throw conflict('No report of this conversation waits: somebody has settled it.');
    return c.json(await read(threadId), 200);
  });

  async function read(threadId: string): Promise<ReportedThread> {
    const thread = isStorableText(threadId) ? await findAnyThread(db, threadId) : null;
    const reports = thread ? await listReportsOf(db, threadId, MOST_REPORTS) : [];
    const isOpen = reports.length > 0 || (thread?.order_id != null && (await isDisputed(db, thread.order_id)));
    if (!thread || !isOpen) throw notFound('No conversation with this id was reported.');
    const messages = await listMessages(db, threadId, { after: null, limit: MOST_MESSAGES });
    return { thread: aboutThread(thread), reports: reports.map(toReport), messages: messages.map(toMessage) };
  }
}

function routesFor(deps: { db: Db; authenticate: Authenticate }) {
  const staff = requireStaff(deps);
  const params = z.object({ threadId: z.string() });
  return {
    list: createRoute({
      method: 'get',
      path: '/admin/report',
      tags: ['Staff'],
      summary: 'Reports of conversations, newest first',
      security: bearer,
      middleware: staff('readReports'),
      request: {
        query: z.object({
          ...pageQuery({ usual: 30, most: 100 }),
          resolved: z
            .enum(['true', 'false'], 'must be true or false')
            .default('false')
            .meta({ description: 'Those that are settled, instead of those that wait' }),
        }),
      },
      responses: {
        200: { ...ok(z.array(reportSchema), 'The reports'), headers: linkHeader },
        ...problems(400, 401, 404, 409, 503),
      },
    }),
    one: createRoute({
      method: 'get',
      path: '/admin/report/{threadId}',
      tags: ['Staff'],
      summary: 'A conversation that was reported, or is about an order whose payment is disputed',
      security: bearer,
      middleware: staff('readReports'),
      request: { params },
      responses: { 200: ok(reportedThreadSchema, 'The newest of its messages'), ...problems(401, 404, 409, 503) },
    }),
    resolve: createRoute({
      method: 'post',
      path: '/admin/report/{threadId}/resolve',
      tags: ['Staff'],
      summary: 'Settles the reports of a conversation',
      security: bearer,
      middleware: [staff('decideReports'), ...jsonBody] as const,
      request: { params, body: jsonContent(resolutionSchema) },
      responses: { 200: ok(reportedThreadSchema, 'The conversation'), ...problems(400, 401, 404, 409, 413, 503) },
    }),
  };
}
