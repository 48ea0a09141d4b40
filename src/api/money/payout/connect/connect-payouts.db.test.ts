import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dashboard } from '../../../../../test/clients/payments-dashboard.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { earn } from '../../../../../test/parts/earning.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { findBalances } from '../../../../ledger/entry.store.ts';
import { verifyLedger } from '../../../../ledger/verify.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let atProvider: ReturnType<typeof dashboard>;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  shop = await startBuying(database);
  atProvider = dashboard(shop.stripe);
  await storeSeller(database, { seller_id: 'ours', name: 'Data Forge', address: 'data-forge' }, { owner: 'owner' });
  await storeStaff(database, 'money', 'finance');
});
afterEach(async () => {
  expect((await verifyLedger(database.kysely)).faults).toEqual([]);
  await shop.close();
});
afterAll(() => database.close());

const until = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 15_000 });
const as = (account: string) =>
  shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(shop.api.payouts.now().getTime() / 1_000), amr: ['pwd', 'mfa'] },
  );
const settingsPath = '/seller/ours/payout-settings';
const byStripe = { method: 'connect', schedule: 'none', day: null, minimum: 25 };

async function accountOf(): Promise<string> {
  const row = await database.kysely.selectFrom('api.payout_settings').select('connect_account').executeTakeFirst();
  return row?.connect_account ?? '';
}

/** The shop has told the provider everything, and is paid there. */
async function onboarded(): Promise<string> {
  const owner = await as('owner');
  expect((await owner.post(`${settingsPath}/connect`, {})).status).toBe(200);
  const account = await accountOf();
  await atProvider.onboard(account);
  await owner.post(`${settingsPath}/connect/refresh`, {});
  expect((await owner.put(settingsPath, byStripe)).body).toMatchObject({ method: 'connect', connect: { ready: true } });
  return account;
}

/** Asked for, and as far as it goes. Answers the payout's id. */
async function asked(cents = 10_000): Promise<string> {
  await earn(database.kysely, { sellerId: 'ours', cents, at: shop.api.payouts.now() });
  const made = await (await as('owner')).post('/seller/ours/payout', {}, { 'idempotency-key': `key-${Math.random()}` });
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201, body: { method: 'connect', state: 'pending' } });
  await shop.api.carryOutPayouts();
  return made.body.payout_id;
}

const payout = async (id: string) => (await (await as('owner')).get(`/seller/ours/payout/${id}`)).body;
async function balances() {
  const names = ['seller:ours:available', 'seller:ours:in_transit', 'external:card'];
  const all = await findBalances(database.kysely, names);
  return names.map((name) => all.get(name) ?? 0);
}
const bankPayouts = async (account: string) => (await shop.stripe.payouts.list({}, { stripeAccount: account })).data;

test('[W-07] a shop is led to Stripe and back, and told what is missing until Stripe is ready to pay there', async () => {
  const owner = await as('owner');
  expect((await owner.put(settingsPath, byStripe)).status).toBe(409);
  const { body } = await owner.post(`${settingsPath}/connect`, {});
  expect(body.url).toMatch(/^http:\/\/shop\.test\/pay\//);
  const account = await accountOf();
  await owner.post(`${settingsPath}/connect`, {});
  expect(await accountOf()).toBe(account);
  expect((await shop.stripe.v2.core.accounts.list()).data).toHaveLength(1);
  await owner.put(settingsPath, byStripe);
  const waiting = (await owner.post(`${settingsPath}/connect/refresh`, {})).body;
  expect(waiting).toMatchObject({ connect: { ready: false }, hindrance: expect.stringContaining('Stripe') });
  expect(waiting.connect.missing.length).toBeGreaterThan(0);
  // The provider tells that itself, too.
  await atProvider.onboard(account);
  await until(async () => expect((await owner.get(settingsPath)).body.connect).toEqual({ ready: true, missing: [] }));
});

test('[W-07] is transferred and paid out, and told as paid when it is, however often and in whatever order it is told', async () => {
  const account = await onboarded();
  await atProvider.adjust(50_000);
  const id = await asked();
  expect(await payout(id)).toMatchObject({ state: 'sent', last4: null });
  expect(await balances()).toEqual([0, 0, 0]);
  await Promise.all([shop.api.carryOutPayouts(), shop.api.carryOutPayouts()]);
  const [made, ...others] = await bankPayouts(account);
  expect({ amount: made?.amount, others }).toEqual({ amount: 10_000, others: [] });
  expect((await shop.stripe.transfers.list()).data).toHaveLength(1);
  await atProvider.payPayout(made?.id ?? '');
  await until(async () => expect((await payout(id)).state).toBe('paid'));
  for (const { id: event } of await atProvider.eventsOf(account)) await atProvider.resendEvent(event).catch(() => {});
  expect(await payout(id)).toMatchObject({ state: 'paid' });
  const finance = await as('money');
  expect((await finance.post(`/admin/payout/${id}/failed`, { reason: 'I say so.' })).status).toBe(409);
  expect((await finance.post(`/admin/payout/${id}/paid`, {})).status).toBe(409);
});

test.each([
  ['before it was paid', false, 'failed'],
  ['after it was paid', true, 'returned'],
] as const)('[W-07] what the bank sends back %s is in the balance again', async (_, wasPaid, state) => {
  const account = await onboarded();
  await atProvider.adjust(50_000);
  const id = await asked();
  const [made] = await bankPayouts(account);
  if (wasPaid) {
    await atProvider.payPayout(made?.id ?? '');
    await until(async () => expect((await payout(id)).state).toBe('paid'));
  }
  await atProvider.failPayout(made?.id ?? '', 'account_closed');
  await until(async () => expect(await payout(id)).toMatchObject({ state, failure: expect.stringMatching(/\w/) }));
  expect((await balances())[0]).toBe(10_000);
  expect((await shop.stripe.transfers.list()).data.map(({ reversed }) => reversed)).toEqual([true]);
  const next = await asked(1_000);
  expect(await payout(next)).toMatchObject({ amount: 110, state: 'sent' });
});

test('[W-08] of which the shop has spent the money at Stripe is told to the staff and the shop, and taken back once Stripe gives it', async () => {
  const account = await onboarded();
  await atProvider.adjust(50_000);
  const id = await asked();
  const [made] = await bankPayouts(account);
  // Money of the failed payout is gone from there at once.
  await atProvider.turn({ webhooks: 'held' });
  await atProvider.failPayout(made?.id ?? '', 'account_closed');
  await atProvider.adjust(-10_000, account);
  await atProvider.releaseWebhooks();
  await until(async () => expect((await payout(id)).stuck_since).toEqual(expect.any(String)));
  expect(await payout(id)).toMatchObject({ state: 'sent', failure: expect.stringMatching(/\w/) });
  expect(await balances()).toEqual([0, 0, 0]);
  const finance = await as('money');
  const stuck = async () => (await finance.get('/admin/payout?state=stuck')).body;
  expect(await stuck()).toMatchObject([
    {
      payout_id: id,
      state: 'stuck',
      why: expect.stringContaining('insufficient'),
      payout: { transfer: expect.stringMatching(/^tr_/) },
    },
  ]);
  expect((await finance.get('/admin/overview')).body).toMatchObject({
    attention: expect.arrayContaining([expect.objectContaining({ kind: 'payouts_stuck', count: 1 })]),
  });
  shop.wait(2 * 3_600);
  await shop.api.carryOutPayouts();
  expect(await stuck()).toHaveLength(1);
  expect(await bankPayouts(account)).toHaveLength(1);
  await atProvider.adjust(10_000, account);
  shop.wait(2 * 3_600);
  await shop.api.carryOutPayouts();
  expect(await payout(id)).toMatchObject({ state: 'failed', stuck_since: null, failure: expect.stringMatching(/\w/) });
  expect((await balances())[0]).toBe(10_000);
  expect(await stuck()).toEqual([]);
  const audit = (await finance.get(`/admin/audit?subject=${id}`)).body.map((entry: { action: string }) => entry.action);
  expect(audit.filter((action: string) => action === 'payout.stuck')).toHaveLength(1);
});

test('[W-07] waits for money at the provider, and is then paid once', async () => {
  const account = await onboarded();
  const id = await asked();
  expect(await payout(id)).toMatchObject({ state: 'pending' });
  const finance = await as('money');
  expect((await finance.post(`/admin/payout/${id}/failed`, { reason: 'Too late for that.' })).status).toBe(409);
  await atProvider.adjust(10_000);
  shop.wait(2 * 3_600);
  await shop.api.carryOutPayouts();
  expect(await payout(id)).toMatchObject({ state: 'sent' });
  expect(await bankPayouts(account)).toHaveLength(1);
});

test('[W-07] of a suspended shop waits for the staff', async () => {
  await onboarded();
  await atProvider.adjust(50_000);
  await database.kysely
    .updateTable('api.seller')
    .set({ state: 'suspended', reason: 'Sold what was not theirs.' })
    .execute();
  const id = await asked();
  expect(await payout(id)).toMatchObject({ state: 'pending', hold: 'The shop is suspended.' });
  expect((await shop.stripe.transfers.list()).data).toEqual([]);
  await (await as('money')).post(`/admin/payout/${id}/release`, {});
  await shop.api.carryOutPayouts();
  expect(await payout(id)).toMatchObject({ state: 'sent' });
});

test("[W-07] what is told of others' payouts and accounts changes nothing", async () => {
  await onboarded();
  await atProvider.adjust(50_000);
  const id = await asked();
  const before = await payout(id);
  const handle = shop.service.handlePayoutEvent;
  await handle({ type: 'payout.failed', account: 'acct_other', subject: 'po_other' });
  await handle({ type: 'payout.failed', account: 'acct_other', subject: null });
  await handle({ type: 'transfer.reversed', account: null, subject: 'tr_other' });
  await handle({ type: 'account.updated', account: 'acct_other', subject: 'acct_other' });
  // A message alone is no proof: Stripe is asked, and knows of no failure.
  const row = await database.kysely.selectFrom('api.payout').select('provider_payout').executeTakeFirst();
  await handle({ type: 'payout.failed', account: await accountOf(), subject: row?.provider_payout ?? '' });
  expect(await payout(id)).toEqual(before);
});
