import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  approvalKinds,
  approvalListSchema,
  approvalSchema,
  approvalStates,
  decidedSchema,
  hiddenSchema,
  reasonSchema,
} from '#contract/selling/listing/approval.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { type ForStaff, requireStaff } from '../../access/require-staff.ts';
import type { CatalogueVersion } from '../../catalogue/ports.ts';
import { jsonContent, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, pageQuery } from '../../http/list-page.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBody } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { type ApprovalRefusal, approvalRefusalText, isMissing } from './approval-refusals.rules.ts';
import { type DecideDeps, type Decision, decideApproval } from './decide-approval.ts';
import { hideListing } from './hide-listing.ts';
import { listQueue, showApproval } from './show-approval.ts';

const tags = ['Approvals'];
const approvalId = z.object({ approvalId: z.string().meta({ description: 'approval_id' }) });
const productId = z.object({ productId: z.string().meta({ description: 'product_id of a product of a seller' }) });
const isOneOf = (words: readonly string[]) => `must be one of ${words.join(', ')}`;

const queueQuery = z.object({
  kind: z.enum(approvalKinds, isOneOf(approvalKinds)).optional().meta({ description: 'Without it all kinds' }),
  state: z
    .enum(approvalStates, isOneOf(approvalStates))
    .default('waiting')
    .meta({ description: 'What waits is told oldest first, the rest newest first' }),
  ...pageQuery({ usual: 50, most: 200 }),
});

function routesBehind(decides: MiddlewareHandler<ForStaff>, hides: MiddlewareHandler<ForStaff>) {
  const decision = { tags, responses: { 200: ok(decidedSchema, 'It is decided') } };
  const hiding = { tags, responses: { 200: ok(hiddenSchema, 'As it is now') } };
  return {
    list: createRoute({
      method: 'get',
      path: '/admin/approval',
      tags,
      summary: 'Lists what waits for a decision, or was decided',
      middleware: decides,
      request: { query: queueQuery },
      responses: { 200: ok(approvalListSchema, 'A page of the queue'), ...problems(409) },
    }),
    one: createRoute({
      method: 'get',
      path: '/admin/approval/{approvalId}',
      tags,
      summary: 'Reads what waits for a decision, with what would change field by field',
      description: 'Compared with what stands on sale now, also where it was written against an older version.',
      middleware: decides,
      request: { params: approvalId },
      responses: { 200: ok(approvalSchema, 'It, whole'), ...problems(409) },
    }),
    approve: createRoute({
      ...decision,
      method: 'post',
      path: '/admin/approval/{approvalId}/approve',
      summary: 'Approves it: it is on sale, or the shop is let in, at once',
      middleware: decides,
      request: { params: approvalId },
      responses: { ...decision.responses, ...problems(409) },
    }),
    return: createRoute({
      ...decision,
      method: 'post',
      path: '/admin/approval/{approvalId}/return',
      summary: 'Returns it with a reason, which its seller reads',
      middleware: [decides, ...jsonBody] as const,
      request: { params: approvalId, body: jsonContent(reasonSchema) },
      responses: { ...decision.responses, ...problems(409) },
    }),
    hide: createRoute({
      ...hiding,
      method: 'post',
      path: '/admin/listing/{productId}/hide',
      summary: "Takes a seller's product out of the catalogue",
      middleware: [hides, ...jsonBody] as const,
      request: { params: productId, body: jsonContent(reasonSchema) },
      responses: { ...hiding.responses, ...problems(409) },
    }),
    unhide: createRoute({
      ...hiding,
      method: 'post',
      path: '/admin/listing/{productId}/unhide',
      summary: 'Shows it again',
      middleware: hides,
      request: { params: productId },
      responses: { ...hiding.responses, ...problems(409) },
    }),
  };
}

type ApprovalDeps = DecideDeps & { authenticate: Authenticate; version: CatalogueVersion };

/** Decisions of the staff: on applications of sellers, new products and changes, and which products are hidden. */
export function mountApprovals(app: OpenAPIHono, deps: ApprovalDeps) {
  const { db, version } = deps;
  const behind = requireStaff(deps);
  const routes = routesBehind(behind('decideApprovals'), behind('hideProducts'));

  app.openapi(routes.list, async (c) => {
    const { kind = null, state, after, limit } = c.req.valid('query');
    const wanted = { kind, state, after: cursorOf(after), limit };
    return c.json(await listQueue(db, wanted, c.var.staff.customer.userId), 200);
  });

  app.openapi(routes.one, async (c) => {
    const approval = await showApproval(db, known(c.req.valid('param').approvalId), c.var.staff.customer.userId);
    if (!approval) throw refusal({ code: 'no_such_approval' });
    return c.json(approval, 200);
  });

  app.openapi(routes.approve, async (c) => {
    const id = known(c.req.valid('param').approvalId);
    return c.json(await decide(id, { decision: 'approved', reason: '' }, c.var.staff.customer.userId), 200);
  });

  app.openapi(routes.return, async (c) => {
    const { reason } = c.req.valid('json');
    const id = known(c.req.valid('param').approvalId);
    return c.json(await decide(id, { decision: 'returned', reason }, c.var.staff.customer.userId), 200);
  });

  app.openapi(routes.hide, async (c) => {
    const { reason } = c.req.valid('json');
    return c.json(await hide(c.req.valid('param').productId, reason, c.var.staff.customer.userId), 200);
  });

  app.openapi(routes.unhide, async (c) =>
    c.json(await hide(c.req.valid('param').productId, null, c.var.staff.customer.userId), 200),
  );

  async function decide(id: string, decision: Decision, accountId: string) {
    const decided = await decideApproval(deps, id, decision, accountId);
    if ('refused' in decided) throw refusal(decided.refused);
    await version.refresh();
    return { approval_id: decided.approvalId, state: decided.state };
  }

  async function hide(id: string, reason: string | null, accountId: string) {
    if (!isStorableText(id)) throw refusal({ code: 'no_such_listing' });
    const hidden = await hideListing(deps, id, reason, accountId);
    if ('refused' in hidden) throw refusal(hidden.refused);
    await version.refresh();
    return { product_id: hidden.productId, is_hidden: hidden.isHidden };
  }
}

/** The database is not asked for what it cannot hold. */
function known(id: string): string {
  if (!isStorableText(id)) throw refusal({ code: 'no_such_approval' });
  return id;
}

function refusal(refused: ApprovalRefusal): RefusalAnswer {
  const status = isMissing(refused) ? 404 : 409;
  return new RefusalAnswer(refused, { status, message: approvalRefusalText(refused), retryAfterSeconds: null });
}
