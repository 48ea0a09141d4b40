// Many at once for one session.
import { expect, test } from 'vitest';
import { dashboard } from '../../../../test/clients/payments-dashboard.ts';
import { eachWithPayments, HOUR, type TestPayments } from '../../../../test/parts/payments.ts';

let payments: TestPayments;
eachWithPayments((started) => {
  payments = started;
});

const twenty = <Result>(act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: 20 }, (_, index) => act(index)));

const typesOf = async () => (await payments.stripe.events.list({ limit: 100 })).data.map(({ type }) => type).sort();

test('twenty payments of one session at once capture once, and all of them end at the shop', async () => {
  const { id } = await payments.createSession();
  const answers = await twenty(() => payments.pay({ id }));
  for (const { status, location } of answers) {
    expect(status).toBe(303);
    expect(location).toBe(`https://shop.example/success?session_id=${id}`);
  }
  const { data } = await payments.stripe.paymentIntents.list({ limit: 100 });
  expect(data).toMatchObject([{ amount_received: 1_250, status: 'succeeded' }]);
  expect(await typesOf()).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
});

test('of good and bad cards at once a good one pays, once', async () => {
  const { id } = await payments.createSession();
  const numbers = ['4242 4242 4242 4242', '4000 0000 0000 0002', '4000 0027 6000 3184', '4000 0000 0000 9995'];
  await twenty((index) => payments.pay({ id }, { number: numbers[index % numbers.length] ?? '' }));
  const session = await payments.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  expect(session).toMatchObject({
    status: 'complete',
    payment_intent: {
      amount_received: 1_250,
      latest_charge: { paid: true, payment_method_details: { card: { last4: '4242' } } },
    },
  });
  const types = await typesOf();
  expect(types.filter((type) => type === 'payment_intent.succeeded')).toHaveLength(1);
  expect(types.filter((type) => type === 'checkout.session.completed')).toHaveLength(1);
});

test('whoever confirms a payment twenty times pays once', async () => {
  const { id } = await payments.createSession();
  await payments.pay({ id }, { number: '4000 0027 6000 3184' });
  const answers = await twenty(() => payments.submit(`/pay/${id}/authentication`, { answer: 'complete' }));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  expect(await typesOf()).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
});

test('a debit that ends twenty times at once ends once, one way or the other', async () => {
  const { id } = await payments.createSession();
  const { payByDebit, settleDebit } = dashboard(payments.stripe);
  await payByDebit(id);
  const ended = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => settleDebit(id, index % 2 === 0 ? 'succeeded' : 'failed')),
  );
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { payment_status } = await payments.stripe.checkout.sessions.retrieve(id);
  const [intent] = (await payments.stripe.paymentIntents.list()).data;
  expect(intent?.amount_received).toBe(payment_status === 'paid' ? 1_250 : 0);
  expect((await typesOf()).filter((type) => type.startsWith('checkout.session.async'))).toHaveLength(1);
});

test('refunds that fail while others are made never give back more than was paid, or less than nothing', async () => {
  const { id } = await payments.createSession();
  await payments.pay({ id });
  const { payment_intent } = await payments.stripe.checkout.sessions.retrieve(id);
  const { refund, failRefund } = dashboard(payments.stripe);
  await Promise.allSettled(
    Array.from({ length: 20 }, async () => {
      const made = await refund(payment_intent as string, 500);
      await failRefund(made.id);
    }),
  );
  const { data } = await payments.stripe.refunds.list({ limit: 100 });
  expect(data.length).toBeGreaterThan(1);
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['failed']));
  const [charge] = (await payments.stripe.charges.list()).data;
  expect(charge).toMatchObject({ amount_refunded: 0, refunded: false });
  expect(await refund(payment_intent as string)).toMatchObject({ amount: 1_250 });
});

test('a session that is paid and expired at once is one of the two', async () => {
  const made = await twenty(() => payments.createSession());
  await Promise.all(
    made.flatMap(({ id }) => [payments.pay({ id }), payments.stripe.checkout.sessions.expire(id).catch(() => {})]),
  );
  const { data } = await payments.stripe.checkout.sessions.list({ limit: 100, expand: ['data.payment_intent'] });
  for (const { status, payment_status, payment_intent } of data) {
    const intent = payment_intent as { status: string; amount_received: number } | null;
    if (status === 'complete') expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1_250 });
    else
      expect({ status, payment_status, intent }).toEqual({ status: 'expired', payment_status: 'unpaid', intent: null });
  }
  const types = await typesOf();
  const ends = types.filter((type) => type.startsWith('checkout.session.'));
  expect(ends).toHaveLength(20);
});

test('a session that many find overdue expires once', async () => {
  const { id } = await payments.createSession();
  payments.clock.ahead = 24 * HOUR;
  await twenty(async (index) => {
    if (index % 3 === 0) await payments.pay({ id });
    else if (index % 3 === 1) await payments.stripe.checkout.sessions.list();
    else await payments.page(`/pay/${id}`);
  });
  expect(await typesOf()).toEqual(['checkout.session.expired']);
});
