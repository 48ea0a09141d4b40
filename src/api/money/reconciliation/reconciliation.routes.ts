import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import {
  closeReasonSchema,
  missingPostingsSchema,
  providerTransactionsSchema,
  reconciliationSchema,
} from '#contract/money/reconciliation.schema.ts';
import { reconciliationFilters } from '#contract/money/reconciliation.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { namesOf } from '../../access/staff-name.store.ts';
import { jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, cutPageAt, linkHeader, numberAfter, pageQuery } from '../../http/list-page.ts';
import { jsonBody } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { providerFault } from './balance-provider.ts';
import { closeByStaff, closeMissing, reopenByStaff, reopenMissing } from './close-by-staff.ts';
import type { Reconciling } from './fetch-transactions.ts';
import { listTransactions } from './list.store.ts';
import { listClosedPostings, listMissing } from './missing.store.ts';
import { missingRange, readReconciliation, toMissingPosting, toTransaction } from './read-reconciliation.ts';
import { reconcileProvider } from './reconcile-provider.ts';

const forStaff = 'For the staff; nobody else finds anything at this address.';
const page = pageQuery({ usual: 50, most: 100 });
const filters = <Filter extends readonly [string, ...string[]]>(names: Filter) =>
  z.enum(names, `must be one of ${names.join(', ')}`).default('open' as never);
const ofTransaction = z.object({ transactionId: z.string() });
const ofTransfer = z.object({ transferId: z.string() });

type Deps = Reconciling & { authenticate: Authenticate };

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const base = { tags: ['Finance'] };
  const reading = { ...base, method: 'get' as const, middleware: may('readFinance') };
  const managing = { ...base, method: 'post' as const };
  const answers = { 200: ok(reconciliationSchema, 'The reconciliation as it is now') };
  return {
    summary: createRoute({
      ...reading,
      path: '/admin/reconciliation',
      summary: 'Tells how far what the provider has moved agrees with the ledger',
      description: `${forStaff} With the balance of the provider beside ours, and what the difference is made of.`,
      responses: { ...answers, ...problems(409) },
    }),
    fetch: createRoute({
      ...managing,
      path: '/admin/reconciliation/fetch',
      summary: 'Fetches what the provider has moved, as the shop does by itself every ten minutes',
      description: forStaff,
      middleware: [may('manageFinance')] as const,
      responses: { ...answers, ...problems(409) },
    }),
    transactions: createRoute({
      ...reading,
      path: '/admin/reconciliation/transaction',
      summary: 'Lists transactions of the provider, newest first, each with the transfer that says the same',
      description: forStaff,
      request: {
        query: z.object({
          ...page,
          state: filters(reconciliationFilters),
          type: z
            .string()
            .regex(/^\w{1,100}$/, 'is no type')
            .optional(),
        }),
      },
      responses: {
        200: { ...ok(providerTransactionsSchema, 'A page of the list'), headers: linkHeader },
        ...problems(409),
      },
    }),
    close: createRoute({
      ...managing,
      path: '/admin/reconciliation/transaction/{transactionId}/close',
      summary: 'Says why a transaction that nothing explains is in order',
      description: forStaff,
      middleware: [may('manageFinance'), ...jsonBody] as const,
      request: { params: ofTransaction, body: jsonContent(closeReasonSchema) },
      responses: { ...answers, ...problems(409) },
    }),
    reopen: createRoute({
      ...managing,
      path: '/admin/reconciliation/transaction/{transactionId}/reopen',
      summary: 'Puts a transaction that was closed on the list again',
      description: `${forStaff} The next run looks for its posting.`,
      middleware: [may('manageFinance')] as const,
      request: { params: ofTransaction },
      responses: { ...answers, ...problems(409) },
    }),
    missing: createRoute({
      ...reading,
      path: '/admin/reconciliation/missing',
      summary: 'Lists transfers of ours that the provider has had three days for, and knows nothing of',
      description: `${forStaff} Newest first.`,
      request: { query: z.object({ ...page, state: filters(['open', 'closed']) }) },
      responses: {
        200: { ...ok(missingPostingsSchema, 'A page of the list'), headers: linkHeader },
        ...problems(409),
      },
    }),
    closeMissing: createRoute({
      ...managing,
      path: '/admin/reconciliation/missing/{transferId}/close',
      summary: 'Says why a transfer that is missing at the provider is in order',
      description: forStaff,
      middleware: [may('manageFinance'), ...jsonBody] as const,
      request: { params: ofTransfer, body: jsonContent(closeReasonSchema) },
      responses: { ...answers, ...problems(409) },
    }),
    reopenMissing: createRoute({
      ...managing,
      path: '/admin/reconciliation/missing/{transferId}/reopen',
      summary: 'Puts such a transfer on the list again',
      description: forStaff,
      middleware: [may('manageFinance')] as const,
      request: { params: ofTransfer },
      responses: { ...answers, ...problems(409) },
    }),
  };
}

/** The reconciliation, for those of the staff who look after money. */
export function mountReconciliation(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.summary, async (c) => c.json(await readReconciliation(deps), 200));

  app.openapi(routes.fetch, async (c) => {
    await reconcileProvider(deps).catch((error: unknown) => {
      const fault = providerFault(error);
      throw fault === null ? error : new HTTPException(503, { message: `${fault} What was fetched before is kept.` });
    });
    return c.json(await readReconciliation(deps), 200);
  });

  app.openapi(routes.transactions, async (c) => {
    const { after, limit, state, type } = c.req.valid('query');
    const found = await listTransactions(db, { state, type, after: cursorOf(after), limit: limit + 1 });
    const rows = cutPage(c, found, limit, ({ micros, transaction_id: id }) => ({ micros, id }));
    const names = await namesOfClosers(rows);
    return c.json(
      rows.map((row) => toTransaction(row, names)),
      200,
    );
  });

  app.openapi(routes.close, async (c) => {
    const by = c.var.staff.customer.userId;
    await closeByStaff(deps, known(c.req.valid('param').transactionId), { by, reason: c.req.valid('json').reason });
    return c.json(await readReconciliation(deps), 200);
  });

  app.openapi(routes.reopen, async (c) => {
    await reopenByStaff(deps, known(c.req.valid('param').transactionId), c.var.staff.customer.userId);
    return c.json(await readReconciliation(deps), 200);
  });

  app.openapi(routes.missing, async (c) => {
    const { after, limit, state } = c.req.valid('query');
    if (state === 'closed') {
      const found = await listClosedPostings(db, { after: numberedCursor(after), limit: limit + 1 });
      const rows = cutPage(c, found, limit, ({ micros, transfer_id: id }) => ({ micros, id: String(id) }));
      const names = await namesOfClosers(rows);
      return c.json(
        rows.map((row) => toMissingPosting(row, names)),
        200,
      );
    }
    const range = await missingRange(db);
    const found = await listMissing(db, { ...range, after: numberAfter(after, 'bigint'), limit: limit + 1 });
    const rows = cutPageAt(c, found, limit, ({ version }) => String(version));
    return c.json(
      rows.map((row) => toMissingPosting(row, new Map())),
      200,
    );
  });

  app.openapi(routes.closeMissing, async (c) => {
    const by = c.var.staff.customer.userId;
    await closeMissing(deps, numbered(c.req.valid('param').transferId), { by, reason: c.req.valid('json').reason });
    return c.json(await readReconciliation(deps), 200);
  });

  app.openapi(routes.reopenMissing, async (c) => {
    await reopenMissing(deps, numbered(c.req.valid('param').transferId), c.var.staff.customer.userId);
    return c.json(await readReconciliation(deps), 200);
  });

  function namesOfClosers(rows: ReadonlyArray<{ closed_by: string | null }>) {
    return namesOf(
      db,
      rows.flatMap(({ closed_by: by }) => by ?? []),
    );
  }
}

/** The mark of a list that is told by a moment and a number. */
function numberedCursor(after: string | undefined) {
  const cursor = cursorOf(after);
  return cursor && { ...cursor, id: String(numberAfter(cursor.id, 'bigint')) };
}

function known(transactionId: string): string {
  if (!isStorableText(transactionId)) throw notFound('There is no such transaction of the provider.');
  return transactionId;
}

function numbered(transferId: string): number {
  if (!/^[1-9]\d{0,14}$/.test(transferId)) throw notFound('There is no such transfer in the ledger.');
  return Number(transferId);
}
