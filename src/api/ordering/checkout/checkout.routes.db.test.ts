// Buying as a customer's client does, with the real payment sandbox.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type Buying, cards, startBuying } from '../../../../test/parts/buying.ts';
import { markPaid } from './payment/mark-paid.ts';
import { reconcile } from './reconcile.ts';
import { refundOrder } from './refund/refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
type Customer = Awaited<ReturnType<Buying['customer']>>;
let jane: Customer;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'gpu', product_name: 'GPU hour', price_micros: 2_490_000, stock: 5 }),
      aProduct({
        product_id: 'data',
        product_name: 'Data set',
        price_micros: 10_000_000,
        on_sale: true,
        sale_price_micros: 7_500_000,
      }),
      aProduct({ product_id: 'token', product_name: 'Token', price_micros: 125, product_type: 'algorithm' }),
      aProduct({ product_id: 'rented', provider: 'Rented Elsewhere' }),
    ])
    .execute();
  shop = await startBuying(database);
  jane = await shop.customer('jane');
});
afterEach(() => shop.close());
afterAll(() => database.close());

const gpu = (quantity: number) => ({ items: [{ product_id: 'gpu', quantity }], amount: (249 * quantity) / 100 });

async function stockOf(productId: string) {
  const { stock, held } = await database.kysely
    .selectFrom('api.product')
    .select(['stock', 'held'])
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  return { stock, held };
}

async function checkOut(customer: Customer, purchase: object): Promise<{ checkout_url: string; order_id: string }> {
  const answer = await customer.post('/checkout-session/', purchase);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const statusOf = async (customer: Customer, id: string) => (await customer.get(`/order/${id}`)).body.order_status;

test('[E-08] [K-06] [E-07] [E-09] [P-02] from the cart to the paid order, with the prices of that moment', async () => {
  const purchase = {
    items: [
      { product_id: 'gpu', quantity: 2 },
      { product_id: 'data', quantity: 1 },
    ],
    amount: 2 * 2.49 + 7.5,
  };
  const { checkout_url, order_id } = await checkOut(jane, purchase);
  expect(await stockOf('gpu')).toEqual({ stock: 5, held: 2 });
  expect((await jane.get('/success/')).status).toBe(409);

  await database.kysely
    .updateTable('api.product')
    .set({ price_micros: 99_000_000 })
    .where('product_id', '=', 'gpu')
    .execute();
  expect(await shop.pay(checkout_url)).toBe(303);
  expect((await jane.get('/success/')).body).toEqual({ message: 'The payment has arrived.', order_id });
  const session = new URL(checkout_url).pathname.split('/').at(-1);
  expect((await shop.api.get(`/success?session_id=${session}`)).body.order_id).toBe(order_id);

  const { body: orders } = await jane.get('/order/user/jane@example.com');
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({
    order_id,
    order_status: 'paid',
    total: 12.48,
    products: [
      { product_id: 'gpu', product_name: 'GPU hour', num: 2, unit_price: 2.49, amount: 4.98 },
      { product_id: 'data', product_name: 'Data set', num: 1, unit_price: 7.5, amount: 7.5 },
    ],
  });
  expect(await stockOf('gpu')).toEqual({ stock: 3, held: 0 });
});

test('[K-14] the promised confirmation is sent once, with the receipt', async () => {
  const { checkout_url, order_id } = await checkOut(jane, gpu(1));
  await shop.pay(checkout_url);
  await jane.get('/success/');
  await reconcile(shop.service);
  expect(shop.mails).toHaveLength(1);
  const [mail] = shop.mails;
  expect(mail).toMatchObject({ to: 'jane@example.com', subject: `Your Hearth order ${order_id}` });
  // Receipts are drawn by the delivery of the email, not when an order is settled.
  expect(mail?.attachments).toEqual([
    { filename: `receipt-${order_id}.pdf`, contentType: 'application/pdf', source: 'receipt', id: order_id },
  ]);
  expect(Buffer.from(await shop.receipts.find(order_id)).toString('latin1', 0, 5)).toBe('%PDF-');
  const receipt = await jane.get(`/order/${order_id}/receipt.pdf`);
  expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test('whoever comes back from paying finds the order paid', async () => {
  const { checkout_url, order_id } = await checkOut(jane, gpu(1));
  expect(await shop.pay(checkout_url)).toBe(303);
  expect(await statusOf(jane, order_id)).toBe('paid');
});

test('nobody pays whose confirmation could not be sent', async () => {
  const quoted = await shop.api.signIn({ email: '"jane doe"@example.com', nickname: 'jane' });
  const answer = await quoted.post('/checkout-session/', gpu(1));
  expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('e-mail address') } });
  expect(await stockOf('gpu')).toEqual({ stock: 5, held: 0 });
});

test('a declined card leaves the order waiting, and another card pays it', async () => {
  const { checkout_url, order_id } = await checkOut(jane, gpu(1));
  expect(await shop.pay(checkout_url, cards.declined)).toBe(402);
  expect(await shop.pay(checkout_url, cards.noFunds)).toBe(402);
  expect(await statusOf(jane, order_id)).toBe('pending');
  expect(await shop.pay(checkout_url)).toBe(303);
  await jane.get('/success/');
  expect(await statusOf(jane, order_id)).toBe('paid');
});

test('[K-15] the amount is the shop’s: anything else is refused with a reason, and nothing is stored', async () => {
  for (const amount of [0.01, 2.48, 2.5, 0, 249]) {
    const answer = await jane.post('/checkout-session', { ...gpu(1), amount });
    expect([answer.status, answer.body.error], String(amount)).toEqual([409, expect.stringContaining('$2.49')]);
  }
  for (const amount of [null, '2.49', undefined, [2.49], -2.49, 1e308])
    expect((await jane.post('/checkout-session', { ...gpu(1), amount })).status).toBe(400);
  const infinite = await jane.send(
    'POST',
    '/checkout-session',
    { 'content-type': 'application/json' },
    '{"amount":1e309,"items":[{"product_id":"gpu","quantity":1}]}',
  );
  expect(infinite.status).toBe(400);
  expect((await jane.get('/order/user/jane@example.com')).body).toEqual([]);
  expect(await stockOf('gpu')).toEqual({ stock: 5, held: 0 });
});

test('0.1 + 0.2 is 0.3, and fractions of a cent are rounded once a line', async () => {
  const items = [
    { product_id: 'gpu', quantity: 1 },
    { product_id: 'token', quantity: 1_000 },
  ];
  for (const amount of [2.62, 2.49 + 1_000 * 0.000125]) {
    const { order_id } = await checkOut(jane, { items, amount });
    expect((await jane.get(`/order/${order_id}`)).body.total).toBe(2.62);
  }
});

test.each([
  [{ items: [], amount: 1 }, 400, 'Your cart is empty.', 'cart_empty'],
  [
    { items: [{ product_id: 'gpu', quantity: 6 }], amount: 14.94 },
    409,
    'Only 5 of GPU hour can be had now.',
    'out_of_stock',
  ],
  [{ items: [{ product_id: 'none', quantity: 1 }], amount: 1 }, 409, 'not sold any more', 'not_sold'],
  [
    { items: [{ product_id: 'rented', quantity: 1 }], amount: 2.5 },
    409,
    'is rented at its provider',
    'rented_elsewhere',
  ],
  [{ items: [{ product_id: 'token', quantity: 1 }], amount: 0 }, 409, 'smallest amount', 'amount_out_of_range'],
  [{ items: [{ product_id: 'gpu', quantity: 1 }], amount: 2.5 }, 409, 'The total is $2.49 now', 'price_changed'],
  [{ items: [{ product_id: 'gpu', quantity: 1 }], amount: 2.49, coupon: 'NONE' }, 409, 'not known', 'coupon_refused'],
  [{ items: [{ product_id: 'gpu', quantity: 0 }], amount: 0 }, 400, 'quantity'],
  [{ items: [{ product_id: 'gpu', quantity: -1 }], amount: 2.49 }, 400, 'quantity'],
  [{ items: [{ product_id: 'gpu', quantity: 1.5 }], amount: 3.74 }, 400, 'quantity'],
  [{ items: [{ product_id: 'g\u0000', quantity: 1 }], amount: 3 }, 409, 'not sold any more', 'not_sold'],
  [{ amount: 2.49 }, 400, 'items'],
])('[K-08] %o is refused with its reason in `error`', async (purchase, status, reason, refusal?: string) => {
  const { status: answered, body } = await jane.post('/checkout-session/', purchase);
  expect([answered, body.error, body.refusal]).toEqual([status, expect.stringContaining(reason), refusal]);
});

test('[K-08] more than can be paid by card at once is refused before there is an order', async () => {
  await database.kysely
    .updateTable('api.product')
    .set({ price_micros: 1_000_000_000, stock: null })
    .where('product_id', '=', 'gpu')
    .execute();
  const thousands = (quantity: number) => ({ items: [{ product_id: 'gpu', quantity }], amount: 1_000 * quantity });
  const refused = await jane.post('/checkout-session', thousands(1_000));
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('$999,999.99')]);
  expect((await jane.get('/order/user/jane@example.com')).body).toEqual([]);
  expect((await jane.post('/checkout-session', thousands(999))).status).toBe(200);
});

test('[E-07] orders, receipts, sessions and cancellations are their owner’s alone', async () => {
  const { order_id } = await checkOut(jane, gpu(1));
  const eve = await shop.customer('eve');
  expect((await eve.get(`/order/${order_id}`)).status).toBe(404);
  expect((await eve.get('/order/user/jane@example.com')).status).toBe(404);
  expect((await eve.get(`/order/${order_id}/receipt.pdf`)).status).toBe(404);
  expect((await eve.post(`/order/${order_id}/cancel`, {})).status).toBe(404);
  expect((await eve.get('/success')).status).toBe(404);
  expect((await shop.api.get(`/order/${order_id}`)).status).toBe(401);
  expect((await shop.api.post('/checkout-session', gpu(1))).status).toBe(401);
  expect((await jane.get('/order/user/eve@example.com')).status).toBe(404);
  expect((await jane.get('/order/nope')).status).toBe(404);
  expect((await jane.get('/order/%00')).status).toBe(404);
});

test('the same cart from two tabs is one order; another cart is another', async () => {
  const first = await checkOut(jane, gpu(2));
  expect(await checkOut(jane, gpu(2))).toEqual(first);
  const other = await checkOut(jane, gpu(1));
  expect(other.order_id).not.toBe(first.order_id);
  expect(await stockOf('gpu')).toEqual({ stock: 5, held: 3 });
  await shop.pay(first.checkout_url);
  await shop.pay(other.checkout_url);
  await reconcile(shop.service);
  expect(await checkOut(jane, gpu(2)).catch(String)).not.toEqual(first);
});

test('what a buyer’s own unpaid order holds does not keep them from buying it', async () => {
  const first = await checkOut(jane, gpu(5));
  const second = await checkOut(jane, gpu(3));
  expect(await statusOf(jane, first.order_id)).toBe('cancelled');
  expect(await shop.pay(first.checkout_url)).not.toBe(303);
  expect(await stockOf('gpu')).toEqual({ stock: 5, held: 3 });
  expect(await shop.pay(second.checkout_url)).toBe(303);
});

test('a coupon and items that different unpaid orders of the buyer hold are both had again; what is sold out ends neither', async () => {
  await database.kysely
    .insertInto('api.coupon')
    .values(coupon({ code: 'ONCE', percent: 50, total_limit: 1 }))
    .execute();
  const items = await checkOut(jane, gpu(5));
  const taken = await checkOut(jane, { items: [{ product_id: 'data', quantity: 1 }], amount: 3.75, coupon: 'once' });
  await database.kysely.updateTable('api.product').set({ stock: 0 }).where('product_id', '=', 'token').execute();
  const soldOut = { items: [{ product_id: 'token', quantity: 8_000 }], amount: 1, coupon: 'once' };
  expect((await jane.post('/checkout-session', soldOut)).body.refusal).toBe('out_of_stock');
  expect([await statusOf(jane, items.order_id), await statusOf(jane, taken.order_id)]).toEqual(['pending', 'pending']);
  await checkOut(jane, { ...gpu(4), amount: 4.98, coupon: 'once' });
  expect([await statusOf(jane, items.order_id), await statusOf(jane, taken.order_id)]).toEqual([
    'cancelled',
    'cancelled',
  ]);
});

test('a cancelled order releases what it holds, at the provider first', async () => {
  const { checkout_url, order_id } = await checkOut(jane, gpu(2));
  expect((await jane.post(`/order/${order_id}/cancel`, {})).body).toMatchObject({
    order_status: 'cancelled',
    checkout_url: null,
  });
  expect(await stockOf('gpu')).toEqual({ stock: 5, held: 0 });
  expect(await shop.pay(checkout_url)).not.toBe(303);
  expect((await jane.post(`/order/${order_id}/cancel`, {})).body.order_status).toBe('cancelled');
});

test('cancelling what is paid already finds it paid', async () => {
  shop.close();
  shop = await startBuying(database, { webhooks: 'lost' });
  jane = await shop.customer('jane');
  const { checkout_url, order_id } = await checkOut(jane, gpu(2));
  await shop.pay(checkout_url);
  expect(await statusOf(jane, order_id)).toBe('pending');
  expect((await jane.post(`/order/${order_id}/cancel`, {})).body.order_status).toBe('paid');
  expect(await stockOf('gpu')).toEqual({ stock: 3, held: 0 });
});

test('an order whose time is over expires, and gives its items and its coupon back', async () => {
  await database.kysely
    .insertInto('api.coupon')
    .values(coupon({ code: 'ONCE', percent: 50, total_limit: 1 }))
    .execute();
  const { order_id } = await checkOut(jane, { ...gpu(2), coupon: 'once', amount: 2.49 });
  shop.wait(32 * 60);
  await reconcile(shop.service);
  expect(await statusOf(jane, order_id)).toBe('expired');
  expect(await stockOf('gpu')).toEqual({ stock: 5, held: 0 });
  await checkOut(jane, { ...gpu(2), coupon: 'once', amount: 2.49 });
});

test('a payment whose message was lost is found by asking', async () => {
  shop.close();
  shop = await startBuying(database, { webhooks: 'lost' });
  jane = await shop.customer('jane');
  const { checkout_url, order_id } = await checkOut(jane, gpu(1));
  await shop.pay(checkout_url);
  shop.wait(120);
  await reconcile(shop.service);
  expect(await statusOf(jane, order_id)).toBe('paid');
  expect(shop.mails).toHaveLength(1);
});

function coupon(given: object) {
  return {
    percent: null,
    amount_cents: null,
    category: null,
    expires_at: null,
    total_limit: null,
    customer_limit: null,
    code: 'SAVE',
    ...given,
  };
}

test('[C-03] a coupon is quoted, taken off the order and the payment, and counted', async () => {
  await database.kysely
    .insertInto('api.coupon')
    .values([
      coupon({ code: 'TENTH', percent: 10, customer_limit: 1 }),
      coupon({ code: 'OLD', amount_cents: 100, expires_at: new Date(0) }),
    ])
    .execute();
  const quote = await jane.post('/cart/quote', { items: gpu(4).items, coupon: ' tenth ' });
  expect(quote.body).toMatchObject({ subtotal: 9.96, discount: 1, total: 8.96, coupon: 'TENTH', coupon_problem: null });
  expect((await jane.post('/cart/quote', { items: gpu(4).items, coupon: 'old' })).body).toMatchObject({
    discount: 0,
    total: 9.96,
    coupon_problem: 'This coupon has expired.',
  });
  expect((await jane.post('/checkout-session', { ...gpu(4), coupon: 'OLD' })).body.error).toBe(
    'This coupon has expired.',
  );

  const { checkout_url, order_id } = await checkOut(jane, { ...gpu(4), amount: 8.96, coupon: 'tenth' });
  await shop.pay(checkout_url);
  await jane.get('/success');
  expect((await jane.get(`/order/${order_id}`)).body).toMatchObject({ order_status: 'paid', discount: 1, total: 8.96 });
  expect((await jane.post('/cart/quote', { items: gpu(1).items, coupon: 'tenth' })).body.coupon_problem).toMatch(
    /already/,
  );
});

test('refunds never exceed what was paid; the last of them puts the items back', async () => {
  const { checkout_url, order_id } = await checkOut(jane, gpu(2));
  await shop.pay(checkout_url);
  await jane.get('/success');
  const refund = (amountCents: number | null) =>
    refundOrder(shop.service, { orderId: order_id, amountCents, reason: '' });
  expect(await refund(499)).toEqual({ refused: { code: 'refund_too_large', leftCents: 498 } });
  expect(await refund(98)).toEqual({ refund: { amountCents: 98, state: 'succeeded', failure: null } });
  expect((await jane.get(`/order/${order_id}`)).body).toMatchObject({ order_status: 'paid', refunded: 0.98 });
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => refund(100)));
  expect(outcomes.filter((outcome) => 'refund' in outcome)).toHaveLength(4);
  expect((await jane.get(`/order/${order_id}`)).body).toMatchObject({ order_status: 'refunded', refunded: 4.98 });
  expect(await stockOf('gpu')).toEqual({ stock: 5, held: 0 });
  const { data } = await shop.stripe.refunds.list({ limit: 100 });
  expect(data.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0)).toBe(498);
});

test('[K-05] an order by transfer or check waits for the operator’s word', async () => {
  const billing = {
    first_name: 'Jane',
    last_name: 'Example',
    address: '1 Example Street',
    city: 'Berlin',
    country: 'DE',
    postcode: '10115',
    mobile: '+49 30 1234567',
    email: 'jane@example.com',
  };
  const answer = await jane.post('/order', { ...gpu(1), payment_method: 'transfer', billing });
  expect([answer.status, answer.body.order_status, answer.body.checkout_url]).toEqual([201, 'pending', null]);
  expect(answer.body.bank).toMatchObject({ holder: 'Hearth Marketplace', iban: 'DE75 5121 0800 1245 1261 99' });
  expect(shop.mails).toMatchObject([
    { to: 'jane@example.com', subject: `How to pay your Hearth order ${answer.body.order_id}` },
  ]);
  for (const country of ['', 'Germany', 'de', 'XX', 'EU', 5])
    expect(
      (await jane.post('/order', { ...gpu(1), payment_method: 'transfer', billing: { ...billing, country } })).status,
    ).toBe(400);
  expect(
    (await jane.post('/order', { ...gpu(1), payment_method: 'transfer', billing: { ...billing, city: '' } })).status,
  ).toBe(400);
  expect(await markPaid(shop.service, answer.body.order_id)).toBe('paid');
  expect(await markPaid(shop.service, answer.body.order_id)).toBe('paid');
  expect((await jane.get(`/order/${answer.body.order_id}`)).body).toMatchObject({ order_status: 'paid', bank: null });
  expect(shop.mails).toHaveLength(2);
});

test('placing an order changes nothing that is cached for visitors; selling does', async () => {
  await shop.api.version.refresh();
  const before = shop.api.version.current();
  const { checkout_url } = await checkOut(jane, gpu(1));
  await shop.api.version.refresh();
  expect(shop.api.version.current()).toBe(before);
  await shop.pay(checkout_url);
  await jane.get('/success');
  await shop.api.version.refresh();
  expect(shop.api.version.current()).not.toBe(before);
  expect((await shop.api.get('/product/gpu')).body.stock).toBe(4);
});

test('the tables hold what the orders say', async () => {
  const { checkout_url } = await checkOut(jane, gpu(3));
  await shop.pay(checkout_url);
  await jane.get('/success');
  const { rows } = await sql<{ orders: number; lines: number }>`
    select (select sum(total_cents) from api."order") as orders, (select sum(amount_cents - discount_cents) from api.order_line) as lines`.execute(
    database.kysely,
  );
  expect(Number(rows[0]?.orders)).toBe(Number(rows[0]?.lines));
});

test('[E-10] a review is shown as verified where a paid order backs it, and only as long as it does', async () => {
  const review = {
    product_id: 'gpu',
    rate: 5,
    review_text: 'Does what it says.',
    verified_purchase: true,
    helpful_count: 99,
  };
  expect((await jane.post('/review', review)).body).toMatchObject({ verified_purchase: false, helpful_count: 0 });
  const { checkout_url, order_id } = await checkOut(jane, gpu(1));
  await shop.pay(checkout_url);
  await jane.get('/success');
  expect((await shop.api.get('/review/product/gpu')).body).toMatchObject([{ verified_purchase: true }]);
  const ann = await shop.customer('ann');
  expect((await ann.post('/review', review)).body.verified_purchase).toBe(false);
  await refundOrder(shop.service, { orderId: order_id, amountCents: null, reason: '' });
  expect(
    (await shop.api.get('/review/product/gpu')).body.map(
      (shown: { verified_purchase: boolean }) => shown.verified_purchase,
    ),
  ).toEqual([false, false]);
});

test('whoever deletes the account leaves the orders behind, without a name', async () => {
  const { checkout_url, order_id } = await checkOut(jane, gpu(1));
  await shop.pay(checkout_url);
  await jane.get('/success');
  expect((await jane.delete('/user/jane@example.com')).status).toBe(204);
  expect((await jane.get(`/order/${order_id}`)).status).toBe(404);
  const row = await database.kysely.selectFrom('api.order').select(['user_id', 'status']).executeTakeFirstOrThrow();
  expect(row).toEqual({ user_id: null, status: 'paid' });
});
