// What becomes of a payment after the customer has done their part, as the shop hears of it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardsThat, dashboard } from '../../../test/clients/payments-dashboard.ts';
import {
  emptyPayments,
  openPaymentsDatabase,
  origin,
  startPayments,
  type TestPayments,
} from '../../../test/parts/payments.ts';

let database: Awaited<ReturnType<typeof openPaymentsDatabase>>;
let payments: TestPayments;
let stripe: TestPayments['stripe'];
let atProvider: ReturnType<typeof dashboard>;

beforeAll(async () => {
  database = await openPaymentsDatabase();
});
beforeEach(async () => {
  await emptyPayments(database);
  payments = startPayments(database);
  stripe = payments.stripe;
  atProvider = dashboard(stripe);
});
afterEach(() => payments.close(0));
afterAll(() => database.close());

/** A payment of $12.50 that was made. */
async function paid(number: string = cardsThat.succeed): Promise<string> {
  const { id } = await payments.createSession();
  expect((await payments.pay({ id }, { number })).status).toBe(303);
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
  return payment_intent as string;
}

const chargeOf = async (payment_intent: string) => {
  const { data } = await stripe.charges.list({ payment_intent, expand: ['data.refunds'] });
  return data[0];
};

/** Types and states of all events since `after` of them. */
async function happened(after = 0) {
  const events = (await atProvider.events()).slice(after);
  return events.map(({ type, data }) => [type, (data.object as { status?: string }).status]);
}

describe('a refund', () => {
  test('in the dashboard, without the words of the shop, is told with the charge as it is then', async () => {
    const intent = await paid();
    const before = (await happened()).length;
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
    expect(await chargeOf(intent)).toMatchObject({
      id: refund.charge,
      amount_refunded: 1_000,
      refunds: { object: 'list', data: [{ id: refund.id }], has_more: false },
    });
  });

  test('of a card that takes its time is pending, and succeeds later', async () => {
    const intent = await paid(cardsThat.refundLater);
    const refund = await atProvider.refund(intent);
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 1_250, refunded: true });
    const before = (await happened()).length;
    const settled = await atProvider.succeedRefund(refund.id);
    expect(settled).toMatchObject({ id: refund.id, status: 'succeeded' });
    expect(settled).not.toHaveProperty('pending_reason');
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' });
    expect(await happened(before)).toEqual([['refund.updated', 'succeeded']]);
    await expect(atProvider.succeedRefund(refund.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('of a card that refuses it succeeds and fails later, and can be tried again', async () => {
    const intent = await paid(cardsThat.failToRefund);
    const refund = await atProvider.refund(intent);
    expect(refund.status).toBe('succeeded');
    const before = (await happened()).length;
    expect(await atProvider.failRefund(refund.id, 'lost_or_stolen_card')).toMatchObject({
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
    });
    expect(await happened(before)).toEqual([
      ['refund.updated', 'failed'],
      ['refund.failed', 'failed'],
    ]);
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
    await expect(atProvider.succeedRefund(refund.id)).rejects.toThrow('which nothing changes any more');
    expect(await atProvider.refund(intent, 100)).toMatchObject({ amount: 100 });
  });

  test('settles by itself where the sandbox is told how long that takes', async () => {
    payments = startPayments(database, { settleMs: 60_000 });
    atProvider = dashboard(payments.stripe);
    const [later, never] = [await paid(cardsThat.refundLater), await paid(cardsThat.failToRefund)];
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
    const intent = await paid();
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
    const refund = await atProvider.refund(await paid());
    const before = (await happened()).length;
    expect(await stripe.refunds.update(refund.id, { metadata: { note: 'by hand' } })).toMatchObject({
      metadata: { note: 'by hand' },
    });
    expect(await happened(before)).toEqual([['refund.updated', 'succeeded']]);
  });
});

describe('a dispute', () => {
  test('follows a payment with the card that is known for it, takes the money back, and is won', async () => {
    const intent = await paid(cardsThat.areDisputed);
    const { data } = await stripe.disputes.list({ payment_intent: intent });
    const [dispute] = data;
    expect(data).toMatchObject([
      {
        id: expect.stringMatching(/^du_/),
        object: 'dispute',
        amount: 1_250,
        currency: 'usd',
        payment_intent: intent,
        reason: 'fraudulent',
        status: 'needs_response',
        is_charge_refundable: false,
        livemode: false,
      },
    ]);
    expect(await chargeOf(intent)).toMatchObject({ id: dispute?.charge, disputed: true });
    expect((await happened()).slice(-2)).toEqual([
      ['charge.dispute.created', 'needs_response'],
      ['charge.dispute.funds_withdrawn', 'needs_response'],
    ]);
    await expect(atProvider.refund(intent)).rejects.toMatchObject({ statusCode: 400, code: 'charge_disputed' });
    const before = (await happened()).length;
    expect(await atProvider.winDispute(dispute?.id ?? '')).toMatchObject({ status: 'won' });
    expect(await happened(before)).toEqual([
      ['charge.dispute.updated', 'under_review'],
      ['charge.dispute.closed', 'won'],
      ['charge.dispute.funds_reinstated', 'won'],
    ]);
    expect(await atProvider.refund(intent)).toMatchObject({ status: 'succeeded' });
    await expect(atProvider.winDispute(dispute?.id ?? '')).rejects.toThrow('This dispute is already closed.');
  });

  test.each([
    ['by evidence that does not convince', 'loseDispute' as const, ['charge.dispute.updated', 'charge.dispute.closed']],
    ['by accepting it', 'acceptDispute' as const, ['charge.dispute.closed']],
  ])('about a part of a payment long made is lost %s', async (_how, lose, types) => {
    const intent = await paid();
    const dispute = await atProvider.dispute(intent, { amount: 500, reason: 'product_not_received' });
    expect(dispute).toMatchObject({ amount: 500, reason: 'product_not_received', status: 'needs_response' });
    const before = (await happened()).length;
    expect(await atProvider[lose](dispute.id)).toMatchObject({ status: 'lost' });
    expect((await happened(before)).map(([type]) => type)).toEqual(types);
    await expect(atProvider.refund(intent)).rejects.toMatchObject({ code: 'charge_disputed' });
    const found = await stripe.disputes.retrieve(dispute.id, { expand: ['charge', 'payment_intent'] });
    expect(found).toMatchObject({ charge: { disputed: true }, payment_intent: { id: intent, status: 'succeeded' } });
  });

  test('that is an inquiry takes nothing, and leaves the payment to be refunded', async () => {
    const intent = await paid(cardsThat.areInquired);
    const [dispute] = (await stripe.disputes.list()).data;
    expect(dispute).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
    expect((await happened()).slice(-1)).toEqual([['charge.dispute.created', 'warning_needs_response']]);
    expect(await atProvider.refund(intent)).toMatchObject({ status: 'succeeded' });
    expect(await atProvider.winDispute(dispute?.id ?? '')).toMatchObject({ status: 'warning_closed' });
  });

  test('of what was not paid, or nowhere, is refused', async () => {
    const { id } = await payments.createSession();
    await payments.pay({ id }, { number: '4000 0000 0000 0002' });
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
    await expect(atProvider.dispute(payment_intent as string)).rejects.toMatchObject({ statusCode: 400 });
    await expect(atProvider.dispute('pi_unknown')).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(stripe.disputes.retrieve('du_unknown')).rejects.toMatchObject({ statusCode: 404 });
    await expect(stripe.disputes.close('du_unknown')).rejects.toMatchObject({ statusCode: 404 });
    await expect(stripe.charges.retrieve('ch_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('a payment that takes days', () => {
  test('completes its session unpaid, and the money comes', async () => {
    const { id } = await payments.createSession({ client_reference_id: 'order-7' });
    expect(await atProvider.payByDebit(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid', url: null });
    expect(await happened()).toEqual([
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
    expect(await happened(2)).toEqual([
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
    expect(await happened(2)).toEqual([
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
    const { id } = await payments.createSession();
    await dashboard(payments.stripe).payByDebit(id);
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

describe('an event', () => {
  test('of the other mode, of an unknown session, is signed and told like any other', async () => {
    await payments.start();
    const session = {
      id: 'cs_live_unknown',
      object: 'checkout.session',
      payment_status: 'paid',
      client_reference_id: null,
    };
    const created = Math.floor(Date.now() / 1_000) - 3_600;
    const told = await atProvider.tell({
      type: 'checkout.session.completed',
      object: session,
      livemode: true,
      created,
    });
    expect(told).toMatchObject({ livemode: true, created, pending_webhooks: 0 });
    expect(payments.shop.taken).toMatchObject([{ id: told.id, livemode: true, data: { object: session } }]);
    expect(await stripe.events.retrieve(told.id)).toMatchObject({ livemode: true });
  });

  test('is told twice, and in another order than it happened', async () => {
    await payments.start();
    const { id } = await payments.createSession();
    await payments.pay({ id });
    const [first, second] = await atProvider.events();
    expect(payments.shop.taken).toHaveLength(2);
    payments.shop.taken.length = 0;
    for (const event of [second, first, first]) await atProvider.tellAgain(event?.id ?? '');
    expect(payments.shop.taken.map((event) => event.id)).toEqual([second?.id, first?.id, first?.id]);
    await expect(atProvider.tellAgain('evt_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('whose object is none is refused', async () => {
    for (const object of ['null', '[]', '7', '{'])
      await expect(
        stripe.rawRequest('POST', '/v1/test_helpers/events', { type: 'charge.refunded', object }),
      ).rejects.toMatchObject({ statusCode: 400, param: 'object' });
  });
});

test('test helpers need the key as everything else, and the pages are not changed by them', async () => {
  const response = await payments.request('/v1/test_helpers/events', {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_other' },
  });
  expect(response.status).toBe(401);
  expect((await payments.page('/pay/v1/test_helpers/events', { method: 'POST', headers: { origin } })).status).toBe(
    404,
  );
});
