import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  eachWithPayments,
  HOUR,
  type openPaymentsDatabase,
  startPayments,
  type TestPayments,
} from '../../../../test/parts/payments.ts';
import { usualFee } from '../balance/fees.rules.ts';
import { settleDue } from '../upkeep/settle-due.ts';

let database: Awaited<ReturnType<typeof openPaymentsDatabase>>;
let payments: TestPayments;
let stripe: TestPayments['stripe'];
let atProvider: TestPayments['atProvider'];
eachWithPayments((started, opened) => {
  database = opened;
  payments = started;
  ({ stripe, atProvider } = started);
});

const payOut = (stripeAccount: string, more: Partial<Stripe.PayoutCreateParams> = {}, idempotencyKey?: string) =>
  stripe.payouts.create(
    { amount: 1_000, currency: 'usd', ...more },
    { stripeAccount, ...(idempotencyKey && { idempotencyKey }) },
  );

/** A seller with this much. */
async function sellerWith(amount: number, bank_account?: string) {
  const seller = await payments.seller({ ...(bank_account && { bank_account }) });
  await atProvider.adjust(amount, seller);
  return seller;
}

const payoutTypes = async (seller: string) =>
  (await atProvider.eventsOf(seller)).map(({ type }) => type).filter((type) => type.startsWith('payout.'));

describe('a payout', () => {
  test('[W-08] leaves the balance at once, is on its way, and arrives', async () => {
    const seller = await sellerWith(5_000);
    const made = await payOut(seller, { metadata: { run: '7' }, statement_descriptor: 'HEARTH' });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^po_/),
      object: 'payout',
      amount: 1_000,
      automatic: false,
      status: 'pending',
      failure_code: null,
      destination: expect.stringMatching(/^ba_/),
      method: 'standard',
      metadata: { run: '7' },
      statement_descriptor: 'HEARTH',
      type: 'bank_account',
      reconciliation_status: 'not_applicable',
      trace_id: { status: 'pending', value: null },
    });
    expect(await payments.balance(seller)).toMatchObject({ available: 4_000 });
    expect(await atProvider.sendPayout(made.id)).toMatchObject({ status: 'in_transit' });
    expect(await atProvider.payPayout(made.id)).toMatchObject({
      status: 'paid',
      trace_id: { status: 'supported', value: expect.stringMatching(/^trace/) },
    });
    expect(await payoutTypes(seller)).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
    expect(await stripe.payouts.retrieve(made.id, {}, { stripeAccount: seller })).toMatchObject({ status: 'paid' });
    // Only who it belongs to sees it.
    await expect(stripe.payouts.retrieve(made.id)).rejects.toMatchObject({ statusCode: 404 });
    expect((await stripe.payouts.list()).data).toEqual([]);
    expect(await atProvider.events('payout.created')).toEqual([]);
  });

  test('[W-08] that fails comes back to the balance with its reason', async () => {
    const seller = await sellerWith(5_000);
    const { id } = await payOut(seller);
    const failed = await atProvider.failPayout(id, 'account_closed');
    expect(failed).toMatchObject({
      status: 'failed',
      failure_code: 'account_closed',
      failure_message: 'The bank account has been closed.',
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    });
    expect(await payments.balance(seller)).toMatchObject({ available: 5_000 });
    expect(await payoutTypes(seller)).toEqual(['payout.created', 'payout.failed']);
    const { data } = await stripe.balanceTransactions.list({ source: id }, { stripeAccount: seller });
    expect(data.map(({ type, amount }) => [type, amount])).toEqual([
      ['payout_failure', 1_000],
      ['payout', -1_000],
    ]);
    await expect(atProvider.payPayout(id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(atProvider.failPayout(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('[W-08] that was paid may fail later', async () => {
    const seller = await sellerWith(5_000);
    const { id } = await payOut(seller);
    await atProvider.payPayout(id);
    expect(await atProvider.failPayout(id)).toMatchObject({ status: 'failed', failure_code: 'could_not_process' });
    expect(await payments.balance(seller)).toMatchObject({ available: 5_000 });
    expect(await payoutTypes(seller)).toEqual(['payout.created', 'payout.paid', 'payout.failed']);
  });

  test.each([
    ['000123456789', ['pending', 'in_transit', 'paid', 'paid']],
    ['000111111116', ['pending', 'in_transit', 'failed', 'failed']],
    ['000555555559', ['pending', 'in_transit', 'paid', 'failed']],
  ])('[W-08] to the test account %s goes its way by the clock', async (bank_account, states) => {
    const timed = startPayments(database, { settleMs: HOUR });
    const seller = await payments.seller({ bank_account });
    await atProvider.adjust(5_000, seller);
    const { id } = await timed.stripe.payouts.create({ amount: 500, currency: 'usd' }, { stripeAccount: seller });
    const seen: string[] = [];
    for (const _step of states) {
      seen.push((await stripe.payouts.retrieve(id, {}, { stripeAccount: seller })).status);
      timed.clock.ahead += HOUR;
      await settleDue({ ...sandboxOf(timed), settleMs: HOUR });
    }
    expect(seen).toEqual(states);
    await timed.close(0);
  });

  test.each(['failed', 'paid_then_failed'] as const)('[W-08] ends as the switch says: %s', async (payouts_end) => {
    await atProvider.turn({ payouts_end });
    const seller = await sellerWith(5_000);
    const { id } = await payOut(seller);
    const advance = () => stripe.rawRequest('POST', `/v1/test_helpers/payouts/${id}/advance`) as Promise<Stripe.Payout>;
    const seen = [(await advance()).status, (await advance()).status];
    if (payouts_end === 'paid_then_failed') seen.push((await advance()).status);
    expect(seen).toEqual(payouts_end === 'failed' ? ['in_transit', 'failed'] : ['in_transit', 'paid', 'failed']);
  });

  test('[W-08] can be canceled while it is pending, and reversed once when it is paid', async () => {
    const seller = await sellerWith(5_000);
    const options = { stripeAccount: seller };
    const first = await payOut(seller);
    expect(await stripe.payouts.cancel(first.id, {}, options)).toMatchObject({ status: 'canceled' });
    expect(await payments.balance(seller)).toMatchObject({ available: 5_000 });
    await expect(stripe.payouts.cancel(first.id, {}, options)).rejects.toMatchObject({ statusCode: 400 });

    const second = await payOut(seller);
    await expect(stripe.payouts.reverse(second.id, {}, options)).rejects.toMatchObject({ statusCode: 400 });
    await atProvider.payPayout(second.id);
    await expect(stripe.payouts.cancel(second.id, {}, options)).rejects.toMatchObject({ statusCode: 400 });
    const reversal = await stripe.payouts.reverse(second.id, {}, options);
    expect(reversal).toMatchObject({ amount: -1_000, original_payout: second.id });
    expect(await stripe.payouts.retrieve(second.id, {}, options)).toMatchObject({ reversed_by: reversal.id });
    expect(await payments.balance(seller)).toMatchObject({ available: 5_000 });
    await expect(stripe.payouts.reverse(second.id, {}, options)).rejects.toMatchObject({ statusCode: 400 });
    await expect(atProvider.failPayout(second.id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await payoutTypes(seller)).toContain('payout.canceled');
  });

  test('[W-08] needs a balance that is available', async () => {
    await atProvider.turn({ available_after_seconds: 3_600 });
    const seller = await payments.seller();
    await stripe.transfers.create({
      amount: 4_000,
      currency: 'usd',
      destination: seller,
      source_transaction: await payments.charged(5_000),
    });
    await expect(payOut(seller)).rejects.toMatchObject({ statusCode: 400, code: 'balance_insufficient' });
    await atProvider.makeAvailable(seller);
    expect(await payOut(seller, { amount: 4_000 })).toMatchObject({ status: 'pending' });
    await expect(payOut(seller, { amount: 1 })).rejects.toMatchObject({ code: 'balance_insufficient' });
  });

  test.each<[string, Partial<Stripe.PayoutCreateParams>, object]>([
    ['nothing', { amount: 0 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['less than nothing', { amount: -1 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['a part of a cent', { amount: 0.5 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['more than can be', { amount: 1e13 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['more than there is', { amount: 5_001 }, { code: 'balance_insufficient' }],
    ['a currency without a bank account', { currency: 'eur' }, { param: 'currency' }],
    ['a bank account that is not there', { destination: 'ba_none' }, { param: 'destination' }],
    ['a descriptor that is too long', { statement_descriptor: 'x'.repeat(23) }, { param: 'statement_descriptor' }],
  ])('[W-08] of %s is refused as the provider does', async (_what, more, refusal) => {
    const seller = await sellerWith(5_000);
    await expect(payOut(seller, more)).rejects.toMatchObject({ statusCode: 400, ...refusal });
    expect(await payments.balance(seller)).toMatchObject({ available: 5_000 });
  });

  test('[W-08] goes to nobody who is not ready, and for no account that is not there', async () => {
    const seller = await payments.seller({ onboarded: false });
    await atProvider.adjust(5_000, seller);
    await expect(payOut(seller)).rejects.toMatchObject({ statusCode: 400, code: 'payouts_not_allowed' });
    await expect(payOut('acct_none')).rejects.toMatchObject({ statusCode: 403, code: 'account_invalid' });
    await expect(stripe.refunds.list({}, { stripeAccount: seller })).rejects.toMatchObject({ statusCode: 400 });
  });

  test('[W-08] is made once for a key, which is that account’s alone', async () => {
    const [one, other] = [await sellerWith(5_000), await sellerWith(5_000)];
    const first = await payOut(one, {}, 'run-7');
    expect((await payOut(one, {}, 'run-7')).id).toBe(first.id);
    expect((await payOut(other, {}, 'run-7')).id).not.toBe(first.id);
    expect(await payments.balance(one)).toMatchObject({ available: 4_000 });
  });

  test('[W-08] twenty at once never pay out more than there is', async () => {
    const seller = await sellerWith(5_500);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => payOut(seller)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await payments.balance(seller)).toMatchObject({ available: 500 });
  });

  test('[W-08] of a schedule names what it is made of; one by hand does not', async () => {
    const seller = await sellerWith(3_000);
    await atProvider.adjust(-500, seller);
    const options = { stripeAccount: seller };
    const automatic = await atProvider.payOutAll(seller);
    expect(automatic).toMatchObject({ amount: 2_500, automatic: true, reconciliation_status: 'in_progress' });
    await atProvider.adjust(700, seller);
    const { data } = await stripe.balanceTransactions.list({ payout: automatic.id }, options);
    expect(data.map(({ type, net }) => [type, net])).toEqual([
      ['payout', -2_500],
      ['adjustment', -500],
      ['adjustment', 3_000],
    ]);
    const byHand = await payOut(seller, { amount: 700 });
    await expect(stripe.balanceTransactions.list({ payout: byHand.id }, options)).rejects.toMatchObject({
      statusCode: 400,
      param: 'payout',
    });
    await expect(atProvider.payOutAll(seller)).rejects.toMatchObject({ code: 'balance_insufficient' });
  });

  test('[W-08] of the platform needs no account', async () => {
    await payments.charged(5_000);
    const made = await stripe.payouts.create({ amount: 2_000, currency: 'usd' });
    expect((await stripe.payouts.list({ status: 'pending' })).data.map(({ id }) => id)).toEqual([made.id]);
    expect(await payments.balance()).toMatchObject({ available: 2_825 });
    expect((await atProvider.events('payout.created'))[0]).not.toHaveProperty('account');
  });
});

/** Sandbox for the upkeep of that process. */
function sandboxOf(timed: TestPayments) {
  return {
    db: database.kysely,
    origin: '',
    shopName: '',
    listensTo: null,
    returnOrigins: null,
    methods: ['card' as const],
    processingFee: usualFee,
    notifyShop: async () => {},
    now: () => new Date(Date.now() + timed.clock.ahead),
  };
}
