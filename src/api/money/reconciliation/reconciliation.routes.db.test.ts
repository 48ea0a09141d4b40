import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { post } from '#ledger/post.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { addressOf, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { capture } from '../wallet/posting/posting.rules.ts';
import type { BalanceProvider } from './balance-provider.ts';
import type { ProviderTransaction } from './provider-transaction.rules.ts';
import { UnreadableTransaction } from './provider-transaction.rules.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
const path = '/admin/reconciliation';
const atProvider = { transactions: [] as ProviderTransaction[], isAway: false };
const provider: BalanceProvider = {
  async listTransactions() {
    if (atProvider.isAway) throw new UnreadableTransaction('The payment provider is away.');
    return { transactions: atProvider.transactions, hasMore: false };
  },
  async readBalance() {
    if (atProvider.isAway) throw new UnreadableTransaction('The payment provider is away.');
    const available = atProvider.transactions.reduce((sum, { net_cents }) => sum + net_cents, 0);
    return { available, pending: 0, reserved: 0 };
  },
};

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { balance: provider });
});
beforeEach(async () => {
  await emptyDatabase(database);
  Object.assign(atProvider, { transactions: [], isAway: false });
  for (const role of ['finance', 'admin', 'support', 'catalogue'] as const) await storeStaff(database, role, role);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const as = (account: string) => api.signIn({ email: addressOf(account), nickname: account }, { sub: account });
const get = async (rest = '', who = 'finance') => (await as(who)).get(`${path}${rest}`);
const act = async (rest: string, body: object = {}, who = 'finance') => (await as(who)).post(`${path}${rest}`, body);

let made = 0;
function transaction(changes: Partial<ProviderTransaction> = {}): ProviderTransaction {
  const at = new Date(Date.now() - ++made * 1_000);
  const amount_cents = changes.amount_cents ?? 1_000;
  return {
    transaction_id: `txn_${String(made).padStart(4, '0')}`,
    type: 'charge',
    reporting_category: 'charge',
    currency: 'usd',
    fee_cents: 0,
    net_cents: amount_cents - (changes.fee_cents ?? 0),
    source: null,
    payment_intent: null,
    connect_transfer: null,
    created_at: at,
    available_on: at,
    ...changes,
    amount_cents,
  };
}

async function fetched(...transactions: ProviderTransaction[]) {
  atProvider.transactions = transactions;
  const { status, body } = await act('/fetch');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const DAY = 86_400_000;
/** A payment of ours, so many days ago. */
function paid(orderId: string, cents: number, days: number) {
  return inTransaction(database.kysely, async (one) =>
    post(one, capture({ order_id: orderId, payment_method: 'card' }, cents, new Date(Date.now() - days * DAY))),
  );
}
const audited = async (...subjects: string[]) => {
  const rows = await database.kysely
    .selectFrom('platform.audit_entry' as never)
    .selectAll()
    .orderBy('id' as never)
    .execute();
  return (rows as Array<{ action: string; subject_id: string; details: Record<string, unknown> }>)
    .filter(({ subject_id: id }) => subjects.includes(id))
    .map(({ action, subject_id: id, details }) => [action, id, details.reason ?? details.was]);
};

describe('[W-09] the reconciliation for the staff', () => {
  test('says that everything is explained where nothing has moved, and when it has never looked', async () => {
    const before = (await get()).body;
    expect(before).toMatchObject({ fetched_at: null, open: { count: 0 }, missing: { count: 0 }, types: [] });
    expect(await fetched()).toMatchObject({
      fetched_at: expect.any(String),
      is_reading: false,
      failed_at: null,
      balance: { available: 0, ours: 0, difference: 0, parts: [] },
    });
  });

  test('tells totals, the list, and the balance of the provider beside ours with every part of the difference', async () => {
    await paid('OLD', 700, 5);
    await paid('NEW', 50, 1);
    const body = await fetched(
      transaction({ amount_cents: 4_200, fee_cents: 152, payment_intent: 'pi_unknown' }),
      transaction({ type: 'stripe_fee', amount_cents: -200 }),
      transaction({ type: 'reserve_hold', amount_cents: -90 }),
      transaction({ amount_cents: 900, currency: 'eur' }),
    );
    expect(body).toMatchObject({
      matched: { count: 2, amount: -2.9 },
      open: { count: 2, amount: 42 },
      missing: { count: 1, amount: 7 },
      types: ['charge', 'reserve_hold', 'stripe_fee'],
    });
    const { ours, difference, parts } = body.balance;
    expect(ours).toBe(3.98);
    const by = Object.fromEntries(parts.map(({ part, amount }: { part: string; amount: number }) => [part, amount]));
    // The other currency is in the sum that this provider tells.
    expect(by).toEqual({ open: 42, within: -0.9, missing: -7, recent: -0.5, not_fetched: 9 });
    expect(difference).toBe(42.6);

    const open = (await get('/transaction')).body;
    expect(open).toMatchObject([
      { type: 'charge', state: 'unmatched', currency: 'usd', amount: 42, fee: 1.52, difference: 42, transfer_id: null },
      { type: 'charge', state: 'unmatched', currency: 'eur', amount: 9 },
    ]);
    expect((await get('/transaction?state=matched')).body).toMatchObject([
      { type: 'stripe_fee', explanation: 'posting', transfer_id: expect.any(Number), difference: 0 },
      { type: 'reserve_hold', explanation: 'within', transfer_id: null },
    ]);
    expect((await get('/transaction?state=all&type=stripe_fee')).body).toHaveLength(1);
    expect((await get('/missing')).body).toMatchObject([{ about: 'OLD', kind: 'capture', amount: 7, closed_at: null }]);
  });

  test('goes on page by page, each transaction once', async () => {
    const at = new Date();
    await fetched(...Array.from({ length: 7 }, () => transaction({ created_at: at })));
    const seen: string[] = [];
    for (let next: string | undefined = '/transaction?limit=3'; next; ) {
      const { body, headers } = await get(next);
      seen.push(...body.map(({ transaction_id: id }: { transaction_id: string }) => id));
      next = headers.get('link')?.match(/<\/api\/admin\/reconciliation([^>]*)>/)?.[1];
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });

  test('a transaction is closed with a reason and put on the list again, and both are in the audit log', async () => {
    const one = transaction();
    await fetched(one);
    const address = `/transaction/${one.transaction_id}`;
    expect((await act(`${address}/close`, { reason: 'It was for the fair.' })).body).toMatchObject({
      open: { count: 0, amount: 0 },
      closed: { count: 1, amount: 10 },
      balance: { parts: [{ part: 'closed', amount: 10 }] },
    });
    expect((await get('/transaction')).body).toEqual([]);
    expect((await get('/transaction?state=closed')).body).toMatchObject([
      { state: 'closed', closed_by: 'finance', close_reason: 'It was for the fair.', difference: 10 },
    ]);
    expect((await act(`${address}/close`, { reason: 'Once more.' })).status).toBe(409);
    // A run leaves what people have said as it is.
    await act('/fetch');
    expect((await get('/transaction')).body).toEqual([]);
    expect((await act(`${address}/reopen`)).body).toMatchObject({ open: { count: 1 }, closed: { count: 0 } });
    expect((await act(`${address}/reopen`)).status).toBe(409);
    expect((await get('/transaction')).body).toMatchObject([{ state: 'unmatched', closed_by: null, close_reason: '' }]);
    expect(await audited(one.transaction_id)).toEqual([
      ['reconciliation.closed', one.transaction_id, 'It was for the fair.'],
      ['reconciliation.reopened', one.transaction_id, 'It was for the fair.'],
    ]);
  });

  test('what is explained cannot be closed', async () => {
    const fee = transaction({ type: 'stripe_fee', amount_cents: -200 });
    await fetched(fee);
    expect((await act(`/transaction/${fee.transaction_id}/close`, { reason: 'I know it.' })).status).toBe(409);
  });

  test('a posting that is missing is closed with a reason and put on the list again', async () => {
    await paid('OLDER', 300, 6);
    await paid('OLD', 700, 5);
    await fetched();
    const [{ transfer_id: id }] = (await get('/missing')).body;
    expect((await act(`/missing/${id}/close`, { reason: 'Paid by another account.' })).body).toMatchObject({
      missing: { count: 1, amount: 3 },
      closed: { count: 1, amount: -7 },
    });
    expect((await act(`/missing/${id}/close`, { reason: 'Once more.' })).status).toBe(404);
    await act('/fetch');
    expect((await get('/missing?state=closed')).body).toMatchObject([
      { transfer_id: id, about: 'OLD', closed_by: 'finance', close_reason: 'Paid by another account.' },
    ]);
    const other = (await get('/missing')).body[0].transfer_id;
    await act(`/missing/${other}/close`, { reason: 'This one too.' });
    await act('/fetch');
    const pages = await get('/missing?state=closed&limit=1');
    const next = pages.headers.get('link')?.match(/<\/api\/admin\/reconciliation([^>]*)>/)?.[1] ?? '';
    expect((await get(next)).body).toMatchObject([{ transfer_id: id }]);
    expect((await act(`/missing/${id}/reopen`)).body).toMatchObject({ missing: { count: 1 }, closed: { count: 1 } });
    expect((await get('/missing')).body).toMatchObject([{ transfer_id: id }]);
    expect((await act(`/missing/${id}/reopen`)).status).toBe(404);
    expect((await audited(String(id), String(other))).map(([action]) => action)).toEqual([
      'reconciliation.closed',
      'reconciliation.closed',
      'reconciliation.reopened',
    ]);
  });

  test('where the provider cannot be asked that is said, and what is known is told', async () => {
    await fetched(transaction());
    atProvider.isAway = true;
    const failed = await act('/fetch');
    expect(failed.status).toBe(503);
    expect(failed.body.message).toContain('The payment provider is away.');
    expect((await get()).body).toMatchObject({
      open: { count: 1 },
      balance: null,
      failure: 'The payment provider is away.',
      failed_at: expect.any(String),
    });
    atProvider.isAway = false;
    expect((await act('/fetch')).body).toMatchObject({ failure: '', failed_at: null });
  });

  test.each([
    ['GET', '/transaction?state=lost', 400],
    ['GET', '/transaction?type=a%20b', 400],
    ['GET', '/transaction?after=x', 400],
    ['GET', '/transaction?limit=101', 400],
    ['GET', '/missing?state=all', 400],
    ['GET', '/missing?after=x', 400],
    ['GET', '/missing?state=closed&after=WyIxIiwieCJd', 400],
    ['POST', '/transaction/txn_unknown/close', 404],
    ['POST', '/transaction/%00/close', 404],
    ['POST', '/transaction/txn_unknown/reopen', 404],
    ['POST', '/missing/1/close', 404],
    ['POST', '/missing/x/close', 404],
    ['POST', '/missing/99999999999999999999/reopen', 404],
  ])('%s %s is answered with %i', async (method, rest, status) => {
    const answer = method === 'GET' ? await get(rest) : await act(rest, { reason: 'Because of that.' });
    expect(answer.status).toBe(status);
  });

  test.each([{}, { reason: '' }, { reason: 'no' }, { reason: 'x'.repeat(501) }, { reason: 'fine', more: 1 }])(
    'a reason is asked for: %j',
    async (body) => {
      const one = transaction();
      await fetched(one);
      expect((await act(`/transaction/${one.transaction_id}/close`, body)).status).toBe(400);
      expect((await act('/missing/1/close', body)).status).toBe(400);
    },
  );

  test('is there for nobody else', async () => {
    await fetched(transaction({ transaction_id: 'txn_x' }));
    for (const who of ['support', 'catalogue', 'somebody']) {
      const status = who === 'somebody' ? 404 : 403;
      for (const rest of ['', '/transaction', '/missing']) expect((await get(rest, who)).status).toBe(status);
      for (const rest of ['/fetch', '/transaction/txn_x/close', '/transaction/txn_x/reopen', '/missing/1/close'])
        expect((await act(rest, { reason: 'I should not.' }, who)).status, `${who} ${rest}`).toBe(status);
    }
    expect((await get('/transaction', 'admin')).body).toHaveLength(1);
  });
});
