import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { eachWithPayments, HOUR, type TestPayments } from '../../../../test/parts/payments.ts';

let payments: TestPayments;
let stripe: TestPayments['stripe'];
let atProvider: TestPayments['atProvider'];
eachWithPayments((started) => {
  payments = started;
  ({ stripe, atProvider } = started);
});

const transfer = (destination: string, more: Partial<Stripe.TransferCreateParams> = {}, key?: string) =>
  stripe.transfers.create({ amount: 1_000, currency: 'usd', destination, ...more }, key ? { idempotencyKey: key } : {});

describe('a transfer', () => {
  test('[W-08] out of a charge leaves the platform its fee and what it keeps', async () => {
    const seller = await payments.seller();
    const charge = await payments.charged(10_000);
    const made = await transfer(seller, {
      amount: 8_500,
      source_transaction: charge,
      transfer_group: 'order-7',
      metadata: { line: '1' },
      expand: ['balance_transaction'],
    });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^tr_/),
      object: 'transfer',
      amount: 8_500,
      amount_reversed: 0,
      reversed: false,
      destination: seller,
      destination_payment: expect.stringMatching(/^py_/),
      source_transaction: charge,
      transfer_group: 'order-7',
      metadata: { line: '1' },
      reversals: { object: 'list', data: [], has_more: false },
      balance_transaction: { amount: -8_500, fee: 0, net: -8_500, type: 'transfer', reporting_category: 'transfer' },
    });
    // 10,000 less 2.9 % and 30 cents, less what was transferred.
    expect(await payments.balance()).toEqual({ available: 10_000 - 320 - 8_500, pending: 0, reserved: 0 });
    expect(await payments.balance(seller)).toMatchObject({ available: 8_500, pending: 0 });
    expect(await stripe.transfers.retrieve(made.id)).toMatchObject({
      id: made.id,
      balance_transaction: expect.any(String),
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ transfer_group: 'order-7' });
    const [created] = await atProvider.events('transfer.created');
    expect(created?.data.object).toMatchObject({ id: made.id, amount: 8_500 });
    const [received] = (await stripe.balanceTransactions.list({}, { stripeAccount: seller })).data;
    expect(received).toMatchObject({ amount: 8_500, type: 'payment', source: made.destination_payment });
  });

  test('[W-08] out of a charge whose money waits arrives with it', async () => {
    await atProvider.turn({ available_after_seconds: 3_600 });
    const seller = await payments.seller();
    const charge = await payments.charged(10_000);
    expect(await payments.balance()).toMatchObject({ available: 0, pending: 9_680 });
    await transfer(seller, { amount: 9_000, source_transaction: charge });
    expect(await payments.balance()).toMatchObject({ available: 0, pending: 680 });
    expect(await payments.balance(seller)).toMatchObject({ available: 0, pending: 9_000 });
    await expect(transfer(seller, { amount: 100 })).rejects.toMatchObject({ code: 'balance_insufficient' });
    payments.clock.ahead += HOUR;
    expect(await payments.balance()).toMatchObject({ available: 680, pending: 0 });
    expect(await payments.balance(seller)).toMatchObject({ available: 9_000, pending: 0 });
  });

  test('[W-08] needs funds that are available, or a charge that has as much left', async () => {
    const seller = await payments.seller();
    await expect(transfer(seller)).rejects.toMatchObject({ statusCode: 400, code: 'balance_insufficient' });
    const charge = await payments.charged(5_000);
    await transfer(seller, { amount: 3_000, source_transaction: charge });
    await expect(transfer(seller, { amount: 2_001, source_transaction: charge })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    // All that is left where no amount is said.
    const { amount: _without, ...rest } = { amount: 0, currency: 'usd', destination: seller };
    expect(await stripe.transfers.create({ ...rest, source_transaction: charge })).toMatchObject({ amount: 2_000 });
    expect(await payments.balance()).toMatchObject({ available: -175 });
  });

  test('[W-08] does not come back with a refund: only a reversal takes it back', async () => {
    const seller = await payments.seller();
    const charge = await payments.charged(5_000);
    const { id } = await transfer(seller, { amount: 4_000, source_transaction: charge });
    await stripe.refunds.create({ charge });
    expect(await payments.balance(seller)).toMatchObject({ available: 4_000 });
    expect(await payments.balance()).toMatchObject({ available: -175 - 4_000 });
    await stripe.transfers.createReversal(id);
    expect(await payments.balance(seller)).toMatchObject({ available: 0 });
    expect(await payments.balance()).toMatchObject({ available: -175 });
  });

  test.each<[string, Partial<Stripe.TransferCreateParams>, object]>([
    ['nothing', { amount: 0 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['less than nothing', { amount: -5 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['a part of a cent', { amount: 10.5 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['more than can be', { amount: 1e15 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['another currency', { currency: 'eur' }, { code: 'balance_insufficient' }],
    ['a currency that is none', { currency: 'zzz' }, { param: 'currency' }],
    ['a seller who is not there', { destination: 'acct_none' }, { code: 'resource_missing', param: 'destination' }],
    ['a charge that is not there', { source_transaction: 'ch_none' }, { param: 'source_transaction' }],
  ])('[W-08] of %s is refused as the provider does', async (_what, more, refusal) => {
    await atProvider.adjust(100_000);
    const seller = await payments.seller();
    await expect(transfer(seller, more)).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      ...refusal,
    });
    expect(await payments.balance()).toMatchObject({ available: 100_000 });
  });

  test('[W-08] of another currency than the charge is refused', async () => {
    const seller = await payments.seller();
    const charge = await payments.charged(5_000);
    await expect(transfer(seller, { currency: 'eur', source_transaction: charge })).rejects.toMatchObject({
      statusCode: 400,
      param: 'currency',
    });
  });

  test.each(['details', 'document', 'rejected'] as const)(
    '[W-08] goes to nobody who is not ready to be paid: %s',
    async (state) => {
      await atProvider.adjust(5_000);
      const seller = await payments.seller({ onboarded: false });
      if (state !== 'details') await atProvider.onboard(seller, { document: state === 'document' ? 'missing' : state });
      await expect(transfer(seller)).rejects.toMatchObject({
        statusCode: 400,
        code: 'insufficient_capabilities_for_transfer',
      });
    },
  );

  test('[W-08] is made once for a key', async () => {
    await atProvider.adjust(5_000);
    const seller = await payments.seller();
    const first = await transfer(seller, {}, 'payout-run-7');
    expect((await transfer(seller, {}, 'payout-run-7')).id).toBe(first.id);
    expect(await payments.balance(seller)).toMatchObject({ available: 1_000 });
    await expect(transfer(seller, { amount: 999 }, 'payout-run-7')).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });

  test('[W-08] twenty at once never spend more than there is', async () => {
    await atProvider.adjust(5_500);
    const seller = await payments.seller();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => transfer(seller)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'balance_insufficient' });
    expect(await payments.balance()).toMatchObject({ available: 500 });
    expect(await payments.balance(seller)).toMatchObject({ available: 5_000 });
  });

  test('[W-08] twenty at once out of one charge never transfer more than it brought', async () => {
    const seller = await payments.seller();
    const charge = await payments.charged(5_500);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => transfer(seller, { source_transaction: charge })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await payments.balance(seller)).toMatchObject({ available: 5_000 });
  });

  test('[W-08] is found by its seller, its group and its time, and can be described anew', async () => {
    await atProvider.adjust(5_000);
    const [one, other] = [await payments.seller(), await payments.seller()];
    const first = await transfer(one, { transfer_group: 'order-1' });
    const second = await transfer(other, { transfer_group: 'order-2' });
    const ids = async (params: Stripe.TransferListParams) =>
      (await stripe.transfers.list(params)).data.map(({ id }) => id);
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ destination: one })).toEqual([first.id]);
    expect(await ids({ transfer_group: 'order-2' })).toEqual([second.id]);
    expect(await ids({ created: { gte: first.created } })).toHaveLength(2);
    expect(await ids({ created: { gt: second.created } })).toEqual([]);
    expect(await ids({ starting_after: second.id })).toEqual([first.id]);
    const updated = await stripe.transfers.update(first.id, { description: 'GPU hours', metadata: { a: '1' } });
    expect(updated).toMatchObject({ description: 'GPU hours', metadata: { a: '1' } });
    expect((await atProvider.events('transfer.updated')).map(({ data }) => data.object)).toMatchObject([
      { id: first.id },
    ]);
    await expect(stripe.transfers.retrieve('tr_none')).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('a reversal', () => {
  test('[W-08] takes back a part, then the rest, and no more', async () => {
    const seller = await payments.seller();
    const { id } = await transfer(seller, { amount: 4_000, source_transaction: await payments.charged(5_000) });
    const first = await stripe.transfers.createReversal(id, {
      amount: 1_500,
      metadata: { refund: '1' },
      expand: ['balance_transaction'],
    });
    expect(first).toMatchObject({
      id: expect.stringMatching(/^trr_/),
      object: 'transfer_reversal',
      amount: 1_500,
      currency: 'usd',
      transfer: id,
      metadata: { refund: '1' },
      balance_transaction: { amount: 1_500, type: 'transfer_refund', reporting_category: 'transfer_reversal' },
    });
    expect(await stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 1_500, reversed: false });
    await expect(stripe.transfers.createReversal(id, { amount: 2_501 })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    const second = await stripe.transfers.createReversal(id);
    expect(second.amount).toBe(2_500);
    expect(await stripe.transfers.retrieve(id)).toMatchObject({
      amount_reversed: 4_000,
      reversed: true,
      reversals: { data: [{ id: second.id }, { id: first.id }] },
    });
    await expect(stripe.transfers.createReversal(id)).rejects.toThrow('already fully reversed');
    expect((await stripe.transfers.listReversals(id)).data.map((reversal) => reversal.id)).toEqual([
      second.id,
      first.id,
    ]);
    expect(await stripe.transfers.retrieveReversal(id, first.id)).toMatchObject({ amount: 1_500 });
    expect(await stripe.transfers.updateReversal(id, first.id, { metadata: { more: '2' } })).toMatchObject({
      metadata: { refund: '1', more: '2' },
    });
    expect((await atProvider.events('transfer.reversed')).map(({ data }) => data.object)).toMatchObject([
      { amount_reversed: 1_500, reversed: false },
      { amount_reversed: 4_000, reversed: true },
    ]);
    const taken = (await stripe.balanceTransactions.list({ type: 'payment_refund' }, { stripeAccount: seller })).data;
    expect(taken.map(({ amount }) => amount)).toEqual([-2_500, -1_500]);
  });

  test('[W-08] needs the seller’s balance: what was paid out is not there to be taken', async () => {
    const seller = await payments.seller();
    const { id } = await transfer(seller, { amount: 4_000, source_transaction: await payments.charged(5_000) });
    await stripe.payouts.create({ amount: 3_000, currency: 'usd' }, { stripeAccount: seller });
    await expect(stripe.transfers.createReversal(id)).rejects.toMatchObject({
      statusCode: 400,
      code: 'balance_insufficient',
    });
    expect(await stripe.transfers.createReversal(id, { amount: 1_000 })).toMatchObject({ amount: 1_000 });
    expect(await payments.balance(seller)).toMatchObject({ available: 0 });
  });

  test('[W-08] of money that still waits takes what waits', async () => {
    await atProvider.turn({ available_after_seconds: 3_600 });
    const seller = await payments.seller();
    const { id } = await transfer(seller, { amount: 4_000, source_transaction: await payments.charged(5_000) });
    await stripe.transfers.createReversal(id, { amount: 1_000 });
    expect(await payments.balance(seller)).toMatchObject({ available: 0, pending: 3_000 });
    // 5,000 less the fee of 175, less 3,000.
    expect(await payments.balance()).toMatchObject({ available: 0, pending: 1_825 });
  });

  test('[W-08] twenty at once take back no more than was transferred', async () => {
    const seller = await payments.seller();
    const { id } = await transfer(seller, { amount: 5_500, source_transaction: await payments.charged(6_000) });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => stripe.transfers.createReversal(id, { amount: 1_000 })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await payments.balance(seller)).toMatchObject({ available: 500 });
  });

  test.each([0, -1, 1.5])('[W-08] of %s cents is refused', async (amount) => {
    const seller = await payments.seller();
    const { id } = await transfer(seller, { source_transaction: await payments.charged(5_000) });
    await expect(stripe.transfers.createReversal(id, { amount })).rejects.toMatchObject({
      statusCode: 400,
      code: 'parameter_invalid_integer',
    });
    await expect(stripe.transfers.createReversal('tr_none')).rejects.toMatchObject({ statusCode: 404 });
  });
});
