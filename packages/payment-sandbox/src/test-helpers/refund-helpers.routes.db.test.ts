import { describe, expect, onTestFinished, test } from 'vitest';
import { cardsThat } from '../../../../test/clients/payments-dashboard.ts';
import {
  eachWithPayments,
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

describe('a refund', () => {
  test('in the dashboard, without the words of the shop, is told with the charge as it is then', async () => {
    const intent = await payments.paid();
    const before = (await payments.happened()).length;
    const refund = await atProvider.refund(intent, 1_000);
    expect(refund).toMatchObject({ metadata: {}, reason: null, status: 'succeeded' });
    const [created, refunded] = (await atProvider.events()).slice(before);
    expect(created).toMatchObject({
      type: 'refund.created',
      data: { object: { id: refund.id, payment_intent: intent } },
    });
    expect(refunded).toMatchObject({
      type: 'charge.refunded',
      data: {
        object: { id: refund.charge, payment_intent: intent, amount_refunded: 1_000, refunded: false },
        previous_attributes: { amount_refunded: 0 },
      },
    });
    expect(await payments.chargeOf(intent)).toMatchObject({
      id: refund.charge,
      amount_refunded: 1_000,
      refunds: { object: 'list', data: [{ id: refund.id }], has_more: false },
    });
  });

  test('of a card that takes its time is pending, and succeeds later', async () => {
    const intent = await payments.paid(cardsThat.refundLater);
    const refund = await atProvider.refund(intent);
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    expect(await payments.chargeOf(intent)).toMatchObject({ amount_refunded: 1_250, refunded: true });
    const before = (await payments.happened()).length;
    const settled = await atProvider.succeedRefund(refund.id);
    expect(settled).toMatchObject({ id: refund.id, status: 'succeeded' });
    expect(settled).not.toHaveProperty('pending_reason');
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' });
    expect(await payments.happened(before)).toEqual([['refund.updated', 'succeeded']]);
    await expect(atProvider.succeedRefund(refund.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('of a card that refuses it succeeds and fails later, and can be tried again', async () => {
    const intent = await payments.paid(cardsThat.failToRefund);
    const refund = await atProvider.refund(intent);
    expect(refund.status).toBe('succeeded');
    const before = (await payments.happened()).length;
    expect(await atProvider.failRefund(refund.id, 'lost_or_stolen_card')).toMatchObject({
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
    });
    expect(await payments.happened(before)).toEqual([
      ['refund.updated', 'failed'],
      ['refund.failed', 'failed'],
    ]);
    expect(await payments.chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
    await expect(atProvider.succeedRefund(refund.id)).rejects.toThrow('which nothing changes any more');
    expect(await atProvider.refund(intent, 100)).toMatchObject({ amount: 100 });
  });

  test('settles by itself where the sandbox is told how long that takes', async () => {
    payments = startPayments(database, { settleMs: 60_000 });
    onTestFinished(() => payments.close(0));
    atProvider = payments.atProvider;
    const [later, never] = [await payments.paid(cardsThat.refundLater), await payments.paid(cardsThat.failToRefund)];
    const [good, bad] = [await atProvider.refund(later), await atProvider.refund(never)];
    payments.clock.ahead = 60_000;
    await payments.start();
    const statuses = async () => [
      (await stripe.refunds.retrieve(good.id)).status,
      (await stripe.refunds.retrieve(bad.id)).status,
    ];
    await expect.poll(statuses).toEqual(['succeeded', 'failed']);
  });

  test('waits for funds, or is refused for want of them, as the test plans', async () => {
    const intent = await payments.paid();
    await atProvider.planRefunds(intent, 'refused');
    await expect(atProvider.refund(intent)).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      message: 'Insufficient funds in your Stripe balance to refund this amount.',
    });
    await atProvider.planRefunds(intent, 'waits_for_funds');
    const refund = await atProvider.refund(intent, 500);
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'insufficient_funds' });
    expect(await atProvider.succeedRefund(refund.id)).toMatchObject({ status: 'succeeded' });
    await atProvider.planRefunds(intent, 'pending_then_fails');
    const other = await atProvider.refund(intent, 500);
    expect(other.status).toBe('pending');
    expect(await atProvider.failRefund(other.id)).toMatchObject({ status: 'failed' });
    await expect(atProvider.planRefunds('pi_unknown', 'refused')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('can be given words afterwards, which are told', async () => {
    const refund = await atProvider.refund(await payments.paid());
    const before = (await payments.happened()).length;
    expect(await stripe.refunds.update(refund.id, { metadata: { note: 'by hand' } })).toMatchObject({
      metadata: { note: 'by hand' },
    });
    expect(await payments.happened(before)).toEqual([['refund.updated', 'succeeded']]);
  });
});
