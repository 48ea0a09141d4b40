// One buyer's same cart is one order with one payment, whatever the timing, on any number of processes.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { billing, gpu, STOCK, sessionOf, shopOfOneProduct } from '../../../../../test/parts/shop-of-one-product.ts';
import { reconcile } from '../reconcile.ts';

const place = shopOfOneProduct();
const orders = () => place.database.kysely.selectFrom('api.order').select(['order_id', 'status']).execute();
const noConnection = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));

test('[K-06] twenty equal requests at two processes are one order with one session', async () => {
  const slow = async (request: Request, send: (request: Request) => Promise<Response>) => {
    const answer = await send(request);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return answer;
  };
  const [one, other] = [await place.open({ network: slow }), await place.open({ network: slow })];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? one.jane.post('/checkout-session', gpu(2))
        : other.api
            .signIn({ email: 'jane@example.com', nickname: 'jane' })
            .then((jane) => jane.post('/checkout-session', gpu(2))),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.checkout_url)).size).toBe(1);
  expect(await orders()).toHaveLength(1);
  expect((await one.stripe.checkout.sessions.list({ limit: 100 })).data).toHaveLength(1);
  expect(await place.books()).toMatchObject({ held: 2 });
});

test('a retry after a lost answer is the same order, and its coupon is not used already', async () => {
  let lose = true;
  const shop = await place.open({
    async network(request, send) {
      const response = await send(request);
      if (lose && request.method === 'POST') throw new Error('socket hang up');
      return response;
    },
  });
  const terms = {
    percent: 50,
    amount_cents: null,
    category: null,
    expires_at: null,
    total_limit: 1,
    customer_limit: 1,
  };
  await place.database.kysely
    .insertInto('api.coupon')
    .values({ code: 'ONCE', ...terms })
    .execute();
  const purchase = { ...gpu(2), amount: 2.5, coupon: 'once' };
  expect((await shop.jane.post('/checkout-session', purchase)).status).toBe(503);
  lose = false;
  const again = await shop.jane.post('/checkout-session', purchase);
  expect(again.status, JSON.stringify(again.body)).toBe(200);
  expect(await orders()).toHaveLength(1);
  expect((await shop.stripe.checkout.sessions.list({ limit: 100 })).data).toHaveLength(1);
  expect(await place.books()).toMatchObject({ held: 2 });
});

test('a retry long after the answer was lost places the order again, and gives back what the first one took', async () => {
  let lose = true;
  const shop = await place.open({
    network: async (request, send) => (lose ? Promise.reject(new Error('socket hang up')) : send(request)),
  });
  expect((await shop.jane.post('/checkout-session', gpu(STOCK))).status).toBe(503);
  lose = false;
  shop.wait(150);
  expect((await shop.jane.post('/checkout-session', gpu(STOCK))).status).toBe(200);
  expect((await orders()).map(({ status }) => status).sort()).toEqual(['cancelled', 'pending']);
  expect(await place.books()).toMatchObject({ held: STOCK });
});

test('[K-08] where the provider cannot be reached nothing stays held, and the buyer is told when to come again', async () => {
  const shop = await place.open({ network: noConnection });
  const answer = await shop.jane.post('/checkout-session', gpu(3));
  expect([answer.status, answer.body.error]).toEqual([503, expect.stringContaining('Nothing was charged')]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await orders()).toMatchObject([{ status: 'cancelled' }]);
  expect(await place.books()).toMatchObject({ held: 0 });
});

test('a key that the provider does not take leaves nothing held either', async () => {
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' };
  const shop = await place.open({ network: async () => Response.json({ error }, { status: 401 }) });
  expect((await shop.jane.post('/checkout-session', gpu(3))).status).toBe(503);
  expect(await place.books()).toMatchObject({ held: 0 });
});

test('an answer that is no session is not believed', async () => {
  const answers = [
    { id: 'cs_test_1', url: 'javascript:alert(1)', payment_status: 'unpaid', status: 'open' },
    { id: 'cs_test_1', url: 'https://pay.example', payment_status: 'maybe', status: 'open' },
    { object: 'checkout.session' },
    null,
  ];
  for (const answer of answers) {
    const shop = await place.open({ network: async () => Response.json(answer) });
    expect((await shop.jane.post('/checkout-session', gpu(1))).status, JSON.stringify(answer)).toBe(503);
  }
});

test('a cart that was paid a moment ago is not charged again by a second tab', async () => {
  const shop = await place.open({ webhooks: 'lost' });
  const first = (await shop.jane.post('/checkout-session', gpu(1))).body;
  expect(await shop.pay(first.checkout_url)).toBe(303);
  const second = await shop.jane.post('/checkout-session', gpu(1));
  expect([second.status, second.body.error]).toEqual([409, expect.stringContaining(first.order_id)]);
  expect((await shop.jane.get(`/order/${first.order_id}`)).body.order_status).toBe('paid');
  const meant = await shop.jane.post('/checkout-session', gpu(1));
  expect([meant.status, meant.body.order_id === first.order_id]).toEqual([200, false]);
});

test('a session that the provider has ended makes room for a new order', async () => {
  const shop = await place.open({ webhooks: 'lost' });
  const first = (await shop.jane.post('/checkout-session', gpu(1))).body;
  await shop.stripe.checkout.sessions.expire(sessionOf(first.checkout_url));
  const second = (await shop.jane.post('/checkout-session', gpu(1))).body;
  expect(second.order_id).not.toBe(first.order_id);
  expect(await place.books()).toMatchObject({ held: 1 });
});

test('the same order by transfer, sent twice, is one order', async () => {
  const shop = await place.open();
  const order = { ...gpu(1), payment_method: 'transfer', billing };
  const answers = await Promise.all([shop.jane.post('/order', order), shop.jane.post('/order', order)]);
  answers.push(await shop.jane.post('/order', order));
  expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1);
  shop.wait(11 * 60);
  expect((await shop.jane.post('/order', order)).body.order_id).not.toBe(answers[0]?.body.order_id);
});

test('[K-08] a refusal names the line and both prices', async () => {
  const shop = await place.open();
  const answer = await shop.jane.post('/checkout-session', {
    items: [{ product_id: 'gpu', quantity: 2, price: 2 }],
    amount: 4,
  });
  expect([answer.status, answer.body.error]).toEqual([
    409,
    'GPU hour costs $2.50 now, not $2.00. The total is $5.00 now, not $4.00. Look at your cart and try again.',
  ]);
});

test('sessions that the provider does not know, and orders that fail, keep no other order from ending', async () => {
  const failing = new Set<string>();
  const shop = await place.open({
    webhooks: 'lost',
    network: (request, send) =>
      [...failing].some((id) => request.url.includes(id)) ? Promise.reject(new Error('socket hang up')) : send(request),
  });
  await place.change({ stock: null });
  const placed = [];
  for (let index = 1; index <= 60; index++) {
    const buyer = await shop.customer(`buyer-${index}`);
    placed.push((await buyer.post('/checkout-session', gpu(1))).body);
  }
  const unknown = placed.slice(0, 50).map(({ order_id }) => order_id);
  await sql`update api."order" set session_id = 'cs_test_gone' || order_id where order_id = any(${unknown})`.execute(
    place.database.kysely,
  );
  for (const { checkout_url } of placed.slice(50, 55)) failing.add(sessionOf(checkout_url));
  shop.wait(32 * 60);
  await reconcile(shop.service);
  const left = (await orders()).filter(({ status }) => status === 'pending').map(({ order_id }) => order_id);
  expect(left.sort()).toEqual(
    placed
      .slice(50, 55)
      .map(({ order_id }) => order_id)
      .sort(),
  );
  failing.clear();
  shop.wait(60);
  await reconcile(shop.service);
  expect((await orders()).filter(({ status }) => status !== 'expired')).toEqual([]);
});
