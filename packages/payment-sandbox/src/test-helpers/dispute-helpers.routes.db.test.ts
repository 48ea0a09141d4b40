import { describe, expect, test } from 'vitest';
import { cardsThat } from '../../../../test/clients/payments-dashboard.ts';
import { eachWithPayments, type TestPayments } from '../../../../test/parts/payments.ts';

let payments: TestPayments;
let stripe: TestPayments['stripe'];
let atProvider: TestPayments['atProvider'];
eachWithPayments((started) => {
  payments = started;
  ({ stripe, atProvider } = started);
});

describe('a dispute', () => {
  test('follows a payment with the card that is known for it, takes the money back, and is won', async () => {
    const intent = await payments.paid(cardsThat.areDisputed);
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
    expect(await payments.chargeOf(intent)).toMatchObject({ id: dispute?.charge, disputed: true });
    expect((await payments.happened()).slice(-2)).toEqual([
      ['charge.dispute.created', 'needs_response'],
      ['charge.dispute.funds_withdrawn', 'needs_response'],
    ]);
    await expect(atProvider.refund(intent)).rejects.toMatchObject({ statusCode: 400, code: 'charge_disputed' });
    const before = (await payments.happened()).length;
    expect(await atProvider.winDispute(dispute?.id ?? '')).toMatchObject({ status: 'won' });
    expect(await payments.happened(before)).toEqual([
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
    const intent = await payments.paid();
    const dispute = await atProvider.dispute(intent, { amount: 500, reason: 'product_not_received' });
    expect(dispute).toMatchObject({ amount: 500, reason: 'product_not_received', status: 'needs_response' });
    const before = (await payments.happened()).length;
    expect(await atProvider[lose](dispute.id)).toMatchObject({ status: 'lost' });
    expect((await payments.happened(before)).map(([type]) => type)).toEqual(types);
    await expect(atProvider.refund(intent)).rejects.toMatchObject({ code: 'charge_disputed' });
    const found = await stripe.disputes.retrieve(dispute.id, { expand: ['charge', 'payment_intent'] });
    expect(found).toMatchObject({ charge: { disputed: true }, payment_intent: { id: intent, status: 'succeeded' } });
  });

  test('that is an inquiry takes nothing, and leaves the payment to be refunded', async () => {
    const intent = await payments.paid(cardsThat.areInquired);
    const [dispute] = (await stripe.disputes.list()).data;
    expect(dispute).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
    expect((await payments.happened()).slice(-1)).toEqual([['charge.dispute.created', 'warning_needs_response']]);
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
