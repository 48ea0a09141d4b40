// Money of sellers' orders by the ledger: paid by real card sessions of the sandbox, delivered, refunded, disputed.

import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findBalances, findTransfersAbout, listEntries } from '#ledger/entry.store.ts';
import { post } from '#ledger/post.ts';
import { verifyLedger } from '#ledger/verify.store.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { arrangeStates } from '../../../../../test/database/guard-states.ts';
import { emptyLedger, emptyTables } from '../../../../../test/database/test-database.ts';
import { storeSeller } from '../../../../../test/factories/seller.ts';
import { billing, gpu, sessionOf, shopOfOneProduct } from '../../../../../test/parts/shop-of-one-product.ts';
import { bank, platformFees, sellerAvailable } from '../../../money/wallet/posting/accounts.rules.ts';
import { byHand } from '../../../money/wallet/posting/adjustment.posting.rules.ts';
import { verifyWallet } from '../../../money/wallet/verify-wallet.store.ts';
import { deliverLines } from '../delivery/deliver-lines.ts';
import { markPaid } from '../payment/mark-paid.ts';
import { reconcile } from '../reconcile.ts';
import { refundLines } from '../refund/refund-lines.ts';
import { refundOrder } from '../refund/refund-order.ts';
import { bookOldOrders } from './book-order.ts';

const place = shopOfOneProduct();
type Shop = Awaited<ReturnType<typeof place.open>>;
const DAY = 86_400;
let seller: string;

// 8 % and $0.30 of a product of $100, which is held for 14 days.
beforeEach(async () => {
  const { kysely } = place.database;
  await emptyTables(place.database, ['api.holding_rule']);
  seller = await storeSeller(place.database, {}, { Ada: 'owner' });
  await kysely.updateTable('api.product').set({ seller_id: seller, price_micros: 100_000_000 }).execute();
  const since = { from_at: new Date('2026-01-01T00:00:00Z'), created_by: 'test', category: null };
  await kysely
    .insertInto('api.fee_rule')
    .values({
      ...since,
      rule_id: 'f',
      name: 'Standard',
      seller_id: null,
      rate_bp: 800,
      fixed_cents: 30,
      returned: true,
    })
    .execute();
  await kysely
    .insertInto('api.holding_rule')
    .values({ ...since, rule_id: 'h', seller_id: null, hours: 14 * 24 })
    .execute();
});
afterEach(async () => {
  expect((await verifyLedger(place.database.kysely)).faults).toEqual([]);
});

const until = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 15_000 });
const seen = async (shop: Shop, orderId: string) => (await shop.jane.get(`/order/${orderId}`)).body;

async function buy(shop: Shop, quantity = 1, given: { coupon?: string; amount?: number } = {}) {
  const { body, status } = await shop.jane.post('/checkout-session', {
    ...gpu(quantity),
    amount: 100 * quantity,
    ...given,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await shop.pay(body.checkout_url)).toBe(303);
  await until(async () => expect((await seen(shop, body.order_id)).order_status).toBe('paid'));
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url));
  return { orderId: body.order_id as string, intent: intent as string };
}

/** Paid, delivered, and released. */
async function earn(shop: Shop, quantity = 1) {
  const bought = await buy(shop, quantity);
  await deliver(shop, bought.orderId);
  shop.wait(14 * DAY);
  await reconcile(shop.service);
  return bought;
}

async function deliver(shop: Shop, orderId: string) {
  const outcome = await deliverLines(shop.service, { orderId, sellerId: seller, lines: null, by: 'Ada' });
  expect(outcome).toEqual({ delivered: 1 });
}

/** Balances that are not zero, the seller's and the order's without their ids. */
async function balances(orderId = ''): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; balance: number }>`select account_id as id, balance from ledger.account
    where balance <> 0 order by account_id`.execute(place.database.kysely);
  return Object.fromEntries(
    rows.map(({ id, balance }) => [
      id.replace(`seller:${seller}:`, 'seller ').replace(`order:${orderId}:`, 'order '),
      Number(balance),
    ]),
  );
}

const statement = async () =>
  (await listEntries(place.database.kysely, sellerAvailable(seller).account_id, { limit: 100 }))
    .reverse()
    .map(({ kind, amount }) => [kind, amount]);

/** As if the seller had been paid out all of it. */
async function payOut() {
  const account = sellerAvailable(seller);
  await inTransaction(place.database.kysely, async (transaction) => {
    post(transaction, {
      accounts: [account, bank],
      transfers: (balanceOf) => {
        const amount = balanceOf(account.account_id);
        return [
          {
            key: `payout ${amount}`,
            kind: 'payout',
            at: new Date(),
            details: {},
            entries: [
              { account_id: account.account_id, amount: -amount },
              { account_id: bank.account_id, amount },
            ],
          },
        ];
      },
    });
  });
}

describe('[W-03] what a line earns', () => {
  test('is held until it is delivered and its time has come, then comes less the fee', async () => {
    const shop = await place.open();
    const { orderId } = await buy(shop);
    expect(await balances(orderId)).toEqual({ 'external:card': -10_000, 'order held': 10_000 });
    await reconcile(shop.service);
    await deliver(shop, orderId);
    shop.wait(14 * DAY - 60);
    await reconcile(shop.service);
    expect(await balances(orderId)).toEqual({ 'external:card': -10_000, 'order held': 10_000 });
    shop.wait(120);
    await Promise.all([reconcile(shop.service), reconcile(shop.service)]);
    expect(await balances(orderId)).toEqual({
      'external:card': -10_000,
      'platform:fees': 830,
      'seller available': 9_170,
    });
    const [, release] = await findTransfersAbout(place.database.kysely, orderId);
    expect(release?.details).toMatchObject({
      order: orderId,
      line: 0,
      product: 'gpu',
      price_cents: 10_000,
      base_cents: 10_000,
      fee_rule: 'Standard',
      fee_rate_bp: 800,
      fee_fixed_cents: 30,
      fee_cents: 830,
    });
  });

  test('keeps the fee and the holding time that it was sold with', async () => {
    const shop = await place.open();
    const { orderId } = await buy(shop);
    await place.database.kysely.updateTable('api.fee_rule').set({ rate_bp: 5_000 }).execute();
    await place.database.kysely.updateTable('api.holding_rule').set({ hours: 0 }).execute();
    await deliver(shop, orderId);
    await reconcile(shop.service);
    expect(await balances(orderId)).toMatchObject({ 'order held': 10_000 });
    shop.wait(14 * DAY);
    await reconcile(shop.service);
    expect(await balances(orderId)).toMatchObject({ 'platform:fees': 830, 'seller available': 9_170 });
  });

  test('comes at once where nothing is to be waited for, also of the operator’s own', async () => {
    const shop = await place.open();
    await place.database.kysely.updateTable('api.holding_rule').set({ hours: 0 }).execute();
    const { orderId } = await buy(shop);
    await deliver(shop, orderId);
    expect(await balances(orderId)).toEqual({
      'external:card': -10_000,
      'platform:fees': 830,
      'seller available': 9_170,
    });
  });

  test('a coupon is borne by who has to: a quarter of it by the seller here', async () => {
    const shop = await place.open();
    await place.database.kysely
      .insertInto('api.coupon')
      .values({ code: 'TENTH', percent: 10, seller_percent: 25 })
      .execute();
    const { orderId } = await buy(shop, 1, { coupon: 'TENTH', amount: 90 });
    await deliver(shop, orderId);
    shop.wait(14 * DAY);
    await reconcile(shop.service);
    // $90 of the buyer and $7.50 of the operator, less 8 % of $97.50 and $0.30.
    expect(await balances(orderId)).toEqual({
      'external:card': -9_000,
      'platform:fees': 810,
      'platform:loss': -750,
      'seller available': 8_940,
    });
    await refundOrder(shop.service, { orderId, amountCents: null, reason: 'not as described' });
    expect(await balances(orderId)).toEqual({ 'platform:fees': 30, 'seller owed': -30 });
  });
});

describe('[W-04] a refund', () => {
  test('before the release comes from what is held, and the fee is of the rest', async () => {
    const shop = await place.open();
    const { orderId } = await buy(shop);
    await refundLines(shop.service, {
      orderId,
      sellerId: seller,
      lines: [{ line: 0, cents: 4_000 }],
      reason: 'late',
      by: 'Ada',
    });
    expect(await balances(orderId)).toEqual({ 'external:card': -6_000, 'order held': 6_000 });
    await deliver(shop, orderId);
    shop.wait(14 * DAY);
    await reconcile(shop.service);
    expect(await balances(orderId)).toEqual({
      'external:card': -6_000,
      'platform:fees': 510,
      'seller available': 5_490,
    });
  });

  test('after it from the balance, with the fee on a line of its own, then as owed; what comes next pays that first', async () => {
    const shop = await place.open();
    const { orderId } = await earn(shop);
    await payOut();
    const second = await earn(shop);
    expect(await balances()).toEqual({
      'external:card': -20_000,
      'external:bank': 9_170,
      'platform:fees': 1_660,
      'seller available': 9_170,
    });
    await refundOrder(shop.service, { orderId, amountCents: null, reason: 'not as described' });
    await refundOrder(shop.service, { orderId: second.orderId, amountCents: 5_000, reason: 'half of it' });
    // 9,170 + 800 - 10,000 = -30, and + 400 - 5,000.
    expect(await balances()).toEqual({
      'external:card': -5_000,
      'external:bank': 9_170,
      'platform:fees': 460,
      'seller owed': -4_630,
    });
    await earn(shop);
    expect(await balances()).toEqual({
      'external:card': -15_000,
      'external:bank': 9_170,
      'platform:fees': 1_290,
      'seller available': 4_540,
    });
    expect(await statement()).toEqual([
      ['release', 9_170],
      ['payout', -9_170],
      ['release', 9_170],
      ['fee_returned', 800],
      ['refund', -9_970],
      ['fee_returned', 400],
      ['refund', -400],
      ['release', 9_170],
      ['netting', -4_630],
    ]);
  });

  test('costs the seller no more where the fee was drawn as profit meanwhile: the operator gives it back', async () => {
    const shop = await place.open();
    const { orderId } = await earn(shop);
    await inTransaction(place.database.kysely, async (transaction) => {
      const draw = byHand(
        { way: 'profit_drawn', from: platformFees, to: bank, cents: 830 },
        { id: 'draw', reason: 'Profit.', by: 'fin', confirmedBy: null, at: new Date() },
      );
      post(transaction, draw);
    });
    await refundOrder(shop.service, { orderId, amountCents: null, reason: '' });
    // The fixed part of the fee stays, as ever.
    expect(await balances()).toEqual({ 'external:bank': 830, 'platform:loss': -800, 'seller owed': -30 });
    expect((await verifyWallet(place.database.kysely)).faults).toEqual([]);
  });

  test('keeps the fee where the rule says so', async () => {
    const shop = await place.open();
    await place.database.kysely.updateTable('api.fee_rule').set({ returned: false }).execute();
    const { orderId } = await earn(shop);
    await refundOrder(shop.service, { orderId, amountCents: 5_000, reason: '' });
    expect(await balances()).toEqual({ 'external:card': -5_000, 'platform:fees': 830, 'seller available': 4_170 });
  });

  test('is taken when it is decided, and comes back when it fails, before and after it had arrived', async () => {
    const shop = await place.open();
    const { orderId, intent } = await earn(shop);
    await shop.dashboard.planRefunds(intent, 'waits_for_funds');
    await refundOrder(shop.service, { orderId, amountCents: 5_000, reason: '' });
    expect(await balances(orderId)).toMatchObject({
      'external:card': -10_000,
      'order held': 5_000,
      'seller available': 4_570,
    });
    const [refund] = (await shop.stripe.refunds.list({ payment_intent: intent })).data;
    await shop.dashboard.succeedRefund(refund?.id ?? '');
    await until(async () =>
      expect(await balances(orderId)).toMatchObject({ 'external:card': -5_000, 'seller available': 4_570 }),
    );
    await shop.dashboard.failRefund(refund?.id ?? '');
    await until(async () =>
      expect(await balances(orderId)).toEqual({
        'external:card': -10_000,
        'platform:fees': 830,
        'seller available': 9_170,
      }),
    );
  });

  test('that fails after the rest of its line was released comes to the seller late', async () => {
    const shop = await place.open();
    const { orderId, intent } = await buy(shop);
    await shop.dashboard.planRefunds(intent, 'waits_for_funds');
    await refundOrder(shop.service, { orderId, amountCents: 5_000, reason: '' });
    await deliver(shop, orderId);
    shop.wait(14 * DAY);
    await reconcile(shop.service);
    expect(await balances(orderId)).toMatchObject({ 'order held': 5_000, 'seller available': 4_570 });
    const [refund] = (await shop.stripe.refunds.list({ payment_intent: intent })).data;
    await shop.dashboard.failRefund(refund?.id ?? '');
    await until(async () =>
      expect(await balances(orderId)).toEqual({
        'external:card': -10_000,
        'platform:fees': 830,
        'seller available': 9_170,
      }),
    );
    await refundOrder(shop.service, { orderId, amountCents: null, reason: '' });
    await until(async () => expect(await balances(orderId)).toMatchObject({ 'platform:fees': 30, 'seller owed': -30 }));
  });

  test('that is refused because a process made it and died counts as made', async () => {
    const raw = { message: 'more than is left', statusCode: 400, type: 'invalid_request_error' as const };
    const shop = await place.open({
      provider: (real) => ({
        ...real,
        async refund(given) {
          shop.loseWebhooks();
          await real.refund(given);
          throw new Stripe.errors.StripeInvalidRequestError(raw);
        },
      }),
    });
    const { orderId } = await earn(shop);
    expect(await refundOrder(shop.service, { orderId, amountCents: null, reason: '' })).toMatchObject({
      refund: { state: 'succeeded' },
    });
    expect(await balances()).toEqual({ 'platform:fees': 30, 'seller owed': -30 });
  });

  test('of an order paid by transfer goes back by the bank', async () => {
    const shop = await place.open();
    const { body } = await shop.jane.post('/order', { ...gpu(1), amount: 100, payment_method: 'transfer', billing });
    await markPaid(shop.service, body.order_id);
    expect(await balances(body.order_id)).toEqual({ 'external:bank': -10_000, 'order held': 10_000 });
    await refundOrder(shop.service, { orderId: body.order_id, amountCents: null, reason: '' });
    expect(await balances(body.order_id)).toEqual({});
  });
});

describe('a card dispute', () => {
  test('moves the money apart; won it comes back, lost it is gone', async () => {
    const shop = await place.open();
    const first = await earn(shop);
    const second = await buy(shop);
    const won = await shop.dashboard.dispute(first.intent);
    await until(async () =>
      expect(await balances(second.orderId)).toMatchObject({ 'disputes:held': 10_000, 'seller owed': -30 }),
    );
    await shop.dashboard.winDispute(won.id);
    await until(async () =>
      expect(await balances(second.orderId)).toMatchObject({ 'order held': 10_000, 'seller available': 9_170 }),
    );
    const lost = await shop.dashboard.dispute(second.intent);
    await until(async () =>
      expect(await balances(second.orderId)).toMatchObject({ 'disputes:held': 10_000, 'seller available': 9_170 }),
    );
    await shop.dashboard.loseDispute(lost.id);
    await until(async () =>
      expect(await balances()).toEqual({ 'external:card': -10_000, 'platform:fees': 830, 'seller available': 9_170 }),
    );
  });
});

test('orders of before come into the ledger as they came about, and once', async () => {
  const shop = await place.open();
  const earned = await earn(shop);
  await refundOrder(shop.service, { orderId: earned.orderId, amountCents: 2_500, reason: 'a part' });
  const waiting = await buy(shop);
  await deliver(shop, waiting.orderId);
  const refunded = await buy(shop);
  await refundOrder(shop.service, { orderId: refunded.orderId, amountCents: null, reason: '' });
  // Pending messages of the provider would bring its order into the ledger too.
  await shop.sandbox.close(2_000);
  await emptyLedger(place.database);
  const { kysely } = place.database;
  // As a release that knows no ledger has left them.
  await emptyTables(place.database, ['api.refund_share']);
  await kysely.updateTable('api.order').set({ in_ledger: false }).execute();
  const unknown = {
    fee_rule: '',
    fee_rate_bp: 0,
    fee_fixed_cents: 0,
    holding_hours: 0,
    release_at: null,
    released_at: null,
    released_cents: null,
  };
  await arrangeStates(kysely, (arranged) => arranged.updateTable('api.order_line').set(unknown).execute());

  expect(await bookOldOrders(shop.service)).toBe(3);
  const after = await balances();
  expect(after).toEqual({ 'external:card': -17_500, 'seller available': 17_500 });
  expect(await statement()).toEqual([
    ['release', 10_000],
    ['refund', -2_500],
    ['release', 10_000],
  ]);
  expect(await bookOldOrders(shop.service)).toBe(0);
  await kysely.updateTable('api.order').set({ in_ledger: false }).execute();
  await bookOldOrders(shop.service);
  await reconcile(shop.service);
  expect(await balances()).toEqual(after);
  expect((await findBalances(kysely, ['external:card'])).get('external:card')).toBe(-17_500);
});
