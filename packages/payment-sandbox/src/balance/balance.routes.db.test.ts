import fc from 'fast-check';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { cardsThat } from '../../../../test/clients/payments-dashboard.ts';
import {
  eachWithPayments,
  emptyPayments,
  type openPaymentsDatabase,
  startPayments,
  type TestPayments,
} from '../../../../test/parts/payments.ts';

let database: Awaited<ReturnType<typeof openPaymentsDatabase>>;
let payments: TestPayments;
let stripe: TestPayments['stripe'];
let atProvider: TestPayments['atProvider'];
eachWithPayments((started, opened) => {
  database = opened;
  payments = started;
  ({ stripe, atProvider } = started);
});

const movements = async (stripeAccount?: string) =>
  stripe.balanceTransactions
    .list({ limit: 100 }, { ...(stripeAccount && { stripeAccount }) })
    .autoPagingToArray({ limit: 10_000 });
const kinds = async (source: string) =>
  (await stripe.balanceTransactions.list({ source })).data.map(({ type, reporting_category, amount, fee, net }) => ({
    type,
    reporting_category,
    amount,
    fee,
    net,
  }));

describe('the balance', () => {
  test('[W-08] is empty at first, and gets what is paid, less the fee', async () => {
    expect(await stripe.balance.retrieve()).toMatchObject({
      object: 'balance',
      available: [{ amount: 0, currency: 'usd' }],
      pending: [{ amount: 0, currency: 'usd' }],
      connect_reserved: [{ amount: 0, currency: 'usd' }],
    });
    const charge = await payments.charged(5_000);
    const [movement] = (await stripe.balanceTransactions.list()).data;
    expect(movement).toMatchObject({
      id: expect.stringMatching(/^txn_/),
      object: 'balance_transaction',
      amount: 5_000,
      fee: 175,
      net: 4_825,
      fee_details: [{ amount: 175, currency: 'usd', type: 'stripe_fee' }],
      type: 'charge',
      reporting_category: 'charge',
      source: charge,
      status: 'available',
    });
    expect(await stripe.charges.retrieve(charge, { expand: ['balance_transaction'] })).toMatchObject({
      balance_transaction: { id: movement?.id, fee: 175 },
    });
    expect(await stripe.balanceTransactions.retrieve(movement?.id ?? '', { expand: ['source'] })).toMatchObject({
      source: { object: 'charge', id: charge },
    });
    expect(await payments.balance()).toMatchObject({ available: 4_825, pending: 0 });
  });

  test('[W-08] takes the fee that the sandbox is told', async () => {
    const other = startPayments(database, { processingFee: { basisPoints: 150, fixed: 25 } });
    const charge = await other.charged(10_000);
    expect(await kinds(charge)).toMatchObject([{ amount: 10_000, fee: 175 }]);
    await other.close(0);
  });

  test('[W-08] loses what is refunded, and gets it back where the refund fails', async () => {
    const charge = await payments.charged(5_000);
    const refund = await stripe.refunds.create({ charge, amount: 2_000 });
    expect(refund.balance_transaction).toMatch(/^txn_/);
    expect(await kinds(refund.id)).toEqual([
      { type: 'refund', reporting_category: 'refund', amount: -2_000, fee: 0, net: -2_000 },
    ]);
    expect(await payments.balance()).toMatchObject({ available: 2_825 });
    const failed = await atProvider.failRefund(refund.id);
    expect(failed).toMatchObject({ failure_balance_transaction: expect.stringMatching(/^txn_/) });
    expect(await kinds(refund.id)).toMatchObject([{ type: 'refund_failure', net: 2_000 }, { type: 'refund' }]);
    expect(await payments.balance()).toMatchObject({ available: 4_825 });
  });

  test('[W-08] keeps what a refund waits for until it leaves', async () => {
    const payment_intent = await payments.paid();
    await atProvider.planRefunds(payment_intent, 'waits_for_funds');
    const refund = await atProvider.refund(payment_intent);
    expect(refund.balance_transaction).toBeNull();
    expect(await kinds(refund.id)).toEqual([]);
    expect(await atProvider.succeedRefund(refund.id)).toMatchObject({
      balance_transaction: expect.stringMatching(/^txn_/),
    });
    expect(await kinds(refund.id)).toMatchObject([{ net: -1_250 }]);
  });

  test('[W-08] loses what is disputed with a fee, and gets it back without one where it is won', async () => {
    const payment_intent = await payments.paid(cardsThat.areDisputed);
    const [dispute] = (await stripe.disputes.list({ payment_intent })).data;
    expect(dispute?.balance_transactions).toMatchObject([
      { amount: -1_250, fee: 1_500, reporting_category: 'dispute' },
    ]);
    await atProvider.winDispute(dispute?.id ?? '');
    expect(await kinds(dispute?.id ?? '')).toEqual([
      { type: 'adjustment', reporting_category: 'dispute_reversal', amount: 1_250, fee: 0, net: 1_250 },
      { type: 'adjustment', reporting_category: 'dispute', amount: -1_250, fee: 1_500, net: -2_750 },
    ]);
    const lost = await atProvider.dispute(await payments.paid());
    await atProvider.loseDispute(lost.id);
    expect(await kinds(lost.id)).toHaveLength(1);
    const inquiry = await atProvider.dispute(await payments.paid(), { inquiry: true });
    expect(await kinds(inquiry.id)).toEqual([]);
  });

  test('[W-08] gets nothing of a debit before its money comes', async () => {
    const session = await payments.createSession();
    await atProvider.payByDebit(session.id);
    expect(await payments.balance()).toMatchObject({ available: 0, pending: 0 });
    await atProvider.settleDebit(session.id, 'succeeded');
    expect((await movements()).map(({ type, amount }) => [type, amount])).toEqual([['payment', 1_250]]);
    const failing = await payments.createSession();
    await atProvider.payByDebit(failing.id);
    await atProvider.settleDebit(failing.id, 'failed');
    expect(await movements()).toHaveLength(1);
  });

  test('[W-08] of the platform covers what accounts owe, and shows it apart', async () => {
    await payments.charged(5_000);
    const seller = await payments.seller();
    await atProvider.adjust(-1_000, seller);
    expect(await payments.balance(seller)).toMatchObject({ available: -1_000 });
    expect(await payments.balance()).toEqual({ available: 3_825, pending: 0, reserved: 1_000 });
    await expect(stripe.payouts.create({ amount: 4_000, currency: 'usd' })).rejects.toMatchObject({
      code: 'balance_insufficient',
    });
    // Money that comes to the account pays its debt first.
    await stripe.transfers.create({ amount: 1_500, currency: 'usd', destination: seller });
    expect(await payments.balance(seller)).toMatchObject({ available: 500 });
    expect(await payments.balance()).toEqual({ available: 3_325, pending: 0, reserved: 0 });
  });

  test('[W-08] can be read by kind, source, currency and time, a page at a time, by nobody else', async () => {
    const seller = await payments.seller();
    const charge = await payments.charged(5_000);
    await stripe.refunds.create({ charge, amount: 100 });
    await stripe.transfers.create({ amount: 1_000, currency: 'usd', destination: seller });
    const types = async (params: Stripe.BalanceTransactionListParams, stripeAccount?: string) =>
      (await stripe.balanceTransactions.list(params, { ...(stripeAccount && { stripeAccount }) })).data.map(
        ({ type }) => type,
      );
    expect(await types({})).toEqual(['transfer', 'refund', 'charge']);
    expect(await types({ type: 'refund' })).toEqual(['refund']);
    expect(await types({ currency: 'eur' })).toEqual([]);
    expect(await types({}, seller)).toEqual(['payment']);
    const first = await stripe.balanceTransactions.list({ limit: 1 });
    expect(first.has_more).toBe(true);
    expect(await types({ starting_after: first.data[0]?.id ?? '' })).toEqual(['refund', 'charge']);
    expect(await types({ created: { lt: (first.data[0]?.created ?? 0) - 100 } })).toEqual([]);
    const listed = await stripe.balanceTransactions.list({ expand: ['data.source'] });
    expect(listed.data.map(({ source }) => (source as { object: string }).object)).toEqual([
      'transfer',
      'refund',
      'charge',
    ]);
    const [own] = (await stripe.balanceTransactions.list({}, { stripeAccount: seller })).data;
    await expect(stripe.balanceTransactions.retrieve(own?.id ?? '')).rejects.toMatchObject({ statusCode: 404 });
    await expect(types({ payout: 'po_none' })).rejects.toMatchObject({ statusCode: 400 });
  });
});

/** Possible steps; one that cannot happen then is refused, and must change nothing. */
const step = fc.oneof(
  fc.record({ do: fc.constant('charge' as const), amount: fc.integer({ min: 50, max: 20_000 }) }),
  fc.record({ do: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 20_000 }), of: fc.nat(9) }),
  fc.record({ do: fc.constant('dispute' as const), won: fc.boolean(), of: fc.nat(9) }),
  fc.record({
    do: fc.constant('transfer' as const),
    amount: fc.integer({ min: 1, max: 20_000 }),
    to: fc.nat(1),
    of: fc.option(fc.nat(9)),
  }),
  fc.record({ do: fc.constant('reverse' as const), amount: fc.integer({ min: 1, max: 20_000 }), of: fc.nat(9) }),
  fc.record({ do: fc.constant('payout' as const), amount: fc.integer({ min: 1, max: 20_000 }), from: fc.nat(2) }),
  fc.record({ do: fc.constant('end' as const), how: fc.constantFrom('pay', 'fail', 'send'), of: fc.nat(9) }),
  fc.record({ do: fc.constant('adjust' as const), amount: fc.integer({ min: -5_000, max: 5_000 }), to: fc.nat(1) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(0, 3_600) }),
  fc.record({ do: fc.constant('make available' as const), of: fc.nat(2) }),
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

test('[W-08] whatever happens, the movements of every balance sum up to it, and no money is made or lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await emptyPayments(database);
      const sellers = [await payments.seller(), await payments.seller()];
      const known = { charges: [] as string[], transfers: [] as string[], payouts: [] as string[] };
      for (const each of steps) await carryOut(each, sellers, known).catch(onlyRefusals);

      let total = 0;
      for (const account of [undefined, ...sellers]) {
        const rows = await movements(account);
        const sum = rows.reduce((all, { net }) => all + net, 0);
        for (const { amount, fee, net } of rows) expect(net).toBe(amount - fee);
        const { available, pending, reserved } = await payments.balance(account);
        expect(available + pending + reserved).toBe(sum);
        total += sum;
      }
      // Sum of all balances: money that came in from outside, less money that went out, less fees.
      const all = [await movements(), await movements(sellers[0]), await movements(sellers[1])].flat();
      const inside = new Set(['transfer', 'transfer_refund']);
      const ofTransfers = all.filter(({ type, source }) => inside.has(type) || /^pyr?_/.test(String(source)));
      expect(ofTransfers.reduce((sum, { net }) => sum + net, 0)).toBe(0);
      const outside = all.filter((row) => !ofTransfers.includes(row));
      expect(outside.reduce((sum, { net }) => sum + net, 0)).toBe(total);
    }),
    { numRuns: 12 },
  );
}, 120_000);

async function carryOut(
  each: Step,
  sellers: string[],
  known: { charges: string[]; transfers: string[]; payouts: string[] },
): Promise<void> {
  const account = (index: number) => sellers[index] ?? '';
  switch (each.do) {
    case 'charge':
      known.charges.push(await payments.charged(each.amount));
      return;
    case 'refund':
      await stripe.refunds.create({ charge: known.charges[each.of] ?? 'ch_none', amount: each.amount });
      return;
    case 'dispute': {
      const charge = await stripe.charges.retrieve(known.charges[each.of] ?? 'ch_none');
      const { id } = await atProvider.dispute(String(charge.payment_intent));
      await (each.won ? atProvider.winDispute(id) : atProvider.loseDispute(id));
      return;
    }
    case 'transfer': {
      const source = each.of === null ? {} : { source_transaction: known.charges[each.of] ?? 'ch_none' };
      const asked = { amount: each.amount, currency: 'usd', destination: account(each.to), ...source };
      known.transfers.push((await stripe.transfers.create(asked)).id);
      return;
    }
    case 'reverse':
      await stripe.transfers.createReversal(known.transfers[each.of] ?? 'tr_none', { amount: each.amount });
      return;
    case 'payout': {
      const { [each.from]: stripeAccount } = sellers;
      const options = { ...(stripeAccount && { stripeAccount }) };
      known.payouts.push((await stripe.payouts.create({ amount: each.amount, currency: 'usd' }, options)).id);
      return;
    }
    case 'end': {
      const payout = known.payouts[each.of] ?? 'po_none';
      await stripe.rawRequest('POST', `/v1/test_helpers/payouts/${payout}/${each.how}`);
      return;
    }
    case 'adjust':
      await atProvider.adjust(each.amount, account(each.to));
      return;
    case 'wait':
      await atProvider.turn({ available_after_seconds: each.seconds });
      return;
    case 'make available':
      await atProvider.makeAvailable(sellers[each.of]);
  }
}

function onlyRefusals(error: { statusCode?: number }) {
  if (error.statusCode !== 400 && error.statusCode !== 404) throw error;
}
