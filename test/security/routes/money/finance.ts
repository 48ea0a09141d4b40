import { findTransferByKey } from '#ledger/entry.store.ts';
import { post } from '#ledger/post.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { cardProcessor, platformFees } from '../../../../src/api/money/wallet/posting/accounts.rules.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

const scope = { seller: null, category: null, from: null, until: null };

async function aRule({ database }: Marketplace, table: 'api.fee_rule' | 'api.holding_rule'): Promise<string> {
  const row = { rule_id: 'rule', seller_id: null, category: null, from_at: new Date('2020-01-01'), created_by: 'test' };
  await database.kysely.deleteFrom(table).where('rule_id', '=', 'rule').execute();
  if (table === 'api.holding_rule')
    await database.kysely
      .insertInto(table)
      .values({ ...row, hours: 1 })
      .execute();
  else
    await database.kysely
      .insertInto(table)
      .values({ ...row, name: 'Fee', rate_bp: 1, fixed_cents: 0, returned: true })
      .execute();
  return 'rule';
}

const goodwill = { way: 'goodwill', from: 'platform:loss', to: 'seller:operator:available', amount: 1 } as const;

/** Somebody else has proposed it. */
async function aMovement({ database }: Marketplace): Promise<string> {
  await database.kysely.deleteFrom('api.manual_movement').execute();
  await database.kysely
    .insertInto('api.manual_movement')
    .values({
      movement_id: 'movement',
      way: goodwill.way,
      from_account: goodwill.from,
      to_account: goodwill.to,
      cents: 100,
      reason: 'They waited.',
      state: 'proposed',
      proposed_by: 'somebody',
      proposed_at: new Date(),
    })
    .execute();
  return 'movement';
}

/** The key of a transfer of a cent. */
async function aTransfer({ database }: Marketplace): Promise<string> {
  const accounts = [cardProcessor, platformFees];
  const entries = [
    { account_id: cardProcessor.account_id, amount: -1 },
    { account_id: platformFees.account_id, amount: 1 },
  ];
  const transfer = { key: 'one', kind: 'test', details: {}, at: new Date(), entries };
  await inTransaction(database.kysely, async (transaction) => post(transaction, { accounts, transfers: [transfer] }));
  return transfer.key;
}

export const financeRoutes: RouteRow[] = [
  {
    route: 'GET /api/admin/ledger/account',
    request: () => ({ path: '/admin/ledger/account?q=platform' }),
  },
  {
    route: 'GET /api/admin/ledger/account/{accountId}',
    request: async (made) => {
      await aTransfer(made);
      return { path: '/admin/ledger/account/platform%3Afees' };
    },
  },
  {
    route: 'GET /api/admin/ledger/transfer',
    request: () => ({ path: '/admin/ledger/transfer?key=one' }),
  },
  {
    route: 'GET /api/admin/ledger/transfer/{transferId}',
    request: async (made) => {
      const transfer = await findTransferByKey(made.database.kysely, await aTransfer(made));
      return { path: `/admin/ledger/transfer/${transfer?.transfer_id}` };
    },
  },
  {
    route: 'GET /api/admin/manual-movement',
    request: () => ({ path: '/admin/manual-movement' }),
  },
  {
    route: 'POST /api/admin/manual-movement/preview',
    request: () => ({ path: '/admin/manual-movement/preview', body: goodwill }),
  },
  {
    route: 'POST /api/admin/manual-movement',
    request: () => ({
      path: '/admin/manual-movement',
      body: { ...goodwill, reason: 'They waited.' },
      headers: { 'idempotency-key': 'once' },
    }),
  },
  {
    route: 'POST /api/admin/manual-movement/{movementId}/confirm',
    request: async (made) => ({ path: `/admin/manual-movement/${await aMovement(made)}/confirm`, body: {} }),
  },
  {
    route: 'POST /api/admin/manual-movement/{movementId}/refuse',
    request: async (made) => ({
      path: `/admin/manual-movement/${await aMovement(made)}/refuse`,
      body: { reason: 'No.' },
    }),
  },
  { route: 'GET /api/admin/sale-rule', request: () => ({ path: '/admin/sale-rule' }) },
  {
    route: 'POST /api/admin/fee-rule',
    request: () => ({ path: '/admin/fee-rule', body: { ...scope, name: 'Fee', percent: 8, fixed: 0, returned: true } }),
  },
  {
    route: 'POST /api/admin/fee-rule/{ruleId}/end',
    request: async (made) => ({ path: `/admin/fee-rule/${await aRule(made, 'api.fee_rule')}/end`, body: {} }),
  },
  {
    route: 'POST /api/admin/holding-rule',
    request: () => ({ path: '/admin/holding-rule', body: { ...scope, hours: 1 } }),
  },
  {
    route: 'POST /api/admin/holding-rule/{ruleId}/end',
    request: async (made) => ({ path: `/admin/holding-rule/${await aRule(made, 'api.holding_rule')}/end`, body: {} }),
  },
  {
    route: 'GET /api/seller/{sellerId}/sale-terms',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/sale-terms?category=data` }),
  },
];
