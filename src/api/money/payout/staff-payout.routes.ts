import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  confirmAccountSchema,
  makeBatchSchema,
  payoutAccountSchema,
  payoutBatchesSchema,
  payoutBatchSchema,
  payoutLinesSchema,
  payoutReasonSchema,
  staffPayoutDetailSchema,
  staffPayoutSchema,
} from '#contract/money/payout.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { jsonBody } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { bankFile } from './bank-file/bank-file.ts';
import { listBatches } from './bank-file/payout-batch.store.ts';
import { listPayouts } from './payout.store.ts';
import { toBatch, toStaffPayout } from './payout-answer.rules.ts';
import { pageOfLines, payoutLinesQuery, payoutStatementFile, payoutStatementQuery } from './payout-answers.ts';
import type { PayoutService } from './payout-service.ts';
import { type DrawStatement, payoutStatement } from './payout-statement.ts';
import { findAnyPayout } from './read-payout.ts';
import { readStaffPayout } from './read-staff-payout.ts';
import { confirmDestination } from './settings/confirm-destination.ts';
import { readAccount } from './settings/read-payout.ts';
import {
  discardBatch,
  holdPayout,
  makeBatch,
  payoutArrived,
  payoutFailed,
  releasePayout,
  retryPayout,
  sendBatch,
  takeOutOfBatch,
} from './settle-payout.ts';

const tags = ['Staff'];
const forStaff = 'For the staff; nobody else finds anything at this address.';
const fresh = 'Asks for a sign-in of the last 15 minutes. Nobody settles payouts of an own shop.';
const id = () => z.string().refine(isStorableText, 'is no id');
const ofPayout = z.object({ payoutId: id() });
const ofBatch = z.object({ batchId: id() });
const fileTypes = { pain001: 'application/xml; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;
const fileEnds = { pain001: 'xml', csv: 'csv' } as const;

function routesFor({ service, authenticate }: Deps) {
  const may = requireStaff({ db: service.db, authenticate });
  const manages = managesOf(may, service);
  const act = <Step extends string>(step: Step, summary: string, description: string) =>
    createRoute({
      method: 'post',
      path: `/admin/payout/{payoutId}/${step}`,
      tags,
      summary,
      description: `${forStaff} ${description} ${fresh}`,
      middleware: [...manages] as const,
      request: { params: ofPayout },
      responses: { 200: ok(staffPayoutSchema, 'The payout as it is now'), ...problems(400) },
    });
  const actWithReason = <Step extends string>(step: Step, summary: string, description: string) =>
    createRoute({
      method: 'post',
      path: `/admin/payout/{payoutId}/${step}`,
      tags,
      summary,
      description: `${forStaff} ${description} ${fresh}`,
      middleware: [...manages, ...jsonBody] as const,
      request: { params: ofPayout, body: jsonContent(payoutReasonSchema) },
      responses: { 200: ok(staffPayoutSchema, 'The payout as it is now') },
    });
  const reads = <Path extends string>(path: Path) =>
    ({ method: 'get', path, tags, middleware: may('readPayouts') }) as const;
  return {
    one: createRoute({
      ...reads('/admin/payout/{payoutId}'),
      summary: 'Reads a payout with everything that is in it, the way it goes, and its history',
      description: forStaff,
      request: { params: ofPayout },
      responses: { 200: ok(staffPayoutDetailSchema, 'The payout'), ...problems(400, 409) },
    }),
    lines: createRoute({
      ...reads('/admin/payout/{payoutId}/line'),
      summary: 'Lists the lines of a payout, or those of a group, oldest first',
      description: forStaff,
      request: { params: ofPayout, query: payoutLinesQuery },
      responses: {
        200: { ...ok(payoutLinesSchema, 'The lines'), headers: linkHeader },
        ...problems(409),
      },
    }),
    statement: createRoute({
      ...reads('/admin/payout/{payoutId}/statement'),
      summary: 'Draws the statement of a payout as CSV or PDF, as its shop gets it',
      description: forStaff,
      request: { params: ofPayout, query: payoutStatementQuery },
      responses: { 200: payoutStatementFile, ...problems(409) },
    }),
    retry: createRoute({
      method: 'post',
      path: '/admin/payout/{payoutId}/retry',
      tags,
      summary:
        'Tries a payout again: asks Stripe now for money that it does not give back, or pays anew what came back',
      description: `${forStaff} What came back is paid once more by a new payout, to where the shop has its money sent now; the same again is the same payout. ${fresh}`,
      middleware: [...manages] as const,
      request: { params: ofPayout },
      responses: {
        200: ok(staffPayoutSchema, 'The payout that is on its way now'),
        ...problems(400),
      },
    }),
    paid: act('paid', 'Says that a transfer has arrived', 'Of one that was sent by the bank.'),
    failed: actWithReason(
      'failed',
      'Says that a transfer has not arrived, or came back',
      'The money is in the balance of the shop again, and its owners are told why by mail.',
    ),
    hold: actWithReason('hold', 'Holds a payout', 'It is in no bank file until somebody releases it.'),
    account: createRoute({
      ...reads('/admin/seller/{sellerId}/payout-settings'),
      summary: 'Reads where the money of a shop goes to, and until when payouts wait because that was changed',
      description: forStaff,
      request: { params: z.object({ sellerId: id() }) },
      responses: { 200: ok(payoutAccountSchema, 'The account'), ...problems(400, 409) },
    }),
    confirmAccount: createRoute({
      method: 'post',
      path: '/admin/seller/{sellerId}/payout-settings/confirm',
      tags,
      summary: 'Confirms the account that a shop has changed: its payouts wait no longer',
      description: `${forStaff} Whoever does it has asked the owners by another way than the account that has changed it. \`changed_at\` says which account was looked at: where another one stands there by now, nothing is confirmed. ${fresh}`,
      middleware: [...manages, ...jsonBody] as const,
      request: { params: z.object({ sellerId: id() }), body: jsonContent(confirmAccountSchema) },
      responses: { 204: { description: 'It is confirmed' } },
    }),
    release: act('release', 'Releases a payout that was on hold', 'Also one of a shop that is suspended or closed.'),
    takeOut: act(
      'take-out',
      'Takes a payout out of a bank file that is not sent',
      'The payout is pending again. The others are in a new file: a file is the same whenever it is asked for.',
    ),
    ...batchRoutes(may, manages),
  };
}

type MayOf = ReturnType<typeof requireStaff>;
const managesOf = (may: MayOf, { now }: Deps['service']) => [may('managePayouts'), requireFreshSignIn(now)] as const;

/** Files for the bank. */
const batchRoutes = (may: MayOf, manages: ReturnType<typeof managesOf>) => ({
  batches: createRoute({
    method: 'get',
    path: '/admin/payout-batch',
    tags,
    summary: 'Lists bank files, newest first',
    description: forStaff,
    middleware: may('readPayouts'),
    request: { query: z.object(pageQuery({ usual: 25, most: 100 })) },
    responses: {
      200: { ...ok(payoutBatchesSchema, 'A page of the list'), headers: linkHeader },
      ...problems(409),
    },
  }),
  makeBatch: createRoute({
    method: 'post',
    path: '/admin/payout-batch',
    tags,
    summary: 'Makes a bank file of payouts that are pending',
    description: `${forStaff} ${fresh}`,
    middleware: [...manages, ...jsonBody] as const,
    request: { body: jsonContent(makeBatchSchema) },
    responses: { 201: ok(payoutBatchSchema, 'The bank file') },
  }),
  file: createRoute({
    method: 'get',
    path: '/admin/payout-batch/{batchId}/{format}',
    tags,
    summary: 'Reads the bank file: ISO 20022 pain.001.001.09, or a table',
    description: `${forStaff} The same whenever it is asked for.`,
    middleware: may('managePayouts'),
    request: {
      params: ofBatch.extend({ format: z.enum(['pain001', 'csv'], 'must be pain001 or csv') }),
    },
    responses: {
      200: {
        description: 'The file',
        content: {
          'application/xml': { schema: z.string().meta({ format: 'binary' }) },
          'text/csv': { schema: z.string().meta({ format: 'binary' }) },
        },
      },
      ...problems(400, 409),
    },
  }),
  discard: createRoute({
    method: 'post',
    path: '/admin/payout-batch/{batchId}/discard',
    tags,
    summary: 'Discards a bank file that the bank does not have',
    description: `${forStaff} Its payouts are pending again, in no file. ${fresh}`,
    middleware: [...manages] as const,
    request: { params: ofBatch },
    responses: { 204: { description: 'It is gone' }, ...problems(400) },
  }),
  sent: createRoute({
    method: 'post',
    path: '/admin/payout-batch/{batchId}/sent',
    tags,
    summary: 'Says that the bank has the file',
    description: `${forStaff} Its payouts are on their way from then on. ${fresh}`,
    middleware: [...manages] as const,
    request: { params: ofBatch },
    responses: { 200: ok(payoutBatchSchema, 'The bank file'), ...problems(400) },
  }),
});

type Deps = { service: PayoutService; authenticate: Authenticate; draw: DrawStatement };

/** Payouts of all shops, for the staff. */
export function mountStaffPayouts(app: OpenAPIHono, deps: Deps) {
  const { service, draw } = deps;
  const { db, shop } = service;
  const routes = routesFor(deps);

  app.openapi(routes.one, async (c) => c.json(await readStaffPayout(service, c.req.valid('param').payoutId), 200));

  app.openapi(routes.lines, async (c) => {
    const found = await findAnyPayout(db, c.req.valid('param').payoutId);
    return c.json(await pageOfLines(c, db, found, c.req.valid('query')), 200);
  });

  app.openapi(routes.statement, async (c) => {
    const found = await findAnyPayout(db, c.req.valid('param').payoutId);
    const { body, headers } = await payoutStatement(service, draw, found, c.req.valid('query').format);
    return c.body(body, 200, headers);
  });

  app.openapi(routes.retry, async (c) => {
    const { payoutId } = c.req.valid('param');
    return c.json(await payout(await retryPayout(service, payoutId, c.var.staff.customer.userId)), 200);
  });

  app.openapi(routes.paid, async (c) => {
    const { payoutId } = c.req.valid('param');
    await payoutArrived(service, payoutId, c.var.staff.customer.userId);
    return c.json(await payout(payoutId), 200);
  });

  app.openapi(routes.failed, async (c) => {
    const { payoutId } = c.req.valid('param');
    await payoutFailed(service, payoutId, c.var.staff.customer.userId, c.req.valid('json').reason);
    return c.json(await payout(payoutId), 200);
  });

  app.openapi(routes.hold, async (c) => {
    const { payoutId } = c.req.valid('param');
    await holdPayout(service, payoutId, c.var.staff.customer.userId, c.req.valid('json').reason);
    return c.json(await payout(payoutId), 200);
  });

  app.openapi(routes.release, async (c) => {
    const { payoutId } = c.req.valid('param');
    await releasePayout(service, payoutId, c.var.staff.customer.userId);
    return c.json(await payout(payoutId), 200);
  });

  app.openapi(routes.takeOut, async (c) => {
    const { payoutId } = c.req.valid('param');
    await takeOutOfBatch(service, payoutId, c.var.staff.customer.userId);
    return c.json(await payout(payoutId), 200);
  });

  app.openapi(routes.account, async (c) => {
    return c.json(await readAccount(service, c.req.valid('param').sellerId), 200);
  });

  app.openapi(routes.confirmAccount, async (c) => {
    const { sellerId } = c.req.valid('param');
    await confirmDestination(service, sellerId, {
      by: c.var.staff.customer.userId,
      as: 'staff',
      seen: new Date(c.req.valid('json').changed_at),
    });
    return c.body(null, 204);
  });

  app.openapi(routes.batches, async (c) => {
    const { after, limit } = c.req.valid('query');
    const found = await listBatches(db, { after: cursorOf(after), limit: limit + 1 });
    const page = cutPage(c, found, limit, ({ micros, batch_id }) => ({ micros, id: batch_id }));
    return c.json(page.map(toBatch), 200);
  });

  app.openapi(routes.makeBatch, async (c) => {
    const batchId = await makeBatch(service, c.req.valid('json').payouts, c.var.staff.customer.userId);
    return c.json(await batch(batchId), 201);
  });

  app.openapi(routes.file, async (c) => {
    const { batchId, format } = c.req.valid('param');
    return c.body(await bankFile(service, batchId, format), 200, {
      'content-type': fileTypes[format],
      'content-disposition': `attachment; filename="${batchId}.${fileEnds[format]}"`,
      'cache-control': 'no-store',
    });
  });

  app.openapi(routes.discard, async (c) => {
    await discardBatch(service, c.req.valid('param').batchId, c.var.staff.customer.userId);
    return c.body(null, 204);
  });

  app.openapi(routes.sent, async (c) => {
    const { batchId } = c.req.valid('param');
    await sendBatch(service, batchId, c.var.staff.customer.userId);
    return c.json(await batch(batchId), 200);
  });

  async function payout(payoutId: string) {
    const [found] = await listPayouts(db, { payoutId, after: null, limit: 1 });
    if (!found) throw notFound('There is no such payout.');
    return toStaffPayout(shop.name, found);
  }

  async function batch(batchId: string) {
    const [found] = await listBatches(db, { batchId, after: null, limit: 1 });
    if (!found) throw notFound('There is no such bank file.');
    return toBatch(found);
  }
}
