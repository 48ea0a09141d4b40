import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  type Adjustment,
  adjustmentPreviewSchema,
  adjustmentSchema,
  makeAdjustmentSchema,
  previewAdjustmentSchema,
  refuseAdjustmentSchema,
} from '#contract/money/adjustment.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { namesOf } from '../../access/staff-name.store.ts';
import { badRequest, conflict, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBody } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { listAdjustments } from './adjustment.store.ts';
import {
  type AdjustmentOutcome,
  confirmAdjustment,
  type Moving,
  previewAdjustment,
  proposeAdjustment,
  refuseAdjustment,
} from './write-adjustment.ts';

const tags = ['Finance'];
const forStaff = 'For the staff; nobody else finds anything at this address.';
const listed = z.array(adjustmentSchema);
const params = z.object({ movementId: z.string() });
const key = z.object({
  'idempotency-key': z
    .string('must be said: any text of your own, the same when you send this adjustment again')
    .regex(/^[!-~]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .meta({
      description: 'Made anew for each adjustment. The same key again is the same adjustment and never a second one',
    }),
});

type Deps = Moving & { authenticate: Authenticate };

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const freshly = requireFreshSignIn(deps.now);
  return {
    list: createRoute({
      method: 'get',
      path: '/admin/manual-movement',
      tags,
      summary: 'Lists the adjustments of the ledger, those that wait for a second person first',
      description: `${forStaff} Those that wait first, then the newest; at most 200.`,
      middleware: may('readFinance'),
      responses: { 200: ok(listed, 'The adjustments'), ...problems(409) },
    }),
    preview: createRoute({
      method: 'post',
      path: '/admin/manual-movement/preview',
      tags,
      summary: 'Tells what two accounts would hold after an adjustment',
      description: forStaff,
      middleware: [may('manageFinance'), ...jsonBody] as const,
      request: { body: jsonContent(previewAdjustmentSchema) },
      responses: { 200: ok(adjustmentPreviewSchema, 'Nothing has moved'), ...problems(409) },
    }),
    make: createRoute({
      method: 'post',
      path: '/admin/manual-movement',
      tags,
      summary: 'Makes an adjustment of the ledger',
      description: `${forStaff} Where it is more than one person moves alone within 24 hours, with what they have moved in them, it waits until somebody else has confirmed it. Nobody moves what is their own: their wallet, a shop that they belong to, an order of which they are a side. Asks for a sign-in of the last minutes.`,
      middleware: [may('manageFinance'), freshly, ...jsonBody] as const,
      request: { headers: key, body: jsonContent(makeAdjustmentSchema) },
      responses: { 201: ok(listed, 'The adjustments as they are now') },
    }),
    confirm: createRoute({
      method: 'post',
      path: '/admin/manual-movement/{movementId}/confirm',
      tags,
      summary: 'Confirms an adjustment that somebody else has proposed',
      description: `${forStaff} Asks for a sign-in of the last minutes.`,
      middleware: [may('manageFinance'), freshly] as const,
      request: { params },
      responses: { 200: ok(listed, 'The adjustments as they are now') },
    }),
    refuse: createRoute({
      method: 'post',
      path: '/admin/manual-movement/{movementId}/refuse',
      tags,
      summary: 'Refuses an adjustment that was proposed, or takes it back',
      description: forStaff,
      middleware: [may('manageFinance'), ...jsonBody] as const,
      request: { params, body: jsonContent(refuseAdjustmentSchema) },
      responses: { 200: ok(listed, 'The adjustments as they are now'), ...problems(409) },
    }),
  };
}

/** Adjustments: proposed by one of the staff, above a limit confirmed by another. */
export function mountAdjustments(app: OpenAPIHono, deps: Deps) {
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => c.json(await readAdjustments(c.var.staff.customer.userId), 200));

  app.openapi(routes.preview, async (c) => {
    const preview = await previewAdjustment(deps, c.req.valid('json'), c.var.staff.customer.userId);
    if ('ok' in preview) throw refusalOf(preview);
    return c.json(preview, 200);
  });

  app.openapi(routes.make, async (c) => {
    const by = c.var.staff.customer.userId;
    const requestKey = c.req.valid('header')['idempotency-key'];
    done(await proposeAdjustment(deps, c.req.valid('json'), { by, requestKey }));
    return c.json(await readAdjustments(by), 201);
  });

  app.openapi(routes.confirm, async (c) => {
    const by = c.var.staff.customer.userId;
    done(await confirmAdjustment(deps, known(c.req.valid('param').movementId), by));
    return c.json(await readAdjustments(by), 200);
  });

  app.openapi(routes.refuse, async (c) => {
    const by = c.var.staff.customer.userId;
    const { reason } = c.req.valid('json');
    done(await refuseAdjustment(deps, known(c.req.valid('param').movementId), { by, reason }));
    return c.json(await readAdjustments(by), 200);
  });

  async function readAdjustments(caller: string): Promise<Adjustment[]> {
    const adjustments = await listAdjustments(deps.db);
    const names = await namesOf(
      deps.db,
      adjustments.flatMap(({ proposed_by, decided_by }) => [proposed_by, ...(decided_by ? [decided_by] : [])]),
    );
    return adjustments.map((adjustment) => ({
      movement_id: adjustment.movement_id,
      way: adjustment.way,
      from: adjustment.from_account,
      to: adjustment.to_account,
      amount: adjustment.cents / 100,
      reason: adjustment.reason,
      state: adjustment.state,
      proposed_at: adjustment.proposed_at.toISOString(),
      proposed_by: names.get(adjustment.proposed_by) ?? adjustment.proposed_by,
      decided_at: adjustment.decided_at?.toISOString() ?? null,
      decided_by: adjustment.decided_by && (names.get(adjustment.decided_by) ?? adjustment.decided_by),
      refusal: adjustment.refusal,
      transfer: adjustment.transfer_id === null ? null : Number(adjustment.transfer_id),
      mine: adjustment.proposed_by === caller,
    }));
  }
}

function known(movementId: string): string {
  if (!isStorableText(movementId)) throw notFound('There is no such adjustment.');
  return movementId;
}

function done(outcome: AdjustmentOutcome): void {
  if (!outcome.ok) throw refusalOf(outcome);
}

function refusalOf(outcome: AdjustmentOutcome) {
  if (outcome.ok) throw new Error('It was not refused');
  const { why, message, code } = outcome;
  if (code) return new RefusalAnswer({ code }, { status: 409, message, retryAfterSeconds: null });
  return why === 'wrong' ? badRequest(message) : why === 'unknown' ? notFound(message) : conflict(message);
}
