import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { ledgerAccountPageSchema, ledgerAccountSchema, ledgerTransferSchema } from '#contract/money/ledger.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { badRequest, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cutPageAt, linkHeader, numberAfter, pageQuery } from '../../http/list-page.ts';
import {
  readLedgerAccount,
  readTransfer,
  readTransferOfKey,
  readTransfersAbout,
  searchAccounts,
} from './read-ledger.ts';
import type { WalletDb } from './read-wallet.ts';

type Deps = { db: WalletDb; authenticate: Authenticate };

const forStaff = 'For the staff; nobody else finds anything at this address.';
const written = z.string().trim().min(1, 'must not be empty').max(300, 'must be at most 300 characters');
const page = pageQuery({ usual: 50, most: 50 });

function routesFor(deps: Deps) {
  const base = {
    method: 'get' as const,
    tags: ['Finance'],
    middleware: requireStaff(deps)('readFinance'),
  };
  return {
    accounts: createRoute({
      ...base,
      path: '/admin/ledger/account',
      summary: 'Lists accounts of the ledger by an order, a shop, a buyer or how their ids begin',
      description: `${forStaff} At most 50, by id. A text finds what begins with it, with or without the word before the first colon: 1042 finds order:1042:held. "deleted accounts" finds the wallets of accounts that were deleted, which something has come back to.`,
      request: { query: z.object({ q: written }) },
      responses: { 200: ok(z.array(ledgerAccountSchema), 'The accounts'), ...problems(409) },
    }),
    account: createRoute({
      ...base,
      path: '/admin/ledger/account/{accountId}',
      summary: 'Reads an account with its balance and its entries, newest first',
      description: forStaff,
      request: {
        params: z.object({ accountId: z.string() }),
        query: z.object({ ...page, after: page.after.meta({ description: 'From next of the page before' }) }),
      },
      responses: { 200: ok(ledgerAccountPageSchema, 'The account'), ...problems(409) },
    }),
    transfers: createRoute({
      ...base,
      path: '/admin/ledger/transfer',
      summary: 'Lists the transfers about an order or a payout, oldest first, or the one with a key',
      description: `${forStaff} Takes about or key. A long list goes on where the Link header says.`,
      request: { query: z.object({ about: written.optional(), key: written.optional(), ...page }) },
      responses: {
        200: { ...ok(z.array(ledgerTransferSchema), 'The transfers'), headers: linkHeader },
        ...problems(409),
      },
    }),
    transfer: createRoute({
      ...base,
      path: '/admin/ledger/transfer/{transferId}',
      summary: 'Reads a transfer with all of its entries, and why it was made',
      description: forStaff,
      request: { params: z.object({ transferId: z.string() }) },
      responses: { 200: ok(ledgerTransferSchema, 'The transfer'), ...problems(409) },
    }),
  };
}

/** The ledger, for those of the staff who look after money. */
export function mountStaffLedger(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.accounts, async (c) => c.json(await searchAccounts(db, c.req.valid('query').q), 200));

  app.openapi(routes.account, async (c) => {
    const { after, limit } = c.req.valid('query');
    const account = await readLedgerAccount(db, c.req.valid('param').accountId, {
      before: numberAfter(after, 'bigint'),
      limit,
    });
    if (!account) throw notFound('There is no such account in the ledger.');
    return c.json(account, 200);
  });

  app.openapi(routes.transfers, async (c) => {
    const { about, key, after, limit } = c.req.valid('query');
    const mark = numberAfter(after, 'bigint') ?? 0;
    if (key !== undefined && about === undefined) return c.json(await readTransferOfKey(db, key), 200);
    if (about === undefined || key !== undefined)
      throw badRequest('Say either about, the number of an order or payout, or key, that of a transfer.');
    const transfers = await readTransfersAbout(db, about, { after: mark, limit: limit + 1 });
    return c.json(
      cutPageAt(c, transfers, limit, (last) => String(last.transfer_id)),
      200,
    );
  });

  app.openapi(routes.transfer, async (c) => {
    const { transferId } = c.req.valid('param');
    const transfer = /^[1-9]\d{0,14}$/.test(transferId) ? await readTransfer(db, Number(transferId)) : null;
    if (!transfer) throw notFound('There is no such transfer in the ledger.');
    return c.json(transfer, 200);
  });
}
