import { describe, expect, onTestFinished, test } from 'vitest';
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

describe('a payment that takes days', () => {
  test('completes its session unpaid, and the money comes', async () => {
    const { id } = await payments.createSession({ client_reference_id: 'order-7' });
    expect(await atProvider.payByDebit(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid', url: null });
    expect(await payments.happened()).toEqual([
      ['payment_intent.processing', 'processing'],
      ['checkout.session.completed', 'complete'],
    ]);
    const waiting = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
    expect(waiting).toMatchObject({
      payment_intent: {
        status: 'processing',
        amount_received: 0,
        latest_charge: {
          status: 'pending',
          paid: false,
          payment_method_details: { us_bank_account: { last4: '6789' } },
        },
      },
    });
    await expect(atProvider.refund((waiting.payment_intent as { id: string }).id)).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await atProvider.settleDebit(id, 'succeeded')).toMatchObject({ status: 'complete', payment_status: 'paid' });
    expect(await payments.happened(2)).toEqual([
      ['payment_intent.succeeded', 'succeeded'],
      ['checkout.session.async_payment_succeeded', 'complete'],
    ]);
    const { data } = await stripe.events.list({ type: 'checkout.session.async_payment_succeeded' });
    expect(data).toMatchObject([{ data: { object: { id, client_reference_id: 'order-7', payment_status: 'paid' } } }]);
    await expect(atProvider.settleDebit(id, 'failed')).rejects.toThrow('is not processing');
  });

  test('or does not come', async () => {
    const { id } = await payments.createSession();
    await atProvider.payByDebit(id);
    expect(await atProvider.settleDebit(id, 'failed')).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(await payments.happened(2)).toEqual([
      ['payment_intent.payment_failed', 'requires_payment_method'],
      ['checkout.session.async_payment_failed', 'complete'],
    ]);
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge'],
    });
    expect(payment_intent).toMatchObject({
      amount_received: 0,
      last_payment_error: { code: 'insufficient_funds' },
      latest_charge: { status: 'failed' },
    });
  });

  test('comes by itself where the sandbox is told how long that takes', async () => {
    payments = startPayments(database, { settleMs: 60_000 });
    onTestFinished(() => payments.close(0));
    const { id } = await payments.createSession();
    await payments.atProvider.payByDebit(id);
    payments.clock.ahead = 60_000;
    await payments.start();
    const status = async () => (await stripe.checkout.sessions.retrieve(id)).payment_status;
    await expect.poll(status).toBe('paid');
  });

  test('is begun only while the session is open', async () => {
    const { id } = await payments.createSession();
    await payments.pay({ id });
    await expect(atProvider.payByDebit(id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(atProvider.payByDebit('cs_test_unknown')).rejects.toMatchObject({ statusCode: 404 });
    await expect(atProvider.settleDebit(id, 'succeeded')).rejects.toMatchObject({ statusCode: 400 });
  });

  test('is offered where the account has it, and never where the shop asks for cards alone', async () => {
    const session = async (given: object) => {
      const { allowed_payment_method_types, payment_method_types } = await payments.createSession(given);
      return [allowed_payment_method_types, payment_method_types];
    };
    expect(await session({})).toEqual([null, ['card']]);
    payments = startPayments(database, { methods: ['card', 'us_bank_account'] });
    expect(await session({})).toEqual([null, ['card', 'us_bank_account']]);
    expect(await session({ allowed_payment_method_types: ['card'] })).toEqual([['card'], ['card']]);
    expect(await session({ allowed_payment_method_types: ['card', 'alipay'] })).toEqual([['card', 'alipay'], ['card']]);
    expect(await session({ excluded_payment_method_types: ['us_bank_account'] })).toEqual([null, ['card']]);
    const price_data = { currency: 'eur', unit_amount: 500, product_data: { name: 'GPU hours' } };
    expect(await session({ line_items: [{ price_data }] })).toEqual([null, ['card']]);
    for (const allowed of [['alipay'], []])
      await expect(
        session({ line_items: [{ price_data }], allowed_payment_method_types: [...allowed, 'us_bank_account'] }),
      ).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining('No valid payment method types') });
  });
});
