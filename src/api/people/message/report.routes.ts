import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { reportedThreadSchema, reportSchema, resolutionSchema } from '#contract/people/message.schema.ts';
import type { ReportedThread } from '#contract/people/message.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { type ForStaff, requireStaff } from '../../access/require-staff.ts';
import { jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { decideReport, type ReportRefusal, resumeThread, takesPart } from './decide-report.ts';
import { aboutThread, toMessage, toReport } from './thread.rules.ts';
import { findAnyThread, isDisputed, listMessages, listReports, listReportsOf } from './thread.store.ts';
import type { Messages } from './write-message.ts';

/** The staff read a conversation as far back as they need; what it is about is mostly at its end. */
const MESSAGES = { usual: 200, most: 200 };
const MOST_REPORTS = 50;

type Deps = { messages: Messages; authenticate: Authenticate; now: () => Date };

/** Threads that somebody has reported: the staff see no others, but those about an order whose payment is disputed. */
export function mountReports(app: OpenAPIHono, deps: Deps) {
  const { messages } = deps;
  const { db } = messages;
  const routes = routesFor({ db, authenticate: deps.authenticate });

  app.openapi(routes.list, async (c) => {
    const { after, limit, resolved, q } = c.req.valid('query');
    const wanted = { after: cursorOf(after), limit: limit + 1, resolved: resolved === 'true', search: q };
    const found = q === undefined || isStorableText(q) ? await listReports(db, wanted) : [];
    const page = cutPage(c, found, limit, ({ micros, report_id }) => ({ micros, id: report_id }));
    return c.json(page.map(toReport), 200);
  });

  app.openapi(routes.one, async (c) => {
    return c.json(await read(c, c.req.valid('param').threadId, c.req.valid('query')), 200);
  });

  app.openapi(routes.resolve, async (c) => {
    const { threadId } = c.req.valid('param');
    await read(c, threadId);
    const given = { ...c.req.valid('json'), threadId, by: c.var.staff.customer.userId, at: deps.now() };
    check(await decideReport(messages, given));
    return c.json(await read(c, threadId), 200);
  });

  app.openapi(routes.resume, async (c) => {
    const { threadId } = c.req.valid('param');
    await read(c, threadId);
    check(await resumeThread(messages, { threadId, by: c.var.staff.customer.userId }));
    return c.json(await read(c, threadId), 200);
  });

  type Query = { after?: string | undefined; limit: number };

  async function read(
    c: Context<ForStaff>,
    threadId: string,
    { after, limit }: Query = { limit: MESSAGES.usual },
  ): Promise<ReportedThread> {
    const thread = isStorableText(threadId) ? await findAnyThread(db, threadId) : null;
    const reports = thread ? await listReportsOf(db, threadId, MOST_REPORTS) : [];
    const isOpen = reports.length > 0 || (thread?.order_id != null && (await isDisputed(db, thread.order_id)));
    if (!thread || !isOpen) throw notFound('No conversation with this id was reported.');
    const found = await listMessages(db, threadId, { after: cursorOf(after), limit: limit + 1 });
    // An answer to what was decided has no list that goes on: its address would be asked for the wrong thing.
    const page =
      c.req.method === 'GET'
        ? cutPage(c, found, limit, ({ micros, message_id }) => ({ micros, id: message_id }))
        : found.slice(0, limit);
    return {
      thread: aboutThread(thread),
      own: await takesPart(db, thread, c.var.staff.customer.userId),
      reports: reports.map(toReport),
      messages: page.map(toMessage),
    };
  }
}

const sentences: Record<ReportRefusal, string> = {
  own_conversation: 'You take part in this conversation: somebody else decides about it.',
  no_report_waits: 'No report of this conversation waits: somebody has settled it.',
  not_stopped: 'We have not ended the messages between these two, or not any more.',
};

function check(refused: ReportRefusal | null): void {
  if (refused === null) return;
  throw new RefusalAnswer({ code: refused }, { status: 409, message: sentences[refused], retryAfterSeconds: null });
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
      description: 'A long list goes on where the Link header says.',
      middleware: staff('readReports'),
      request: {
        query: z.object({
          ...pageQuery({ usual: 30, most: 100 }),
          resolved: z
            .enum(['true', 'false'], 'must be true or false')
            .default('false')
            .meta({ description: 'Those that are settled, instead of those that wait' }),
          q: z.string().trim().max(200, 'must be at most 200 characters').optional().meta({
            description: 'A part of the name or the address of the shop, or of the name of the buyer',
          }),
        }),
      },
      responses: {
        200: { ...ok(z.array(reportSchema), 'The reports'), headers: linkHeader },
        ...problems(409),
      },
    }),
    one: createRoute({
      method: 'get',
      path: '/admin/report/{threadId}',
      tags: ['Staff'],
      summary: 'Reads a conversation that was reported, or is about an order whose payment is disputed',
      description: 'With its messages, newest first. Older ones are where the Link header says.',
      middleware: staff('readReports'),
      request: { params, query: z.object(pageQuery(MESSAGES)) },
      responses: {
        200: { ...ok(reportedThreadSchema, 'The conversation'), headers: linkHeader },
        ...problems(409),
      },
    }),
    resolve: createRoute({
      method: 'post',
      path: '/admin/report/{threadId}/resolve',
      tags: ['Staff'],
      summary: 'Settles the reports of a conversation',
      description:
        'Who has reported it is told by mail what came of it; with warn and stop, the other side too, and why. Nobody decides about a conversation of their own.',
      middleware: [staff('decideReports'), ...jsonBody] as const,
      request: { params, body: jsonContent(resolutionSchema) },
      responses: { 200: ok(reportedThreadSchema, 'The conversation'), ...problems(409) },
    }),
    resume: createRoute({
      method: 'post',
      path: '/admin/report/{threadId}/resume',
      tags: ['Staff'],
      summary: 'Lets those whose messages the staff have ended write to each other again',
      description: 'Both are told by mail. What one of them has blocked stays blocked.',
      middleware: staff('decideReports'),
      request: { params },
      responses: { 200: ok(reportedThreadSchema, 'The conversation'), ...problems(409) },
    }),
  };
}
