import { findTransferByKey } from '#ledger/entry.store.ts';
import { post } from '#ledger/post.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { capture } from '../../../../src/api/money/wallet/posting/posting.rules.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

const path = '/admin/reconciliation';
const reason = 'It was for another shop.';

/** One that no order knows of, closed or not. */
async function aTransaction({ database }: Marketplace, isClosed: boolean): Promise<string> {
  const now = new Date();
  await database.kysely.deleteFrom('api.provider_transaction').execute();
  await database.kysely
    .insertInto('api.provider_transaction')
    .values({
      transaction_id: 'txn_1',
      type: 'charge',
      reporting_category: 'charge',
      currency: 'usd',
      amount_cents: 100,
      fee_cents: 0,
      net_cents: 100,
      source: 'ch_1',
      payment_intent: null,
      connect_transfer: null,
      created_at: now,
      available_on: now,
      fetched_at: now,
      difference_cents: 100,
      ...(isClosed && { state: 'closed', closed_by: 'somebody', closed_at: now, close_reason: reason }),
    })
    .execute();
  return `${path}/transaction/txn_1`;
}

/** A payment that the provider knows nothing of. */
async function aMissing({ database }: Marketplace, isClosed: boolean): Promise<string> {
  await inTransaction(database.kysely, async (transaction) =>
    post(transaction, capture({ order_id: 'GONE', payment_method: 'card' }, 100, new Date('2026-01-01'))),
  );
  const transfer = await findTransferByKey(database.kysely, 'capture GONE');
  await database.kysely.deleteFrom('api.closed_posting').execute();
  const transfer_id = transfer?.transfer_id ?? 0;
  const closing = { closed_by: 'somebody', closed_at: new Date(), close_reason: reason };
  if (isClosed)
    await database.kysely
      .insertInto('api.closed_posting')
      .values({ transfer_id, ...closing })
      .execute();
  return `${path}/missing/${transfer_id}`;
}

export const reconciliationRoutes: RouteRow[] = [
  { route: 'GET /api/admin/reconciliation', request: () => ({ path }) },
  {
    route: 'POST /api/admin/reconciliation/fetch',
    request: () => ({ path: `${path}/fetch`, body: {} }),
  },
  {
    route: 'GET /api/admin/reconciliation/transaction',
    request: () => ({ path: `${path}/transaction` }),
  },
  {
    route: 'POST /api/admin/reconciliation/transaction/{transactionId}/close',
    request: async (made) => ({ path: `${await aTransaction(made, false)}/close`, body: { reason } }),
  },
  {
    route: 'POST /api/admin/reconciliation/transaction/{transactionId}/reopen',
    request: async (made) => ({ path: `${await aTransaction(made, true)}/reopen`, body: {} }),
  },
  {
    route: 'GET /api/admin/reconciliation/missing',
    request: () => ({ path: `${path}/missing` }),
  },
  {
    route: 'POST /api/admin/reconciliation/missing/{transferId}/close',
    request: async (made) => ({ path: `${await aMissing(made, false)}/close`, body: { reason } }),
  },
  {
    route: 'POST /api/admin/reconciliation/missing/{transferId}/reopen',
    request: async (made) => ({ path: `${await aMissing(made, true)}/reopen`, body: {} }),
  },
];
