// Provider's sandbox transactions, fetched by the official client, beside the ledger: every way in which money moves between the two.

import { sql } from 'kysely';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findBalances, findTransferByKey } from '#ledger/entry.store.ts';
import { post } from '#ledger/post.ts';
import { verifyLedger } from '#ledger/verify.store.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { cardsThat } from '../../../../test/clients/payments-dashboard.ts';
import { addressOf, storeSeller } from '../../../../test/factories/seller.ts';
import { earn } from '../../../../test/parts/earning.ts';
import { gpu, sessionOf, shopOfOneProduct } from '../../../../test/parts/shop-of-one-product.ts';
import { walletOf } from '../../../../test/parts/wallets.ts';
import { carryOutRefunds } from '../../ordering/checkout/refund/carry-out-refunds.ts';
import { refundOrder } from '../../ordering/checkout/refund/refund-order.ts';
import { cardProcessor, platformLoss } from '../wallet/posting/accounts.rules.ts';
import { listTransactions } from './list.store.ts';
import { listMissing } from './missing.store.ts';
import { findReconciliation } from './reconciliation.store.ts';

const place = shopOfOneProduct();
type Shop = Awaited<ReturnType<typeof place.open>>;
const DAY = 86_400;
let shop: Shop;

beforeEach(async () => {
  shop = await place.open();
  await storeSeller(
    place.database,
    { seller_id: 'ours', name: 'Data Forge', address: 'data-forge' },
    { owner: 'owner' },
  );
  await place.database.kysely.updateTable('api.product').set({ price_micros: 100_000_000 }).execute();
});
afterEach(async () => {
  expect((await verifyLedger(place.database.kysely)).faults).toEqual([]);
  // Stored totals equal the sums of the rows.
  const { rows: wrong } = await sql`
    select * from (select currency, type, state, coalesce(explanation, '') as explanation, count(*) as transactions, sum(amount_cents) as amount_cents,
        sum(posted_cents) as posted_cents, sum(difference_cents) as difference_cents
      from api.provider_transaction group by 1, 2, 3, 4) as counted
    natural full join (select * from api.provider_transaction_sum where transactions <> 0) as kept
    where counted.transactions is null or kept.transactions is null`.execute(place.database.kysely);
  expect(wrong).toEqual([]);
});

const db = () => place.database.kysely;
const until = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 15_000 });
const rows = () =>
  db().selectFrom('api.provider_transaction').selectAll().orderBy('created_at').orderBy('type').execute();
/** Type, state, why and difference of each, in one order whatever came first. */
const listStates = async () =>
  (await rows())
    .map(({ type, state, explanation, difference_cents: cents }) => [type, state, explanation, cents].join(' '))
    .sort();

async function buy({ card = cardsThat.succeed as string } = {}) {
  const { body, status } = await shop.jane.post('/checkout-session', { ...gpu(1), amount: 100 });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await shop.pay(body.checkout_url, card)).toBe(303);
  const seen = async () => (await shop.jane.get(`/order/${body.order_id}`)).body;
  await until(async () => expect((await seen()).order_status).not.toBe('pending'));
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url));
  return { orderId: body.order_id as string, intent: intent as string };
}

const refund = (orderId: string, amountCents: number | null = null) =>
  refundOrder(shop.service, { orderId, amountCents, reason: 'not as described' });
const stateOfRefund = async () => (await place.refunds()).map(({ state }) => state);
const stateOfDispute = async () => (await db().selectFrom('api.dispute').select('state').executeTakeFirst())?.state;

/** Our balance at the provider by our books, and by the provider itself. */
async function balances() {
  const [ours, theirs] = await Promise.all([
    findBalances(db(), [cardProcessor.account_id, 'processor:fees', 'external:bank']),
    shop.stripe.balance.retrieve(),
  ]);
  const sum = (list: Stripe.Balance.Available[] = []) => list.reduce((all, { amount }) => all + amount, 0);
  return {
    ours: 0 - (ours.get(cardProcessor.account_id) ?? 0),
    theirs: sum(theirs.available) + sum(theirs.pending) + sum(theirs.connect_reserved),
    fees: 0 - (ours.get('processor:fees') ?? 0),
    bank: 0 - (ours.get('external:bank') ?? 0),
  };
}

test('[W-09] a payment matches its capture, and the fee is posted: our balance is what the provider has', async () => {
  const { orderId } = await buy();
  await shop.api.reconcileProvider();
  const capture = await findTransferByKey(db(), `capture ${orderId}`);
  expect(await rows()).toMatchObject([
    {
      type: 'charge',
      amount_cents: 10_000,
      fee_cents: 320,
      net_cents: 9_680,
      state: 'matched',
      explanation: 'posting',
      transfer_id: capture?.transfer_id,
      order_id: orderId,
      difference_cents: 0,
    },
  ]);
  expect(await balances()).toEqual({ ours: 9_680, theirs: 9_680, fees: 320, bank: 0 });
  const fee = await findTransferByKey(db(), `processor_fee ${(await rows())[0]?.transaction_id}`);
  expect(fee).toMatchObject({ kind: 'processor_fee', details: { type: 'charge', order: orderId } });
});

test('[W-09] a refund matches, from the shop and from the dashboard', async () => {
  const { orderId, intent } = await buy();
  await refund(orderId, 2_500);
  await shop.dashboard.refund(intent, 1_500);
  await until(async () => expect(await stateOfRefund()).toEqual(['succeeded', 'succeeded']));
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual([
    'charge matched posting 0',
    'refund matched posting 0',
    'refund matched posting 0',
  ]);
  const matched = (await rows()).map(({ transfer_id }) => transfer_id);
  expect(new Set(matched).size).toBe(3);
  expect(await balances()).toMatchObject({ ours: 5_680, theirs: 5_680 });
});

test('[W-09] what the shop has not heard of, because messages were lost, it asks for itself', async () => {
  const { intent } = await buy();
  shop.loseWebhooks();
  await shop.dashboard.refund(intent, 1_500);
  await shop.api.reconcileProvider();
  expect(await stateOfRefund()).toEqual(['succeeded']);
  expect(await listStates()).toEqual(['charge matched posting 0', 'refund matched posting 0']);
  await shop.dashboard.dispute(intent);
  await shop.api.reconcileProvider();
  expect(await stateOfDispute()).toBe('open');
  expect((await listStates())[0]).toBe('adjustment matched held 0');
});

test('[W-09] what it cannot ask about stands on the list until it can', async () => {
  const { intent } = await buy();
  const deaf = await place.open({
    async network(request, send) {
      if (request.url.includes('/v1/payment_intents/')) throw new Error('the line broke');
      return send(request);
    },
  });
  shop.loseWebhooks();
  deaf.loseWebhooks();
  await shop.dashboard.refund(intent, 1_500);
  await deaf.api.reconcileProvider();
  expect(await listStates()).toEqual(['charge matched posting 0', 'refund unmatched  -1500']);
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual(['charge matched posting 0', 'refund matched posting 0']);
});

test('[W-09] a refund that waits is under way; one that fails later went and came back, with postings or without', async () => {
  const { orderId, intent } = await buy();
  await shop.dashboard.planRefunds(intent, 'pending_then_fails');
  await refund(orderId, 2_500);
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual(['charge matched posting 0', 'refund matched under_way 0']);
  const [waiting] = await place.refunds();
  await shop.dashboard.failRefund(waiting?.provider_id ?? '');
  await until(async () => expect(await stateOfRefund()).toEqual(['failed']));
  await shop.api.reconcileProvider();
  const gone = ['charge matched posting 0', 'refund matched offset 0', 'refund_failure matched offset 0'];
  expect(await listStates()).toEqual(gone);

  await shop.dashboard.planRefunds(intent, 'succeeds');
  await refund(orderId, 1_000);
  await until(async () => expect(await stateOfRefund()).toEqual(['failed', 'succeeded']));
  await shop.api.reconcileProvider();
  await shop.dashboard.failRefund((await place.refunds())[1]?.provider_id ?? '');
  await until(async () => expect(await stateOfRefund()).toEqual(['failed', 'failed']));
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual([...gone, 'refund matched posting 0', 'refund_failure matched posting 0'].sort());
  expect(await balances()).toMatchObject({ ours: 9_680, theirs: 9_680 });
});

test('[W-09] a refund of the dashboard that waits is asked about, and never made once more by the shop', async () => {
  const { intent } = await buy();
  await shop.dashboard.planRefunds(intent, 'pending_then_succeeds');
  const made = await shop.dashboard.refund(intent, 1_500);
  await until(async () => expect(await stateOfRefund()).toEqual(['pending']));
  shop.wait(3 * DAY);
  await carryOutRefunds(shop.service);
  expect((await shop.stripe.refunds.list({ payment_intent: intent })).data.map(({ id }) => id)).toEqual([made.id]);
  shop.loseWebhooks();
  await shop.dashboard.succeedRefund(made.id);
  shop.wait(6 * DAY);
  await carryOutRefunds(shop.service);
  expect(await stateOfRefund()).toEqual(['succeeded']);
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual(['charge matched posting 0', 'refund matched posting 0']);
});

test('[W-09] [W-11] what buyers pay into their wallets and take back from there matches, also where it fails or is disputed', async () => {
  const wallet = walletOf(shop, shop.jane);
  await wallet.payIn(50);
  const { payment_intent } = await db().selectFrom('api.pay_in').select('payment_intent').executeTakeFirstOrThrow();
  const intent = payment_intent ?? '';
  await wallet.withdraw(20);
  const [withdrawn] = (await shop.stripe.refunds.list({ payment_intent: intent })).data;
  await shop.dashboard.failRefund(withdrawn?.id ?? '');
  await until(async () => expect(await wallet.balance()).toBe(50));
  await shop.dashboard.dispute(intent);
  await until(async () => expect(await wallet.balance()).toBe(0));
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual([
    'adjustment matched held 0',
    'charge matched posting 0',
    'refund matched posting 0',
    'refund_failure matched posting 0',
  ]);
  const [dispute] = (await shop.stripe.disputes.list({ payment_intent: intent })).data;
  await shop.dashboard.loseDispute(dispute?.id ?? '');
  const gone = async () =>
    (await db().selectFrom('api.pay_in_refund').select('state').execute()).map(({ state }) => state);
  await until(async () => expect(await gone()).toContain('succeeded'));
  await shop.api.reconcileProvider();
  expect(await listStates()).toContain('adjustment matched posting 0');
});

test('[W-09] [W-11] a refund of a pay-in from the dashboard that failed before it was heard of offsets itself', async () => {
  const wallet = walletOf(shop, shop.jane);
  await wallet.payIn(50);
  const { payment_intent } = await db().selectFrom('api.pay_in').select('payment_intent').executeTakeFirstOrThrow();
  shop.loseWebhooks();
  const made = await shop.dashboard.refund(payment_intent ?? '', 1_500);
  await shop.dashboard.failRefund(made.id);
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual([
    'charge matched posting 0',
    'refund matched offset 0',
    'refund_failure matched offset 0',
  ]);
  expect(await wallet.balance()).toBe(50);
});

test('[W-09] what an open dispute has taken is held; won it came back, and only its fee is gone', async () => {
  const { intent } = await buy();
  const { id } = await shop.dashboard.dispute(intent);
  await until(async () => expect(await stateOfDispute()).toBe('open'));
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual(['adjustment matched held 0', 'charge matched posting 0']);
  expect(await balances()).toEqual({ ours: 8_180, theirs: -1_820, fees: 1_820, bank: 0 });
  await shop.dashboard.winDispute(id);
  await until(async () => expect(await stateOfDispute()).toBe('won'));
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual([
    'adjustment matched offset 0',
    'adjustment matched offset 0',
    'charge matched posting 0',
  ]);
  expect(await balances()).toMatchObject({ ours: 8_180, theirs: 8_180 });
});

test('[W-09] what a dispute has taken that was lost matches what has left the books', async () => {
  const { intent } = await buy();
  const { id } = await shop.dashboard.dispute(intent);
  await until(async () => expect(await stateOfDispute()).toBe('open'));
  await shop.api.reconcileProvider();
  await shop.dashboard.loseDispute(id);
  await until(async () => expect(await stateOfDispute()).toBe('lost'));
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual(['adjustment matched posting 0', 'charge matched posting 0']);
  expect(await balances()).toMatchObject({ ours: -1_820, theirs: -1_820 });
});

test('[W-09] a payout by Connect matches its transfer, and what came back of it the reversal', async () => {
  const owner = await shop.api.signIn(
    { email: addressOf('owner'), nickname: 'owner' },
    { sub: 'owner', auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'] },
  );
  const settings = '/seller/ours/payout-settings';
  await owner.post(`${settings}/connect`, {});
  const { connect_account: account } = await db()
    .selectFrom('api.payout_settings')
    .select('connect_account')
    .executeTakeFirstOrThrow();
  await shop.dashboard.onboard(account ?? '');
  await owner.post(`${settings}/connect/refresh`, {});
  await owner.put(settings, { method: 'connect', schedule: 'none', day: null, minimum: 25 });
  await buy();
  await buy();
  await earn(db(), { sellerId: 'ours', cents: 10_000, at: new Date() });
  const made = await owner.post('/seller/ours/payout', {}, { 'idempotency-key': 'one' });
  await shop.api.carryOutPayouts();
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual([
    'charge matched posting 0',
    'charge matched posting 0',
    'transfer matched posting 0',
  ]);
  const [atBank] = (await shop.stripe.payouts.list({}, { stripeAccount: account ?? '' })).data;
  await shop.dashboard.failPayout(atBank?.id ?? '', 'account_closed');
  const payout = async () => (await owner.get(`/seller/ours/payout/${made.body.payout_id}`)).body.state;
  await until(async () => expect(await payout()).toBe('failed'));
  await shop.api.reconcileProvider();
  expect((await listStates()).slice(2)).toEqual(['transfer matched posting 0', 'transfer_refund matched posting 0']);
  // Both lead to the page of the payout.
  const listed = await listTransactions(db(), { state: 'all', after: null, limit: 9 });
  const payouts = listed.map((one) => one.payout_id);
  expect(payouts.filter((id) => id !== null)).toEqual([made.body.payout_id, made.body.payout_id]);
});

test('[W-09] what the provider pays to the operator is posted to the bank, and posted back where it fails', async () => {
  await buy();
  const payout = await shop.dashboard.payOutAll();
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual(['charge matched posting 0', 'payout matched posting 0']);
  expect(await balances()).toEqual({ ours: 0, theirs: 0, fees: 320, bank: 9_680 });
  await shop.dashboard.failPayout(payout.id);
  await shop.api.reconcileProvider();
  expect(await balances()).toEqual({ ours: 9_680, theirs: 9_680, fees: 320, bank: 0 });
  expect((await listStates()).every((one) => one.includes(' matched posting 0'))).toBe(true);
});

test('[W-09] what has no rule, and a charge that no order knows, stand on the list with all of their amount', async () => {
  const session = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 4_200, product_data: { name: 'A hat' } } }],
    success_url: 'http://shop.test/success',
  });
  expect(await shop.pay(session.url ?? '')).toBe(303);
  await shop.dashboard.adjust(-77);
  await shop.api.reconcileProvider();
  expect(await listStates()).toEqual(['adjustment unmatched  -77', 'charge unmatched  4200']);
  // Provider fees for it are gone all the same.
  expect(await balances()).toMatchObject({ ours: -152, theirs: 3_971, fees: 152 });
});

test('[W-09] amounts that differ are told with the difference, and the transfer that they are compared with', async () => {
  const { orderId } = await buy();
  await sql`update payments.balance_transaction set amount = amount - 150, net = net - 150`.execute(db());
  await shop.api.reconcileProvider();
  expect(await rows()).toMatchObject([
    { state: 'different', difference_cents: -150, posted_cents: 10_000, amount_cents: 9_850, order_id: orderId },
  ]);
});

test('[W-09] run again and by two at once, nothing is posted or listed twice', async () => {
  const { orderId } = await buy();
  await refund(orderId, 2_500);
  await until(async () => expect(await stateOfRefund()).toEqual(['succeeded']));
  await Promise.all([shop.api.reconcileProvider(), shop.api.reconcileProvider()]);
  const after = await balances();
  await shop.api.reconcileProvider();
  await Promise.all([shop.api.reconcileProvider(), shop.api.reconcileProvider(), shop.api.reconcileProvider()]);
  expect(await balances()).toEqual(after);
  expect(after).toMatchObject({ fees: 320, ours: after.theirs });
  expect(await listStates()).toEqual(['charge matched posting 0', 'refund matched posting 0']);
  const { rows: fees } = await sql`select key from ledger.transfer where kind = 'processor_fee'`.execute(db());
  expect(fees).toHaveLength(1);
});

/** So many adjustments of one second, which are three pages. */
async function manyOfOneSecond(count: number) {
  await sql`insert into payments.balance_transaction (id, account, type, reporting_category, amount, fee, net, currency, source, available_on, created_at)
    select 'txn_many' || number, null, 'adjustment', 'other_adjustment', number, 0, number, 'usd', 'adj_' || number, at, at
    from generate_series(1, ${count}) as number, (select now() as at) as moment`.execute(db());
}
const stored = async () => (await rows()).length;

test('[W-09] whoever dies between two pages loses nothing, also of one second: the next run goes on there', async () => {
  let pages = 0;
  const dying = await place.open({
    async network(request, send) {
      if (request.url.includes('balance_transactions') && ++pages === 2) throw new Error('the line broke');
      return send(request);
    },
  });
  await manyOfOneSecond(250);
  await expect(dying.api.reconcileProvider()).rejects.toThrow();
  expect(await stored()).toBe(100);
  expect(await findReconciliation(db())).toMatchObject({
    is_reading: true,
    read_until: null,
    failure: expect.stringMatching(/\w/),
    failed_at: expect.any(Date),
  });
  // Transactions made meanwhile are newer than all of the pass.
  await shop.dashboard.adjust(99);
  await shop.api.reconcileProvider();
  expect(await stored()).toBe(250);
  expect(await findReconciliation(db())).toMatchObject({ is_reading: false, failure: '', failed_at: null });
  await shop.api.reconcileProvider();
  expect(await stored()).toBe(251);
});

test('[W-09] a transaction that is dated ahead hides none that is made after it', async () => {
  const ahead = new Date(Date.now() + 40 * DAY * 1_000).toISOString();
  await manyOfOneSecond(1);
  await sql`update payments.balance_transaction set created_at = ${ahead}`.execute(db());
  await shop.api.reconcileProvider();
  await shop.dashboard.adjust(99);
  await shop.api.reconcileProvider();
  expect(await stored()).toBe(2);
});

test('[W-09] a run reads so many pages, and the next one goes on', async () => {
  await manyOfOneSecond(2_150);
  expect(await shop.api.reconcileProvider()).toBe(false);
  expect(await stored()).toBe(2_000);
  expect(await shop.api.reconcileProvider()).toBe(true);
  expect(await stored()).toBe(2_150);
});

test('[W-09] where the provider has forgotten the place, it is read from the newest again', async () => {
  await manyOfOneSecond(20);
  await shop.api.reconcileProvider();
  await db()
    .updateTable('api.reconciliation')
    .set({ is_reading: true, pass_from: null, pass_after: 'txn_gone' })
    .execute();
  await shop.dashboard.adjust(99);
  await shop.api.reconcileProvider();
  expect(await stored()).toBe(21);
});

test('[W-09] a posting that the provider knows nothing of for three days is missing there', async () => {
  await buy();
  await inTransaction(db(), async (transaction) =>
    post(transaction, {
      accounts: [cardProcessor, platformLoss],
      transfers: [
        {
          key: 'capture GONE',
          kind: 'capture',
          details: { order: 'GONE' },
          at: new Date(),
          entries: [
            { account_id: cardProcessor.account_id, amount: -700, about: 'GONE' },
            { account_id: platformLoss.account_id, amount: 700, about: 'GONE' },
          ],
        },
      ],
    }),
  );
  await shop.api.reconcileProvider();
  const missing = async (before: Date) =>
    (
      await listMissing(db(), {
        above: (await findReconciliation(db()))?.explained_version ?? 0,
        before,
        after: null,
        limit: 10,
      })
    ).map(({ about, cents }) => [about, cents]);
  expect(await missing(new Date(Date.now() - 3 * DAY * 1_000))).toEqual([]);
  expect(await missing(new Date(Date.now() + 1_000))).toEqual([['GONE', 700]]);
  // Matched postings are below the mark, missing ones never are.
  await buy();
  await shop.api.reconcileProvider();
  expect(await missing(new Date(Date.now() + 1_000))).toEqual([['GONE', 700]]);
});
