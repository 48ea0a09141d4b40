// Free orders: they are orders all the same, without a page to pay on.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { receiptOf } from '../../../money/receipt/receipt.rules.ts';
import { findOrder } from '../../order/order.store.ts';
import { refundOrder } from '../refund/refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

const files = JSON.stringify({ files: { updates: 'free' } });
const free = { items: [{ product_id: 'birds', quantity: 1 }], amount: 0 };
const billing = {
  first_name: 'Jane',
  last_name: 'Doe',
  address: 'Road 1',
  city: 'Berlin',
  country: 'DE',
  postcode: '10115',
  mobile: '1234567',
  email: 'jane@example.com',
};

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'birds', product_name: 'Birds', price_micros: 0, goods: files, license: 'CC-BY-4.0' }),
      aProduct({ product_id: 'scarce', product_name: 'Scarce', price_micros: 0, stock: 100 }),
      aProduct({ product_id: 'paid', product_name: 'Paid', price_micros: 10_000_000 }),
      aProduct({ product_id: 'token', product_name: 'Token', price_micros: 125 }),
    ])
    .execute();
  shop = await startBuying(database, {
    // Nobody is asked for money.
    network: () => Promise.reject(new Error('the payment provider was asked')),
  });
  jane = await shop.customer('jane');
});
afterEach(() => shop.close());
afterAll(() => database.close());

const orders = async () => (await jane.get('/order/user/jane@example.com')).body;

test('[G-02] a free product is the buyer’s at once, with an order, an entitlement, a mail and a receipt that says Free', async () => {
  const { status, body } = await jane.post('/checkout-session', {
    ...free,
    items: [{ ...free.items[0], license: 'CC-BY-4.0' }],
  });
  expect(status).toBe(200);
  expect(body.checkout_url).toMatch(/^http:\/\/shop\.test\/success\?session_id=free_[\w-]{32}$/);
  const [order, ...others] = await orders();
  expect(others).toEqual([]);
  expect(order).toMatchObject({ order_id: body.order_id, order_status: 'fulfilled', total: 0, checkout_url: null });
  const entitlement = await database.kysely.selectFrom('api.entitlement').selectAll().executeTakeFirstOrThrow();
  expect(entitlement).toMatchObject({ order_id: body.order_id, because: 'free', license: 'CC-BY-4.0' });
  expect(shop.mails).toMatchObject([
    { subject: `Your Hearth order ${body.order_id}`, rows: [{ value: '$0.00' }, { label: 'Total', value: 'Free' }] },
  ]);
  expect(shop.mails[0]?.paragraphs.join(' ')).toContain('There was nothing to pay.');
  expect((await jane.get(`/order/${body.order_id}/receipt.pdf`)).status).toBe(200);
  const stored = await findOrder(database.kysely as never, body.order_id);
  expect(receiptOf(stored as never, shop.service.shop)).toMatchObject({
    facts: expect.arrayContaining([['Payment', 'Free']]),
    sums: [{ label: 'Total', amount: 'Free' }],
  });
});

test('the page after it verifies by the session of the order alone', async () => {
  const { body } = await jane.post('/checkout-session', free);
  const session = new URL(body.checkout_url).searchParams.get('session_id') ?? '';
  const ask = async (asker: { get: (path: string) => Promise<{ status: number; body: unknown }> }, id: string) =>
    (await asker.get(`/success?session_id=${id}`)).status;
  const eve = await shop.customer('eve');
  expect((await jane.get(`/success?session_id=${session}`)).body).toEqual({
    message: 'There was nothing to pay.',
    order_id: body.order_id,
  });
  expect([await ask(shop.api, session), await ask(eve, session)]).toEqual([200, 404]);
  expect([await ask(jane, 'free_'), await ask(jane, `free_${body.order_id}`), await ask(eve, '')]).toEqual([
    404, 404, 404,
  ]);
  expect((await jane.get('/success')).body.order_id).toBe(body.order_id);
});

test('a coupon of all of it leaves nothing to pay either, and is used once', async () => {
  const terms = {
    percent: 100,
    amount_cents: null,
    category: null,
    expires_at: null,
    customer_limit: 1,
    total_limit: 1,
  };
  await database.kysely
    .insertInto('api.coupon')
    .values({ code: 'ALLOFF', ...terms })
    .execute();
  const all = { items: [{ product_id: 'paid', quantity: 1 }], amount: 0, coupon: 'ALLOFF' };
  const { status, body } = await jane.post('/checkout-session', all);
  expect(status).toBe(200);
  expect((await orders())[0]).toMatchObject({ order_id: body.order_id, order_status: 'paid', discount: 10, total: 0 });
  const eve = await shop.customer('eve');
  expect((await eve.post('/checkout-session', all)).body.refusal).toBe('coupon_refused');
});

test('by transfer it is paid at once too, and nobody is told how to pay', async () => {
  const { status, body } = await jane.post('/order', { ...free, payment_method: 'transfer', billing });
  expect(status).toBe(201);
  expect(body).toMatchObject({ order_status: 'fulfilled', bank: null });
  expect(shop.mails.map(({ heading }) => heading)).toEqual(['Thank you for your order']);
});

test('a second click is the same order; the same again later is another one', async () => {
  const [one, other] = await Promise.all([jane.post('/checkout-session', free), jane.post('/checkout-session', free)]);
  expect(one.body).toEqual(other.body);
  expect(shop.mails).toHaveLength(1);
  shop.wait(11 * 60);
  expect((await jane.post('/checkout-session', free)).body.order_id).not.toBe(one.body.order_id);
});

test('what costs less than a cent is not free', async () => {
  const { status, body } = await jane.post('/checkout-session', {
    items: [{ product_id: 'token', quantity: 1 }],
    amount: 0,
  });
  expect([status, body.refusal]).toEqual([409, 'amount_out_of_range']);
  expect(await orders()).toEqual([]);
});

test('one account cannot take all there is for nothing, nor order without end', async () => {
  const scarce = (quantity: number) => ({ items: [{ product_id: 'scarce', quantity }], amount: 0 });
  expect((await jane.post('/checkout-session', scarce(50))).status).toBe(200);
  expect((await jane.post('/checkout-session', scarce(30))).body.refusal).toBe('hold_limit');
  const [{ stock, held }] = (await database.kysely
    .selectFrom('api.product')
    .select(['stock', 'held'])
    .where('product_id', '=', 'scarce')
    .execute()) as [{ stock: number; held: number }];
  expect([stock, held]).toEqual([50, 0]);
  shop.wait(25 * 60 * 60);
  const asked = [];
  for (let number = 0; number < 40; number++) {
    const answer = await jane.post('/checkout-session', {
      items: [{ product_id: 'birds', quantity: number + 1, buy_again: true }],
      amount: 0,
    });
    asked.push(answer.status);
  }
  expect(asked).toContain(429);
});

test('nothing goes back of nothing', async () => {
  const { body } = await jane.post('/checkout-session', free);
  const refused = await refundOrder(shop.service, { orderId: body.order_id, amountCents: null, reason: '' });
  expect(refused).toEqual({ refused: { code: 'refund_too_large', leftCents: 0 } });
  expect((await orders())[0].order_status).toBe('fulfilled');
});

test('with something that costs, the cart is paid by card as ever', async () => {
  const both = { items: [...free.items, { product_id: 'paid', quantity: 1 }], amount: 10 };
  expect((await jane.post('/checkout-session', both)).status).toBe(503);
  expect((await orders())[0]).toMatchObject({ order_status: 'pending', total: 10 });
});
