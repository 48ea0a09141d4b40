// Invariants that hold whatever happens between the cart and the receipt.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { type Buying, cards, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { settleSession } from '../payment/provider/settle-session.ts';
import { reconcile } from '../reconcile.ts';
import { refundOrder } from '../refund/refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
const INITIAL = 5;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'gpu', product_name: 'GPU hour', price_micros: 2_490_000, stock: INITIAL }))
    .execute();
});
afterEach(() => shop.close());
afterAll(() => database.close());

const gpu = (quantity: number) => ({ items: [{ product_id: 'gpu', quantity }], amount: (249 * quantity) / 100 });

/** Every order's sums, the stock, and the provider's own account, side by side. */
async function books() {
  const { rows } = await sql<
    Record<'stock' | 'held' | 'sold' | 'orders' | 'pending' | 'paid' | 'captured' | 'returned', number>
  >`
    select p.stock, p.held,
      (select coalesce(sum(l.quantity), 0)::int from api.order_line l join api."order" o using (order_id)
        where o.status in ('paid', 'fulfilled')) as sold,
      (select count(*)::int from api."order" where status in ('paid', 'fulfilled')) as orders,
      (select count(*)::int from api."order" where status = 'pending') as pending,
      (select coalesce(sum(total_cents - refunded_cents), 0)::int from api."order" where paid_at is not null) as paid,
      (select coalesce(sum(amount_received), 0)::int from payments.payment_intent) as captured,
      (select coalesce(sum(amount), 0)::int from payments.refund) as returned
    from api.product p where product_id = 'gpu'`.execute(database.kysely);
  return rows[0] as NonNullable<(typeof rows)[0]>;
}

async function expectBalance(initial = INITIAL) {
  const sums = await books();
  expect(sums.stock, JSON.stringify(sums)).toBe(initial - sums.sold);
  expect(sums.paid, JSON.stringify(sums)).toBe(sums.captured - sums.returned);
  expect(sums.stock).toBeGreaterThanOrEqual(0);
  return sums;
}

test('[C-12] fifty customers after five items: five are paid, the others are told, and nothing is sold twice', async () => {
  shop = await startBuying(database);
  const buyers = await Promise.all(Array.from({ length: 50 }, (_, index) => shop.customer(`buyer-${index}`)));
  const answers = await Promise.all(buyers.map((buyer) => buyer.post('/checkout-session', gpu(1))));
  const placed = answers.filter(({ status }) => status === 200);
  expect(placed).toHaveLength(INITIAL);
  expect(answers.filter(({ status, body }) => status === 409 && body.error === 'GPU hour is sold out.')).toHaveLength(
    45,
  );
  expect(await Promise.all(placed.map(({ body }) => shop.pay(body.checkout_url)))).toEqual([303, 303, 303, 303, 303]);
  await vi.waitFor(async () => expect((await books()).orders).toBe(5), { timeout: 20_000 });
  expect(await expectBalance()).toMatchObject({ stock: 0, held: 0, pending: 0 });
  expect(shop.mails).toHaveLength(5);
});

test('a message of the provider forty times, at once and late, pays once', async () => {
  shop = await startBuying(database, { webhooks: 'lost' });
  const jane = await shop.customer('jane');
  const { body } = await jane.post('/checkout-session', gpu(2));
  await shop.pay(body.checkout_url);
  const { data } = await shop.stripe.events.list({ limit: 100 });
  const event = data.find(({ type }) => type === 'checkout.session.completed');
  const raw = JSON.stringify(event);
  const deliver = (signature = shop.signed(raw)) =>
    jane.send('POST', '/payments/webhook', { 'stripe-signature': signature, 'content-type': 'application/json' }, raw);
  const answers = await Promise.all([
    ...Array.from({ length: 40 }, () => deliver()),
    ...Array.from({ length: 5 }, () => jane.get('/success')),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  shop.wait(3_000);
  expect((await deliver()).status).toBe(200);
  expect(await expectBalance()).toMatchObject({ stock: 3, orders: 1 });
  expect(shop.mails).toHaveLength(1);
});

test('a message that the provider did not sign, or signed long ago, is refused and changes nothing', async () => {
  shop = await startBuying(database, { webhooks: 'lost' });
  const jane = await shop.customer('jane');
  const { body } = await jane.post('/checkout-session', gpu(1));
  await shop.pay(body.checkout_url);
  const { data } = await shop.stripe.events.list({ limit: 100 });
  const raw = JSON.stringify(data.find(({ type }) => type === 'checkout.session.completed'));
  const old = shop.signed(raw);
  const send = (signature: string, text = raw) =>
    jane.send('POST', '/payments/webhook', { 'stripe-signature': signature }, text);
  expect((await send(shop.signed(raw, 'whsec_other'))).status).toBe(400);
  expect((await send(old, raw.replace('"paid"', '"unpaid"'))).status).toBe(400);
  expect((await send('')).status).toBe(400);
  expect((await send('t=1,v1=00')).status).toBe(400);
  expect((await send(shop.signed('{'), '{')).status).toBe(400);
  expect((await books()).orders).toBe(0);
});

test('a payment of another amount, currency or session is not the order’s', async () => {
  shop = await startBuying(database, { webhooks: 'lost' });
  const jane = await shop.customer('jane');
  const { body } = await jane.post('/checkout-session', gpu(1));
  const session = {
    id: new URL(body.checkout_url).pathname.split('/').at(-1) ?? '',
    url: null,
    state: 'paid' as const,
    amountCents: 249,
    currency: 'usd',
    paymentIntent: 'pi_test_forged',
    orderId: body.order_id as string,
    payInId: null,
  };
  for (const change of [{ id: 'cs_test_other' }, { orderId: 'NOPE' }])
    expect(await settleSession(shop.service, { ...session, ...change }), JSON.stringify(change)).toBe('refused');
  expect((await jane.get(`/order/${body.order_id}`)).body.order_status).toBe('pending');
  expect(shop.mails).toHaveLength(0);
  const unmatched = await database.kysely
    .selectFrom('api.unmatched_payment')
    .select(['payment_id', 'reason'])
    .orderBy('reason')
    .execute();
  expect(unmatched).toEqual([
    { payment_id: 'cs_test_other', reason: 'other_session' },
    { payment_id: session.id, reason: 'unknown_order' },
  ]);
  for (const change of [{ amountCents: 248 }, { currency: 'jpy' }, {}])
    expect(await settleSession(shop.service, { ...session, ...change }), JSON.stringify(change)).toBe('in_review');
  expect((await jane.get(`/order/${body.order_id}`)).body).toMatchObject({
    order_status: 'in_review',
    review_reason: 'amount',
  });
  expect(shop.mails.map(({ heading }) => heading)).toEqual(['We are looking at your payment']);
  expect(await books()).toMatchObject({ stock: INITIAL, held: 1 });
});

test('a payment that comes after the items were released is the buyer’s if they are there, else it goes back', async () => {
  shop = await startBuying(database, { webhooks: 'lost' });
  const [jane, eve] = [await shop.customer('jane'), await shop.customer('eve')];
  const first = (await jane.post('/checkout-session', gpu(3))).body;
  const second = (await eve.post('/checkout-session', gpu(2))).body;
  await shop.pay(first.checkout_url);
  await shop.pay(second.checkout_url);
  // Both are released without asking the provider, as no code of the shop does: the worst case.
  await database.kysely.updateTable('api.order').set({ status: 'expired' }).execute();
  await database.kysely.updateTable('api.product').set({ held: 0, stock: 4 }).where('product_id', '=', 'gpu').execute();
  const session = async (url: string) => {
    const found = await shop.service.provider.findSession(new URL(url).pathname.split('/').at(-1) ?? '');
    if (!found) throw new Error('no session');
    return found;
  };
  expect(await settleSession(shop.service, await session(first.checkout_url))).toBe('paid');
  expect(await settleSession(shop.service, await session(second.checkout_url))).toBe('refunded');
  expect(await settleSession(shop.service, await session(second.checkout_url))).toBe('refunded');
  expect((await eve.get(`/order/${second.order_id}`)).body).toMatchObject({ order_status: 'refunded', refunded: 4.98 });
  expect(await books()).toMatchObject({ stock: 1, held: 0, captured: 1_245, returned: 498 });
  expect(shop.mails.map(({ to, heading }) => [to, heading])).toEqual([
    ['jane@example.com', 'Thank you for your order'],
    ['eve@example.com', 'Your payment came too late'],
  ]);
});

test('a coupon’s limits hold when everybody comes at once', async () => {
  shop = await startBuying(database);
  await database.kysely.updateTable('api.product').set({ stock: null }).execute();
  const terms = { percent: 10, amount_cents: null, category: null, expires_at: null };
  await database.kysely
    .insertInto('api.coupon')
    .values({ code: 'FEW', ...terms, total_limit: 7, customer_limit: 1 })
    .execute();
  const buyers = await Promise.all(Array.from({ length: 20 }, (_, index) => shop.customer(`buyer-${index % 10}`)));
  const answers = await Promise.all(
    buyers.map((buyer, index) =>
      buyer.post('/checkout-session', {
        items: [{ product_id: 'gpu', quantity: index + 1 }],
        amount: Math.round(249 * (index + 1) * 0.9) / 100,
        coupon: 'few',
      }),
    ),
  );
  // A buyer's other cart takes the coupon from the first one, which ends.
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await books()).pending).toBe(7);
  const { used } = await database.kysely.selectFrom('api.coupon').select('used').executeTakeFirstOrThrow();
  const perCustomer = await database.kysely.selectFrom('api.coupon_use').select('user_id').execute();
  expect([used, new Set(perCustomer.map(({ user_id }) => user_id)).size]).toEqual([7, 7]);
});

test.each([
  ['answers 500', async () => Response.json({ error: { type: 'api_error', message: 'no' } }, { status: 500 })],
  ['answers HTML', async () => new Response('<h1>502</h1>', { status: 502, headers: { 'content-type': 'text/html' } })],
  ['answers nothing', async () => new Response('')],
  ['cannot be reached', async () => Promise.reject(new Error('connect ECONNREFUSED'))],
  [
    'is slow',
    (request: Request) =>
      new Promise<Response>((_, reject) => {
        // Asked again and again: a listener alone keeps neither the request nor its signal from being collected.
        const look = setInterval(() => {
          if (!request.signal.aborted) return;
          clearInterval(look);
          reject(request.signal.reason);
        }, 50);
      }),
  ],
])(
  'when the provider %s, the buyer is told, and the order is released or found again',
  async (_what, fault) => {
    let broken = true;
    shop = await startBuying(database, { network: (request, send) => (broken ? fault(request) : send(request)) });
    const jane = await shop.customer('jane');
    const answer = await jane.post('/checkout-session', gpu(5));
    expect([answer.status, answer.body.error]).toEqual([503, expect.stringContaining('Nothing was charged')]);
    broken = false;
    shop.wait(180);
    await reconcile(shop.service);
    expect(await books()).toMatchObject({ held: 0, pending: 0, stock: INITIAL });
    expect((await jane.post('/checkout-session', gpu(5))).status).toBe(200);
  },
  30_000,
);

test('an order that the provider does not take is released at once, and its buyer is not asked to try again', async () => {
  const no = { error: { type: 'invalid_request_error', message: 'This shop may not sell it.' } };
  shop = await startBuying(database, { network: async () => Response.json(no, { status: 400 }) });
  const jane = await shop.customer('jane');
  const answer = await jane.post('/checkout-session', gpu(5));
  expect([answer.status, answer.body.error]).toEqual([502, expect.stringContaining('does not take this order')]);
  expect(await books()).toMatchObject({ held: 0, pending: 0, stock: INITIAL });
});

test('while the provider is away, an order is neither cancelled nor verified, and its customer is asked to come again', async () => {
  let away = false;
  shop = await startBuying(database, {
    webhooks: 'lost',
    network: (request, send) => (away ? Promise.reject(new Error('connect ECONNREFUSED')) : send(request)),
  });
  const jane = await shop.customer('jane');
  const { body } = await jane.post('/checkout-session', gpu(1));
  const verified = () => jane.get('/success');
  const cancelled = () => jane.post(`/order/${body.order_id}/cancel`, {});
  away = true;
  for (const answer of [await verified(), await cancelled()])
    expect([answer.status, answer.body.message]).toEqual([503, expect.stringContaining('Try again in a minute')]);
  expect(await books()).toMatchObject({ held: 1, pending: 1 });
  away = false;
  expect(await shop.pay(String(body.checkout_url))).toBe(303);
  expect((await verified()).status).toBe(200);
  expect(await expectBalance()).toMatchObject({ stock: INITIAL - 1, held: 0 });
});

test('when the answer to the session is lost, asking again finds the same session', async () => {
  let lose = true;
  shop = await startBuying(database, {
    async network(request, send) {
      const response = await send(request);
      if (lose && request.method === 'POST') throw new Error('socket hang up');
      return response;
    },
  });
  const jane = await shop.customer('jane');
  expect((await jane.post('/checkout-session', gpu(1))).status).toBe(503);
  const { data } = await shop.stripe.checkout.sessions.list({ limit: 10 });
  expect(data).toHaveLength(1);
  expect(await shop.pay(data[0]?.url ?? '')).toBe(303);
  lose = false;
  await vi.waitFor(async () => expect((await books()).orders).toBe(1), { timeout: 10_000 });
  await reconcile(shop.service);
  expect(await expectBalance()).toMatchObject({ stock: 4, held: 0 });
});

test('after any sequence of what buyers, time and operators do, the books balance', { timeout: 240_000 }, async () => {
  shop = await startBuying(database);
  const buyers = await Promise.all(['ada', 'ben', 'cem'].map((name) => shop.customer(name)));
  const plenty = 100;
  await database.kysely.updateTable('api.product').set({ stock: plenty }).execute();
  const open: Array<{ order_id: string; checkout_url: string; buyer: (typeof buyers)[0] }> = [];
  const action = fc.oneof(
    fc.record({ do: fc.constant('order' as const), who: fc.nat(2), quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      do: fc.constantFrom('pay' as const, 'pay' as const, 'decline' as const, 'cancel' as const, 'refund' as const),
      which: fc.nat(50),
    }),
    fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 1, 1, 40) }),
    fc.record({ do: fc.constant('reconcile' as const) }),
  );
  const [actions = []] = fc.sample(fc.array(action, { minLength: 250, maxLength: 250 }), { numRuns: 1, seed: 42 });
  for (const step of actions) {
    if (step.do === 'order') {
      const buyer = buyers[step.who] as (typeof buyers)[0];
      const { status, body } = await buyer.post('/checkout-session', gpu(step.quantity));
      if (status === 200) open.push({ ...body, buyer });
    } else if (step.do === 'wait') shop.wait(step.minutes * 60);
    else if (step.do === 'reconcile') await reconcile(shop.service);
    else {
      // Mostly one of the latest.
      const order = open[open.length - 1 - (step.which % Math.min(6, Math.max(1, open.length)))];
      if (!order) continue;
      if (step.do === 'pay') await shop.pay(order.checkout_url);
      if (step.do === 'decline') await shop.pay(order.checkout_url, cards.declined);
      if (step.do === 'cancel') await order.buyer.post(`/order/${order.order_id}/cancel`, {});
      if (step.do === 'refund')
        await refundOrder(shop.service, { orderId: order.order_id, amountCents: null, reason: '' });
    }
  }
  shop.wait(45 * 60);
  await reconcile(shop.service);
  await vi.waitFor(async () => expect((await books()).pending).toBe(0), { timeout: 20_000 });
  const sums = await expectBalance(plenty);
  expect(sums.held).toBe(0);
  const confirmations = shop.mails
    .filter(({ heading }) => heading === 'Thank you for your order')
    .map(({ subject }) => subject);
  const { rows } = await sql<{ order_id: string }>`select order_id from api."order" where paid_at is not null`.execute(
    database.kysely,
  );
  expect(confirmations.sort()).toEqual(rows.map(({ order_id }) => `Your Hearth order ${order_id}`).sort());
  expect(confirmations.length).toBeGreaterThan(10);
});
