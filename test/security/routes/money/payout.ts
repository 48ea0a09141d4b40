import { sql } from 'kysely';
import { earn } from '../../../parts/earning.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

const account = { kind: 'iban', holder: 'Ours Inc', iban: 'DE89 3704 0044 0532 0130 00' };
const settings = { method: 'bank', schedule: 'none', day: null, minimum: 25, bank_account: account };
let asked = 0;

/** There is money, and where it goes to is said; nothing is paid out yet. */
async function earned({ database, shop, sellerId }: Marketplace): Promise<void> {
  await sql`update api.payout set batch_id = null`.execute(database.kysely);
  for (const table of ['payout', 'payout_batch', 'payout_settings'])
    await sql`delete from ${sql.table(`api.${table}`)} where true`.execute(database.kysely);
  const { secrets } = shop.api.payouts;
  await database.kysely
    .insertInto('api.payout_settings')
    .values({
      seller_id: sellerId,
      method: 'bank',
      schedule: 'none',
      day: null,
      next_at: null,
      minimum_cents: 2_500,
      bank: secrets.seal(JSON.stringify(account), `api.payout_settings.bank ${sellerId}`),
      bank_last4: '3000',
      bank_changed_at: new Date(),
      updated_at: new Date(),
      updated_by: 'owner',
    })
    .execute();
  await earn(database.kysely, { sellerId, cents: 5_000 });
}

async function payout(made: Marketplace, state: 'pending' | 'sent' = 'pending', hold: string | null = null) {
  await earned(made);
  const { database, shop, sellerId } = made;
  const { secrets } = shop.api.payouts;
  const id = `PO-${++asked}`;
  await database.kysely
    .insertInto('api.payout')
    .values({
      payout_id: id,
      seller_id: sellerId,
      request_key: id,
      asked_cents: null,
      amount_cents: 2_500,
      state,
      method: 'bank',
      from_version: 1,
      to_version: 1,
      hold,
      bank: secrets.seal(JSON.stringify(account), `api.payout.bank ${id}`),
      bank_last4: '3000',
      connect_account: null,
      by_schedule: false,
      requested_by: 'owner',
      created_at: new Date(),
    })
    .execute();
  // As it was posted when it was made.
  await sql`select ledger.post(${JSON.stringify(accounts(sellerId))}::jsonb, ${JSON.stringify(moved(sellerId, id))}::jsonb)`.execute(
    database.kysely,
  );
  return id;
}

const accounts = (sellerId: string) =>
  ['available', 'in_transit'].map((name) => ({
    account_id: `seller:${sellerId}:${name}`,
    kind: `seller_${name}`,
    currency: 'usd',
    may_be_negative: false,
    may_be_positive: true,
  }));

const moved = (sellerId: string, id: string) => [
  {
    key: `payout ${id}`,
    kind: 'payout',
    at: new Date(),
    details: {},
    entries: [
      { account_id: `seller:${sellerId}:available`, amount: -2_500 },
      { account_id: `seller:${sellerId}:in_transit`, amount: 2_500 },
    ],
  },
];

async function batch(made: Marketplace): Promise<string> {
  const id = await payout(made);
  await made.database.kysely
    .insertInto('api.payout_batch')
    .values({
      batch_id: 'PB-1',
      made_at: new Date(),
      made_by: 'staffFinance',
      debtor: JSON.stringify({ holder: 'Hearth', bank: 'Bank', iban: 'DE89 3704 0044 0532 0130 00' }),
    })
    .execute();
  await made.database.kysely.updateTable('api.payout').set({ batch_id: 'PB-1' }).where('payout_id', '=', id).execute();
  return 'PB-1';
}

export const payoutRoutes: RouteRow[] = [
  {
    route: 'GET /api/seller/{sellerId}/payout-settings',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/payout-settings` }),
  },
  {
    route: 'PUT /api/seller/{sellerId}/payout-settings',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/payout-settings`, body: settings }),
  },
  {
    // Nothing waits.
    route: 'POST /api/seller/{sellerId}/payout-settings/confirm',
    request: ({ sellerId }) => ({
      path: `/seller/${sellerId}/payout-settings/confirm`,
      body: { changed_at: '2026-11-02T09:30:00.000Z' },
    }),
    passed: 409,
  },
  {
    route: 'POST /api/seller/{sellerId}/payout-settings/connect',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/payout-settings/connect` }),
  },
  {
    // There is no account at the provider to ask about.
    route: 'POST /api/seller/{sellerId}/payout-settings/connect/refresh',
    async request(made) {
      await earned(made);
      return { path: `/seller/${made.sellerId}/payout-settings/connect/refresh` };
    },
    passed: 409,
  },
  {
    // Without the key that names it.
    route: 'POST /api/seller/{sellerId}/payout',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/payout`, body: {} }),
    passed: 400,
  },
  {
    route: 'GET /api/seller/{sellerId}/payout',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/payout` }),
  },
  {
    route: 'GET /api/seller/{sellerId}/payout/{payoutId}',
    request: async (made) => ({ path: `/seller/${made.sellerId}/payout/${await payout(made)}` }),
  },
  {
    route: 'GET /api/seller/{sellerId}/payout/{payoutId}/line',
    request: async (made) => ({ path: `/seller/${made.sellerId}/payout/${await payout(made)}/line` }),
  },
  {
    route: 'GET /api/seller/{sellerId}/payout/{payoutId}/statement',
    request: async (made) => ({ path: `/seller/${made.sellerId}/payout/${await payout(made)}/statement` }),
  },
  {
    route: 'GET /api/admin/payout/{payoutId}',
    request: async (made) => ({ path: `/admin/payout/${await payout(made)}` }),
  },
  {
    route: 'GET /api/admin/payout/{payoutId}/line',
    request: async (made) => ({ path: `/admin/payout/${await payout(made)}/line` }),
  },
  {
    route: 'GET /api/admin/payout/{payoutId}/statement',
    request: async (made) => ({ path: `/admin/payout/${await payout(made)}/statement` }),
  },
  {
    // It has not come back.
    route: 'POST /api/admin/payout/{payoutId}/retry',
    request: async (made) => ({ path: `/admin/payout/${await payout(made)}/retry` }),
    passed: 409,
  },
  {
    route: 'POST /api/admin/payout/{payoutId}/paid',
    request: async (made) => ({ path: `/admin/payout/${await payout(made, 'sent')}/paid` }),
  },
  {
    route: 'POST /api/admin/payout/{payoutId}/failed',
    request: async (made) => ({
      path: `/admin/payout/${await payout(made)}/failed`,
      body: { reason: 'The account is closed.' },
    }),
  },
  {
    route: 'POST /api/admin/payout/{payoutId}/hold',
    request: async (made) => ({
      path: `/admin/payout/${await payout(made)}/hold`,
      body: { reason: 'We look into it.' },
    }),
  },
  {
    route: 'GET /api/admin/seller/{sellerId}/payout-settings',
    request: ({ sellerId }) => ({ path: `/admin/seller/${sellerId}/payout-settings` }),
  },
  {
    // Nothing waits.
    route: 'POST /api/admin/seller/{sellerId}/payout-settings/confirm',
    request: ({ sellerId }) => ({
      path: `/admin/seller/${sellerId}/payout-settings/confirm`,
      body: { changed_at: '2026-11-02T09:30:00.000Z' },
    }),
    passed: 409,
  },
  {
    route: 'POST /api/admin/payout/{payoutId}/release',
    request: async (made) => ({ path: `/admin/payout/${await payout(made, 'pending', 'Looked into.')}/release` }),
  },
  { route: 'GET /api/admin/payout-batch', request: () => ({ path: '/admin/payout-batch' }) },
  {
    route: 'POST /api/admin/payout-batch',
    request: async (made) => ({ path: '/admin/payout-batch', body: { payouts: [await payout(made)] } }),
  },
  {
    route: 'GET /api/admin/payout-batch/{batchId}/{format}',
    request: async (made) => ({ path: `/admin/payout-batch/${await batch(made)}/pain001` }),
  },
  {
    // It is in no bank file.
    route: 'POST /api/admin/payout/{payoutId}/take-out',
    request: async (made) => ({ path: `/admin/payout/${await payout(made)}/take-out` }),
    passed: 409,
  },
  {
    route: 'POST /api/admin/payout-batch/{batchId}/discard',
    request: async (made) => ({ path: `/admin/payout-batch/${await batch(made)}/discard` }),
  },
  {
    route: 'POST /api/admin/payout-batch/{batchId}/sent',
    request: async (made) => ({ path: `/admin/payout-batch/${await batch(made)}/sent` }),
  },
];
