import { describe, expect, test } from 'vitest';
import { eachWithPayments, type TestPayments } from '../../../../test/parts/payments.ts';

let payments: TestPayments;
let stripe: TestPayments['stripe'];
let atProvider: TestPayments['atProvider'];
eachWithPayments((started) => {
  payments = started;
  ({ stripe, atProvider } = started);
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
    const event = await atProvider.tell({
      type: 'checkout.session.completed',
      object: session,
      livemode: true,
      created,
    });
    expect(event).toMatchObject({ livemode: true, created, pending_webhooks: 0 });
    expect(payments.shop.taken).toMatchObject([{ id: event.id, livemode: true, data: { object: session } }]);
    expect(await stripe.events.retrieve(event.id)).toMatchObject({ livemode: true });
  });

  test('is told twice, and in another order than it happened', async () => {
    await payments.start();
    const { id } = await payments.createSession();
    await payments.pay({ id });
    const [first, second] = await atProvider.events();
    expect(payments.shop.taken).toHaveLength(2);
    payments.shop.taken.length = 0;
    for (const event of [second, first, first]) await atProvider.resendEvent(event?.id ?? '');
    expect(payments.shop.taken.map((event) => event.id)).toEqual([second?.id, first?.id, first?.id]);
    await expect(atProvider.resendEvent('evt_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('whose object is none is refused', async () => {
    for (const object of ['null', '[]', '7', '{'])
      await expect(
        stripe.rawRequest('POST', '/v1/test_helpers/events', { type: 'charge.refunded', object }),
      ).rejects.toMatchObject({ statusCode: 400, param: 'object' });
  });
});
