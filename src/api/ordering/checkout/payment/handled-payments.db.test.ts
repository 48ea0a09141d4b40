// Reports of the provider about payments after they were made, and payments that come late: each has a state that buyer and
// operator see, an entry in the audit log, and never a 500 or silence.

import Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { emptyTables } from '../../../../../test/database/test-database.ts';
import { aReview } from '../../../../../test/factories/review.ts';
import { aUser } from '../../../../../test/factories/user.ts';
import { billing, gpu, STOCK, sessionOf, shopOfOneProduct } from '../../../../../test/parts/shop-of-one-product.ts';
import { findOrder } from '../../order/order.store.ts';
import { fulfilOrder } from '../delivery/fulfil-order.ts';
import { reconcile } from '../reconcile.ts';
import { carryOutRefunds } from '../refund/carry-out-refunds.ts';
import { refundOrder } from '../refund/refund-order.ts';
import { acceptPayment } from './accept-payment.ts';
import { markPaid } from './mark-paid.ts';
import { verifyPayment } from './provider/verify-payment.ts';
import { syncPayment } from './sync-payment.ts';

const place = shopOfOneProduct();
type Shop = Awaited<ReturnType<typeof place.open>>;

async function buy(shop: Shop, quantity = 2) {
  const { body } = await shop.jane.post('/checkout-session', gpu(quantity));
  expect(await shop.pay(body.checkout_url)).toBe(303);
  await until(async () => expect((await seen(shop, body.order_id)).order_status).toBe('paid'));
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url));
  return { orderId: body.order_id as string, intent: intent as string };
}

const seen = async (shop: Shop, orderId: string) => (await shop.jane.get(`/order/${orderId}`)).body;
const until = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 15_000 });
const post = (shop: Shop, body: string, headers: Record<string, string> = {}) =>
  shop.api.send(
    'POST',
    '/payments/webhook',
    { 'stripe-signature': shop.signed(body), 'content-type': 'application/json', ...headers },
    body,
  );

describe('refunds', () => {
  test('one that is made in the dashboard counts, a part and then the rest', async () => {
    const shop = await place.open();
    const { orderId, intent } = await buy(shop);
    await shop.dashboard.refund(intent, 100);
    await until(async () =>
      expect(await seen(shop, orderId)).toMatchObject({ order_status: 'paid', refunded: 1, refunding: 0 }),
    );
    expect(await refundOrder(shop.service, { orderId, amountCents: 401, reason: '' })).toEqual({
      refused: { code: 'refund_too_large', leftCents: 400 },
    });
    await shop.dashboard.refund(intent);
    await until(async () => expect(await seen(shop, orderId)).toMatchObject({ order_status: 'refunded', refunded: 5 }));
    expect(await place.books()).toEqual({ stock: STOCK, held: 0, captured: 500, returned: 500 });
    expect(await place.audit(orderId)).toEqual(['order.paid', 'order.refunded', 'order.refunded']);
    expect(shop.mails.map(({ heading }) => heading)).toEqual([
      'Thank you for your order',
      '$1.00 is on its way back',
      '$4.00 is on its way back',
    ]);
  });

  test('one that is heard of before its payment is noted after it', async () => {
    const shop = await place.open({ webhooks: 'lost' });
    const { body } = await shop.jane.post('/checkout-session', gpu(2));
    await shop.pay(body.checkout_url);
    const session = await shop.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url));
    await shop.dashboard.refund(session.payment_intent as string);
    const [refunded] = await shop.dashboard.events('charge.refunded');
    const answers = [await post(shop, JSON.stringify(refunded)), await post(shop, JSON.stringify(refunded))];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'refunded', refunded: 5 });
    const [completed] = await shop.dashboard.events('checkout.session.completed');
    expect((await post(shop, JSON.stringify(completed))).status).toBe(200);
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'refunded', refunded: 5 });
    expect(await place.books()).toMatchObject({ stock: STOCK, held: 0 });
  });

  test('one that the provider works on is told as that, and as refunded when it is', async () => {
    const shop = await place.open();
    const { orderId, intent } = await buy(shop);
    await shop.dashboard.planRefunds(intent, 'waits_for_funds');
    expect(await refundOrder(shop.service, { orderId, amountCents: 200, reason: '' })).toMatchObject({
      refund: { state: 'pending' },
    });
    await until(async () =>
      expect(await seen(shop, orderId)).toMatchObject({ order_status: 'paid', refunded: 0, refunding: 2 }),
    );
    expect(await refundOrder(shop.service, { orderId, amountCents: 301, reason: '' })).toEqual({
      refused: { code: 'refund_too_large', leftCents: 300 },
    });
    const [refund] = (await shop.stripe.refunds.list({ payment_intent: intent })).data;
    await shop.dashboard.succeedRefund(refund?.id ?? '');
    await until(async () => expect(await seen(shop, orderId)).toMatchObject({ refunded: 2, refunding: 0 }));
    expect(await place.audit(orderId)).toEqual([
      'order.paid',
      'order.refund_decided',
      'order.refund_pending',
      'order.refunded',
    ]);
  });

  test('one that fails later is the shop’s money again, and says so', async () => {
    const shop = await place.open();
    const { orderId, intent } = await buy(shop);
    const jane = { user_id: 'jane@example.com', account_id: 'sub-of-jane@example.com' };
    await place.database.kysely.insertInto('api.user').values(aUser(jane)).execute();
    const review = aReview({ product_id: 'gpu', user_email: jane.user_id, verified_purchase: true });
    await place.database.kysely.insertInto('api.review').values(review).execute();
    const isVerified = () =>
      place.database.kysely.selectFrom('api.review').select('verified_purchase as verified').executeTakeFirst();
    expect(await refundOrder(shop.service, { orderId, amountCents: null, reason: '' })).toMatchObject({
      refund: { state: 'succeeded' },
    });
    expect(await place.books()).toMatchObject({ stock: STOCK });
    expect(await isVerified()).toEqual({ verified: false });
    const [refund] = (await shop.stripe.refunds.list({ payment_intent: intent })).data;
    await shop.dashboard.failRefund(refund?.id ?? '');
    await until(async () =>
      expect(await seen(shop, orderId)).toMatchObject({ order_status: 'paid', refunded: 0, refunding: 0 }),
    );
    expect(await place.audit(orderId)).toContain('order.refund_failed');
    expect(await isVerified()).toEqual({ verified: true });
    expect(await place.books()).toMatchObject({ stock: STOCK - 2, held: 0 });
    expect(await refundOrder(shop.service, { orderId, amountCents: 100, reason: '' })).toMatchObject({
      refund: { state: 'succeeded' },
    });
  });

  test('one that the provider refuses ends, and keeps none waiting behind it', async () => {
    const shop = await place.open();
    const refused = await buy(shop, 1);
    await shop.dashboard.planRefunds(refused.intent, 'refused');
    expect(await refundOrder(shop.service, { orderId: refused.orderId, amountCents: null, reason: '' })).toMatchObject({
      refund: { state: 'failed', failure: expect.any(String) },
    });
    expect(await seen(shop, refused.orderId)).toMatchObject({ order_status: 'paid', refunded: 0, refunding: 0 });
    expect(await place.audit(refused.orderId)).toEqual(['order.paid', 'order.refund_decided', 'order.refund_failed']);
    const other = await buy(shop, 2);
    expect(await refundOrder(shop.service, { orderId: other.orderId, amountCents: null, reason: '' })).toMatchObject({
      refund: { state: 'succeeded' },
    });
  });
});

describe('disputes', () => {
  test('one that is won: in review, then as before', async () => {
    const shop = await place.open();
    const { orderId, intent } = await buy(shop);
    const dispute = await shop.dashboard.dispute(intent);
    await until(async () =>
      expect(await seen(shop, orderId)).toMatchObject({ order_status: 'in_review', review_reason: 'dispute' }),
    );
    // A buyer who comes back from the payment page later than the dispute has paid nevertheless.
    const { session_id } = (await findOrder(shop.service.db, orderId)) ?? {};
    expect(await verifyPayment(shop.service, null, session_id ?? undefined)).toMatchObject({
      paid: { order_id: orderId },
    });
    expect(await refundOrder(shop.service, { orderId, amountCents: null, reason: '' })).toEqual({
      refused: { code: 'payment_disputed' },
    });
    await shop.dashboard.winDispute(dispute.id);
    await until(async () =>
      expect(await seen(shop, orderId)).toMatchObject({ order_status: 'paid', review_reason: null, refunded: 0 }),
    );
    expect(await place.audit(orderId)).toEqual([
      'order.paid',
      'order.dispute_opened',
      'order.review_opened',
      'order.dispute_won',
      'order.review_closed',
    ]);
  });

  test('one that is lost: the money is gone, and the books say so', async () => {
    const shop = await place.open();
    const { orderId, intent } = await buy(shop);
    const dispute = await shop.dashboard.dispute(intent);
    await shop.dashboard.loseDispute(dispute.id);
    await until(async () => expect(await seen(shop, orderId)).toMatchObject({ order_status: 'refunded', refunded: 5 }));
    expect((await place.audit(orderId)).filter((action) => action === 'order.dispute_lost')).toHaveLength(1);
    for (const event of await shop.dashboard.events()) await shop.dashboard.resendEvent(event.id);
    expect(await seen(shop, orderId)).toMatchObject({ order_status: 'refunded', refunded: 5 });
  });
});

describe('what is not as it should be', () => {
  test('another amount than the order’s is in review until the operator takes it or gives it back', async () => {
    for (const end of ['taken', 'given back']) {
      const shop = await place.open({ webhooks: 'lost' });
      const { body } = await shop.jane.post('/checkout-session', gpu(2));
      await place.database.kysely
        .updateTable('api.order')
        .set({ total_cents: 499, subtotal_cents: 499 })
        .where('order_id', '=', body.order_id)
        .execute();
      await shop.pay(body.checkout_url);
      expect((await shop.jane.get('/success')).status).toBe(409);
      expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'in_review', review_reason: 'amount' });
      const stock = (await place.books())?.stock;
      if (end === 'taken') {
        await acceptPayment(shop.service, body.order_id);
        expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'paid', review_reason: null });
        expect(await place.books()).toMatchObject({ stock: Number(stock) - 2, held: 0 });
      } else {
        const refund = await refundOrder(shop.service, { orderId: body.order_id, amountCents: null, reason: '' });
        expect(refund).toMatchObject({ refund: { amountCents: 500, state: 'succeeded' } });
        expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'refunded', refunded: 5 });
        expect(await place.books()).toMatchObject({ stock, held: 0 });
      }
    }
  });

  test('a message of the other mode changes nothing, and is in the audit log once, however often it is told', async () => {
    const shop = await place.open();
    const { body } = await shop.jane.post('/checkout-session', gpu(1));
    const session = await shop.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url));
    const object = { ...session, status: 'complete', payment_status: 'paid', livemode: true };
    const event = await shop.dashboard.tell({ type: 'checkout.session.completed', object, livemode: true });
    await shop.dashboard.resendEvent(event.id);
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'pending' });
    expect(await place.audit(event.id)).toEqual(['payment.other_mode']);
  });

  test('a paid session of no order is stored for the operator, once', async () => {
    const shop = await place.open();
    const { body } = await shop.jane.post('/checkout-session', gpu(1));
    const session = await shop.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url));
    const object = { ...session, id: 'cs_test_foreign', client_reference_id: 'other-app', payment_status: 'paid' };
    for (const _ of [1, 2]) await shop.dashboard.tell({ type: 'checkout.session.completed', object });
    expect(await place.audit('cs_test_foreign')).toEqual(['payment.unmatched']);
    const unstorable = { ...object, id: 'cs_test_unstorable', client_reference_id: 'a\u0000b' };
    const type = 'checkout.session.completed';
    const event = JSON.stringify({ id: 'evt_1', type, livemode: false, data: { object: unstorable } });
    expect((await post(shop, event)).status).toBe(200);
    expect(await place.audit('cs_test_unstorable')).toEqual(['payment.unmatched']);
  });

  test.each([
    'null',
    '[]',
    '0',
    '"event"',
    '{}',
    '{"id":"evt_1","type":"checkout.session.completed","livemode":false,"data":{"object":null}}',
    '{"id":"evt_1","type":"checkout.session.completed","livemode":false,"data":{"object":{"id":"cs_1"}}}',
    '{"id":"evt_1","type":"charge.refunded","livemode":false,"data":{}}',
  ])('a signed %s is refused as what it is', async (body) => {
    const shop = await place.open();
    expect((await post(shop, body)).status).toBe(400);
  });

  test('a message about a payment that nobody knows is taken, and what is no JSON is not', async () => {
    const shop = await place.open();
    const object = { object: 'refund', id: 're_1', payment_intent: 'pi_nobody' };
    const event = JSON.stringify({ id: 'evt_1', type: 'refund.updated', livemode: false, data: { object } });
    expect((await post(shop, event)).status).toBe(200);
    expect((await post(shop, event, { 'content-type': 'text/plain' })).status).toBe(400);
  });

  test('while one secret is exchanged for another, both sign', async () => {
    const shop = await place.open();
    const event = JSON.stringify({ id: 'evt_1', type: 'ping', livemode: false, data: { object: {} } });
    for (const [secret, status] of [
      ['whsec_test', 200],
      ['whsec_next', 200],
      ['whsec_other', 400],
    ] as const)
      expect((await post(shop, event, { 'stripe-signature': shop.signed(event, secret) })).status, secret).toBe(status);
  });
});

describe('payments that come late', () => {
  const expire = async (shop: Shop, orderId: string) => {
    await place.database.kysely
      .updateTable('api.order')
      .set({ status: 'expired', next_check_at: null })
      .where('order_id', '=', orderId)
      .execute();
    await place.change({ held: 0 });
    return shop;
  };

  async function payLate(change: Parameters<typeof place.change>[0]) {
    const shop = await place.open({ webhooks: 'lost' });
    const { body } = await shop.jane.post('/checkout-session', gpu(2));
    await expire(shop, body.order_id);
    await place.change(change);
    await shop.pay(body.checkout_url);
    const [completed] = await shop.dashboard.events('checkout.session.completed');
    await post(shop, JSON.stringify(completed));
    return { shop, order: await seen(shop, body.order_id) };
  }

  test('another amount for an order that had ended is looked at, and its refund is told', async () => {
    const shop = await place.open({ webhooks: 'lost' });
    const { body } = await shop.jane.post('/checkout-session', gpu(2));
    await expire(shop, body.order_id);
    await place.database.kysely
      .updateTable('api.order')
      .set({ total_cents: 499, subtotal_cents: 499 })
      .where('order_id', '=', body.order_id)
      .execute();
    await shop.pay(body.checkout_url);
    const [completed] = await shop.dashboard.events('checkout.session.completed');
    await post(shop, JSON.stringify(completed));
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'in_review', review_reason: 'amount' });
    await refundOrder(shop.service, { orderId: body.order_id, amountCents: null, reason: '' });
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'refunded', refunded: 5 });
    expect(shop.mails.map(({ heading }) => heading)).toContain('$5.00 is on its way back');
  });

  test('what costs no more today is the buyer’s', async () => {
    expect((await payLate({ price_micros: 2_400_000 })).order).toMatchObject({ order_status: 'paid', total: 5 });
    expect(await place.books()).toMatchObject({ stock: STOCK - 2, held: 0, returned: 0 });
  });

  test.each([
    ['costs more today', { price_micros: 2_600_000 }],
    ['is gone', { stock: 1 }],
  ])('what %s is given back, with a mail', async (_what, change) => {
    const { shop, order } = await payLate(change);
    expect(order).toMatchObject({ order_status: 'refunded', refunded: 5 });
    expect(shop.mails.map(({ heading }) => heading)).toEqual(['Your payment came too late']);
  });

  test('a coupon that was used up meanwhile is not used once more', async () => {
    const terms = { percent: 50, amount_cents: null, category: null, expires_at: null, customer_limit: null };
    await place.database.kysely
      .insertInto('api.coupon')
      .values({ code: 'ONCE', ...terms, total_limit: 1 })
      .execute();
    const shop = await place.open({ webhooks: 'lost' });
    const half = { ...gpu(2), amount: 2.5, coupon: 'ONCE' };
    const late = (await shop.jane.post('/checkout-session', half)).body;
    await shop.jane.post(`/order/${late.order_id}/cancel`, {});
    const eve = await shop.customer('eve');
    expect((await eve.post('/checkout-session', half)).status).toBe(200);
    // The provider says that it was paid before it was ended: the worst case.
    const session = await shop.stripe.checkout.sessions.retrieve(sessionOf(late.checkout_url));
    await shop.dashboard.tell({
      type: 'checkout.session.completed',
      object: { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_late' },
    });
    const [completed] = await shop.dashboard.events('checkout.session.completed');
    await post(shop, JSON.stringify(completed));
    expect((await seen(shop, late.order_id)).order_status).toBe('refunded');
    expect((await place.database.kysely.selectFrom('api.coupon').select('used').executeTakeFirst())?.used).toBe(1);
  });

  /** A shop whose account with the provider offers what takes days, whatever the shop asks for. */
  const withDebits = () =>
    place.open({
      webhooks: 'lost',
      async network(request, send) {
        const body = (await request.clone().text()).replace(/&?allowed_payment_method_types\[\d\]=card/, '');
        const { url, method, headers } = request;
        return send(new Request(url, { method, headers, ...(method === 'POST' && { body }) }));
      },
    });

  test.each(['told', 'asked'] as const)('one that takes days is delivered when it arrives, %s', async (how) => {
    const shop = await withDebits();
    const { body } = await shop.jane.post('/checkout-session', gpu(2));
    await shop.dashboard.payByDebit(sessionOf(body.checkout_url));
    shop.wait(32 * 60);
    await reconcile(shop.service);
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'expired' });
    await shop.dashboard.settleDebit(sessionOf(body.checkout_url), 'succeeded');
    if (how === 'told') {
      const [event] = await shop.dashboard.events('checkout.session.async_payment_succeeded');
      expect((await post(shop, JSON.stringify(event))).status).toBe(200);
    } else {
      shop.wait(2 * 60 * 60);
      await reconcile(shop.service);
    }
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'paid' });
    expect(await place.books()).toMatchObject({ stock: STOCK - 2, held: 0 });
  });

  test('one that takes days and fails ends its order, and its buyer is told', async () => {
    const shop = await withDebits();
    const { body } = await shop.jane.post('/checkout-session', gpu(2));
    await shop.dashboard.payByDebit(sessionOf(body.checkout_url));
    await shop.dashboard.settleDebit(sessionOf(body.checkout_url), 'failed');
    const [event] = await shop.dashboard.events('checkout.session.async_payment_failed');
    for (const _ of [1, 2]) expect((await post(shop, JSON.stringify(event))).status).toBe(200);
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'cancelled' });
    expect(await place.books()).toMatchObject({ stock: STOCK, held: 0 });
    expect(shop.mails.map(({ heading }) => heading)).toEqual(['Your payment did not arrive']);
    expect(await place.audit(body.order_id)).toEqual(['order.cancelled', 'order.payment_failed']);
  });

  test('only cards are asked for', async () => {
    const shop = await place.open();
    const { body } = await shop.jane.post('/checkout-session', gpu(1));
    const session = await shop.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url));
    expect(session.payment_method_types).toEqual(['card']);
  });

  test('a transfer for an order that has ended needs the operator’s word, who is told both prices', async () => {
    const shop = await place.open();
    const { body } = await shop.jane.post('/order', { ...gpu(2), payment_method: 'transfer', billing });
    shop.wait(15 * 24 * 60 * 60);
    await reconcile(shop.service);
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'expired' });
    await place.change({ price_micros: 3_000_000 });
    expect(await markPaid(shop.service, body.order_id)).toEqual({
      outcome: 'late',
      orderedCents: 500,
      todayCents: 600,
      problem: null,
    });
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'expired' });
    expect(await markPaid(shop.service, body.order_id, { late: true })).toBe('paid');
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'paid', total: 5 });
    expect(await place.books()).toMatchObject({ stock: STOCK - 2, held: 0 });
  });

  test('a total of zero that is paid late does not crash', async () => {
    const shop = await place.open();
    // Less than a cent: what costs nothing at all is paid at once.
    await place.change({ price_micros: 1_000 });
    const free = { items: gpu(1).items, amount: 0, payment_method: 'transfer', billing };
    const { body } = await shop.jane.post('/order', free);
    shop.wait(15 * 24 * 60 * 60);
    await reconcile(shop.service);
    await place.change({ price_micros: 1_000_000, stock: 0 });
    expect(await markPaid(shop.service, body.order_id)).toMatchObject({ outcome: 'late', todayCents: 100 });
    expect(await markPaid(shop.service, body.order_id, { late: true })).toMatchObject({ outcome: 'late' });
    await place.change({ stock: 5 });
    expect(await markPaid(shop.service, body.order_id, { late: true })).toBe('paid');
  });
});

describe('whose account has gone', () => {
  test('open sessions are ended with the account, and a payment that comes all the same is given back', async () => {
    const shop = await place.open({ webhooks: 'lost' });
    const { body } = await shop.jane.post('/checkout-session', gpu(2));
    const session = await shop.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url));
    expect((await shop.jane.delete('/user/jane@example.com')).status).toBe(204);
    expect((await shop.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
    expect(await place.books()).toMatchObject({ stock: STOCK, held: 0 });
    const object = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_late' };
    await shop.dashboard.tell({ type: 'checkout.session.completed', object });
    const [event] = await shop.dashboard.events('checkout.session.completed');
    expect((await post(shop, JSON.stringify(event))).status).toBe(200);
    const order = await place.database.kysely.selectFrom('api.order').select('status').executeTakeFirst();
    expect(order?.status).toBe('refunded');
    expect(await place.audit(body.order_id)).toContain('order.refund_decided');
  });

  test('sessions that cannot be ended at that moment are ended soon after', async () => {
    let away = false;
    const shop = await place.open({
      network: (request, send) => (away ? Promise.reject(new Error('socket hang up')) : send(request)),
    });
    const { body } = await shop.jane.post('/checkout-session', gpu(2));
    away = true;
    expect((await shop.jane.delete('/user/jane@example.com')).status).toBe(204);
    away = false;
    shop.wait(5);
    await reconcile(shop.service);
    expect((await shop.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url))).status).toBe('expired');
    expect(await place.books()).toMatchObject({ held: 0 });
  });
});

test('[E-09] somebody else’s session is not found, whatever its state, and an empty or old one says nothing of other orders', async () => {
  const shop = await place.open({ webhooks: 'lost' });
  const eve = await shop.customer('eve');
  const { body } = await shop.jane.post('/checkout-session', gpu(1));
  const ask = async (asker: { get: Shop['jane']['get'] }, id: string) =>
    (await asker.get(`/success?session_id=${id}`)).status;
  const id = sessionOf(body.checkout_url);
  expect([await ask(shop.jane, id), await ask(eve, id)]).toEqual([409, 404]);
  await shop.pay(body.checkout_url);
  expect([await ask(shop.jane, id), await ask(eve, id), await ask(shop.api, id)]).toEqual([200, 404, 200]);
  for (const none of ['', 'cs_test_old', '%00']) expect(await ask(shop.jane, none), none).toBe(404);
  await refundOrder(shop.service, { orderId: body.order_id, amountCents: null, reason: '' });
  expect([await ask(shop.jane, id), await ask(eve, id)]).toEqual([409, 404]);
});

describe('what the provider said before it said something newer', () => {
  test('a pending refund that is heard of after it has arrived takes nothing back', async () => {
    const shop = await place.open();
    const { orderId, intent } = await buy(shop);
    await refundOrder(shop.service, { orderId, amountCents: null, reason: '' });
    const payment = await shop.service.provider.findPayment(intent);
    const before = { ...shop.service.provider };
    const stale = {
      ...before,
      findPayment: async () =>
        payment && { ...payment, refunds: payment.refunds.map((refund) => ({ ...refund, state: 'pending' as const })) },
    };
    await syncPayment({ ...shop.service, provider: stale }, intent);
    expect(await seen(shop, orderId)).toMatchObject({ order_status: 'refunded', refunded: 5 });
    expect(await place.books()).toMatchObject({ stock: STOCK, held: 0 });
  });

  test('a dispute that is told as open after it was won leaves the order as it is', async () => {
    const shop = await place.open();
    const { orderId, intent } = await buy(shop);
    const dispute = await shop.dashboard.dispute(intent);
    const open = await shop.service.provider.findPayment(intent);
    await shop.dashboard.winDispute(dispute.id);
    await until(async () => expect(await place.audit(orderId)).toContain('order.review_closed'));
    const provider = { ...shop.service.provider, findPayment: async () => open };
    await syncPayment({ ...shop.service, provider }, intent);
    expect(await seen(shop, orderId)).toMatchObject({ order_status: 'paid', review_reason: null });
  });

  test('a refund whose answer was lost is found at the provider a day later, and not made twice', async () => {
    let lose = false;
    const shop = await place.open({
      webhooks: 'delivered',
      async network(request, send) {
        const response = await send(request);
        if (lose && request.method === 'POST' && request.url.endsWith('/refunds')) throw new Error('socket hang up');
        return response;
      },
    });
    const { orderId, intent } = await buy(shop);
    lose = true;
    await refundOrder(shop.service, { orderId, amountCents: 100, reason: '' });
    lose = false;
    // The provider has forgotten the key.
    await emptyTables(place.database, ['payments.idempotency_key']);
    shop.wait(25 * 60 * 60);
    await reconcile(shop.service);
    expect((await shop.stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1);
    // Its message may be on the way, and hold the refund at this moment.
    await until(async () => expect(await seen(shop, orderId)).toMatchObject({ refunded: 1, refunding: 0 }));
  });

  test.each(['before', 'after'] as const)(
    '[W-16] of two that ask at once one is refused, which is heard %s the other’s refund',
    async (heard) => {
      const shop = await place.open();
      const { orderId, intent } = await buy(shop);
      const asked = () =>
        place.database.kysely
          .updateTable('api.refund')
          .set({ next_attempt_at: new Date(0) })
          .execute();
      const askMeanwhile = async () => {
        await asked();
        await carryOutRefunds(shop.service);
      };
      const provider = {
        ...shop.service.provider,
        async refund() {
          if (heard === 'after') await askMeanwhile();
          throw new Stripe.errors.StripeInvalidRequestError({ message: 'No funds.', type: 'invalid_request_error' });
        },
        // As it was before the other asked.
        findPayment: async () => null,
      };
      await refundOrder({ ...shop.service, provider }, { orderId, amountCents: 100, reason: 'broken' });
      if (heard === 'before') {
        const metadata = { refund_id: (await place.refunds())[0]?.refund_id ?? '' };
        await shop.stripe.refunds.create({ payment_intent: intent, amount: 100, metadata });
        await syncPayment(shop.service, intent);
      }
      await syncPayment(shop.service, intent);
      expect(await seen(shop, orderId)).toMatchObject({ refunded: 1, refunding: 0 });
      expect(await place.refunds()).toMatchObject([
        ...(heard === 'before' ? [{ state: 'failed', provider_id: null }] : []),
        { state: 'succeeded', provider_id: expect.stringMatching(/^re_/), reason: 'broken' },
      ]);
    },
  );

  test('one that fails after the order was fulfilled leaves it fulfilled', async () => {
    const shop = await place.open();
    const { orderId, intent } = await buy(shop);
    expect(await fulfilOrder(shop.service, orderId)).toMatchObject({ fulfilledAt: expect.any(Date) });
    await refundOrder(shop.service, { orderId, amountCents: null, reason: '' });
    expect(await fulfilOrder(shop.service, orderId)).toEqual({ refused: { code: 'not_paid', orderId } });
    const [refund] = (await shop.stripe.refunds.list({ payment_intent: intent })).data;
    await shop.dashboard.failRefund(refund?.id ?? '');
    await until(async () =>
      expect(await seen(shop, orderId)).toMatchObject({ order_status: 'fulfilled', refunded: 0 }),
    );
  });

  test('a late payment whose refund comes back revives nothing, and can be given back again', async () => {
    const shop = await place.open({ webhooks: 'lost' });
    const { body } = await shop.jane.post('/checkout-session', gpu(2));
    await place.database.kysely.updateTable('api.order').set({ status: 'expired', next_check_at: null }).execute();
    await place.change({ held: 0, stock: 1 });
    await shop.pay(body.checkout_url);
    const [completed] = await shop.dashboard.events('checkout.session.completed');
    await post(shop, JSON.stringify(completed));
    const session = await shop.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url));
    const intent = session.payment_intent as string;
    const [refund] = (await shop.stripe.refunds.list({ payment_intent: intent })).data;
    await shop.dashboard.failRefund(refund?.id ?? '');
    await syncPayment(shop.service, intent);
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'refunded', refunded: 0 });
    expect(await place.books()).toMatchObject({ stock: 1, held: 0 });
    const again = await refundOrder(shop.service, { orderId: body.order_id, amountCents: null, reason: '' });
    expect(again).toMatchObject({ refund: { amountCents: 500, state: 'succeeded' } });
    expect(await seen(shop, body.order_id)).toMatchObject({ order_status: 'refunded', refunded: 5 });
  });
});
