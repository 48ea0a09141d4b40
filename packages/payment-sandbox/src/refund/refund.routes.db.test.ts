import { expect, test } from 'vitest';
import { eachWithPayments, type TestPayments } from '../../../../test/parts/payments.ts';

let payments: TestPayments;
let refunds: TestPayments['stripe']['refunds'];
eachWithPayments((started) => {
  payments = started;
  refunds = payments.stripe.refunds;
});

async function refundedOf(payment_intent: string) {
  const { latest_charge } = await payments.stripe.paymentIntents.retrieve(payment_intent, {
    expand: ['latest_charge'],
  });
  const { amount_refunded, refunded } = latest_charge as { amount_refunded: number; refunded: boolean };
  return { amount_refunded, refunded };
}

test('a refund without an amount gives everything back', async () => {
  const payment_intent = await payments.paid();
  const refund = await refunds.create({
    payment_intent,
    reason: 'requested_by_customer',
    metadata: { refund_id: '7' },
  });
  expect(refund).toMatchObject({
    id: expect.stringMatching(/^re_/),
    object: 'refund',
    amount: 1_250,
    currency: 'usd',
    payment_intent,
    charge: expect.stringMatching(/^ch_/),
    reason: 'requested_by_customer',
    metadata: { refund_id: '7' },
    status: 'succeeded',
  });
  expect(await refunds.retrieve(refund.id)).toEqual(refund);
  expect(await refundedOf(payment_intent)).toEqual({ amount_refunded: 1_250, refunded: true });
});

test('parts can be given back until nothing is left, and never more', async () => {
  const payment_intent = await payments.paid();
  await expect(refunds.create({ payment_intent, amount: 1_251 })).rejects.toMatchObject({
    statusCode: 400,
    param: 'amount',
    message: 'Refund amount ($12.51) is greater than charge amount ($12.50)',
  });
  const first = await refunds.create({ payment_intent, amount: 1_000 });
  expect(await refundedOf(payment_intent)).toEqual({ amount_refunded: 1_000, refunded: false });
  await expect(refunds.create({ payment_intent, amount: 251 })).rejects.toMatchObject({
    statusCode: 400,
    message: 'Refund amount ($2.51) is greater than unrefunded amount on charge ($2.50)',
  });
  const second = await refunds.create({ charge: first.charge as string });
  expect(second.amount).toBe(250);
  await expect(refunds.create({ payment_intent, amount: 1 })).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeInvalidRequestError',
    code: 'charge_already_refunded',
  });
  expect((await refunds.list({ payment_intent })).data.map(({ id }) => id)).toEqual([second.id, first.id]);
});

test('twenty refunds at once never give back more than was paid', async () => {
  const payment_intent = await payments.paid();
  const asked = Array.from({ length: 20 }, () => refunds.create({ payment_intent, amount: 120 }));
  const outcomes = await Promise.allSettled(asked);
  const made = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(made).toHaveLength(10);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ statusCode: 400, param: 'amount' });
  expect(await refundedOf(payment_intent)).toEqual({ amount_refunded: 1_200, refunded: false });
  expect((await refunds.list({ payment_intent, limit: 100 })).data).toHaveLength(10);
});

test('refunds are listed newest first, of one payment, of one charge, or of all', async () => {
  const [one, other] = [await payments.paid(), await payments.paid()];
  const made: string[] = [];
  for (const payment_intent of [one, other, one]) made.push((await refunds.create({ payment_intent, amount: 100 })).id);
  const all = await refunds.list({ limit: 2 });
  expect(all).toMatchObject({ object: 'list', has_more: true, url: '/v1/refunds' });
  expect(all.data.map(({ id }) => id)).toEqual([made[2], made[1]]);
  expect((await refunds.list({ starting_after: made[1] ?? '' })).data.map(({ id }) => id)).toEqual([made[0]]);
  expect((await refunds.list({ payment_intent: other })).data.map(({ id }) => id)).toEqual([made[1]]);
  const { charge } = await refunds.retrieve(made[0] ?? '');
  expect((await refunds.list({ charge: charge as string })).data.map(({ id }) => id)).toEqual([made[2], made[0]]);
});

test('what was not paid cannot be given back', async () => {
  const { id } = await payments.createSession();
  await payments.pay({ id }, { number: '4000 0000 0000 0002' });
  const { payment_intent } = await payments.stripe.checkout.sessions.retrieve(id);
  await expect(refunds.create({ payment_intent: payment_intent as string })).rejects.toMatchObject({
    statusCode: 400,
    message: `This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`,
  });
});

test.each([
  ['of nothing', {}, 'payment_intent', 'parameter_missing'],
  ['of an unknown payment', { payment_intent: 'pi_unknown' }, 'payment_intent', 'resource_missing'],
  ['of an unknown charge', { charge: 'ch_unknown' }, 'charge', 'resource_missing'],
  ['of two things', { payment_intent: 'pi_1', charge: 'ch_1' }, 'charge', 'parameters_exclusive'],
  ['of no money', { payment_intent: 'pi_1', amount: 0 }, 'amount', 'parameter_invalid_integer'],
  ['of less than no money', { payment_intent: 'pi_1', amount: -1 }, 'amount', 'parameter_invalid_integer'],
  ['of half a cent', { payment_intent: 'pi_1', amount: 0.5 }, 'amount', 'parameter_invalid_integer'],
])('a refund %s is refused', async (_what, given, param, code) => {
  await expect(refunds.create(given)).rejects.toMatchObject({ statusCode: 400, param, code });
});

test('of three decimals the last is always 0, also of a refund', async () => {
  const price_data = { currency: 'kwd', unit_amount: 1_250, product_data: { name: 'GPU hours' } };
  const { id } = await payments.createSession({ line_items: [{ price_data }] });
  await payments.pay({ id });
  const { payment_intent } = await payments.stripe.checkout.sessions.retrieve(id);
  const refund = (amount: number) => refunds.create({ payment_intent: payment_intent as string, amount });
  await expect(refund(125)).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
  expect(await refund(120)).toMatchObject({ amount: 120, currency: 'kwd' });
});

test('the shop hears of a refund and of the charge as it is then', async () => {
  const payment_intent = await payments.paid();
  const refund = await refunds.create({ payment_intent, amount: 1_000 });
  const { data } = await payments.stripe.events.list({ types: ['refund.created', 'charge.refunded'] });
  expect(data).toMatchObject([
    {
      type: 'charge.refunded',
      data: {
        object: { id: refund.charge, amount: 1_250, amount_refunded: 1_000, refunded: false },
        previous_attributes: { amount_refunded: 0 },
      },
    },
    { type: 'refund.created', data: { object: { id: refund.id, amount: 1_000 } } },
  ]);
});
