import { describe, expect, test } from 'vitest';
import {
  aLine,
  aSession,
  eachWithPayments,
  HOUR,
  type openPaymentsDatabase,
  origin,
  startPayments,
  type TestPayments,
} from '../../../../test/parts/payments.ts';

let database: Awaited<ReturnType<typeof openPaymentsDatabase>>;
let payments: TestPayments;
let sessions: TestPayments['stripe']['checkout']['sessions'];
eachWithPayments((started, opened) => {
  database = opened;
  payments = started;
  sessions = payments.stripe.checkout.sessions;
});

const seconds = () => Math.floor(Date.now() / 1_000);

describe('a new session', () => {
  test('is open, unpaid, and has a page until it expires a day later', async () => {
    const session = await payments.createSession({
      client_reference_id: 'order-7',
      customer_email: 'ada@example.com',
      metadata: { order_id: 'order-7' },
      line_items: [aLine(1_250, 2), aLine(99)],
    });
    expect(session).toMatchObject({
      id: expect.stringMatching(/^cs_test_[0-9A-Za-z]{58}$/),
      object: 'checkout.session',
      mode: 'payment',
      ui_mode: 'hosted_page',
      livemode: false,
      status: 'open',
      payment_status: 'unpaid',
      amount_subtotal: 2_599,
      amount_total: 2_599,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      currency: 'usd',
      client_reference_id: 'order-7',
      metadata: { order_id: 'order-7' },
      customer: null,
      customer_email: 'ada@example.com',
      customer_details: { email: 'ada@example.com', name: null },
      payment_intent: null,
      success_url: `${origin}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/cart`,
      url: `${origin}/pay/${session.id}`,
    });
    expect(session.expires_at - session.created).toBe(24 * 3_600);
    expect(await sessions.retrieve(session.id)).toEqual(session);
  });

  test('may expire between half an hour and a day later, and not before or after', async () => {
    for (const lifetime of [1_860, 86_000]) {
      const expires_at = seconds() + lifetime;
      expect((await payments.createSession({ expires_at })).expires_at).toBe(expires_at);
    }
    for (const lifetime of [-60, 1_790, 86_500]) {
      const refused = payments.createSession({ expires_at: seconds() + lifetime });
      await expect(refused).rejects.toMatchObject({ statusCode: 400, param: 'expires_at' });
    }
  });

  test('knows its lines', async () => {
    const line_items = Array.from({ length: 12 }, (_, index) => aLine(100 + index, 2));
    const { id } = await payments.createSession({ line_items });
    const first = await sessions.listLineItems(id);
    expect(first).toMatchObject({ object: 'list', has_more: true, url: `/v1/checkout/sessions/${id}/line_items` });
    expect(first.data).toHaveLength(10);
    expect(first.data[3]).toMatchObject({
      object: 'item',
      description: 'GPU hours',
      quantity: 2,
      amount_total: 206,
      currency: 'usd',
      price: { unit_amount: 103, type: 'one_time' },
    });
    expect(String(first.data[3]?.price?.unit_amount_decimal)).toBe('103');
    const all = await sessions.listLineItems(id, { limit: 5 }).autoPagingToArray({ limit: 50 });
    expect(all.map(({ amount_total }) => amount_total)).toEqual(line_items.map((_, index) => 200 + 2 * index));
    const expanded = await sessions.retrieve(id, { expand: ['line_items'] });
    expect(expanded.line_items?.data).toHaveLength(12);
    await expect(sessions.listLineItems(id, { starting_after: 'li_other' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'starting_after',
    });
  });

  test('may belong to a customer, who must be known', async () => {
    const customer = await payments.stripe.customers.create({ email: 'ada@example.com', metadata: { user: '7' } });
    expect(customer).toMatchObject({ id: expect.stringMatching(/^cus_/), email: 'ada@example.com', livemode: false });
    expect(await payments.stripe.customers.retrieve(customer.id)).toEqual(customer);
    const session = await payments.createSession({ customer: customer.id });
    expect(session.customer).toBe(customer.id);
    expect((await sessions.retrieve(session.id, { expand: ['customer'] })).customer).toEqual(customer);
    expect((await payments.page(`/pay/${session.id}`)).text).toContain('value="ada@example.com"');
    await expect(payments.createSession({ customer: 'cus_unknown' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    });
    await expect(
      payments.createSession({ customer: customer.id, customer_email: 'eve@example.com' }),
    ).rejects.toMatchObject({ statusCode: 400, code: 'parameters_exclusive' });
    await expect(payments.stripe.customers.retrieve('cus_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('in a currency without decimals is told in that currency', async () => {
    const price_data = { currency: 'jpy', unit_amount: 1_250, product_data: { name: 'GPU 時間', description: '一日' } };
    const session = await payments.createSession({ line_items: [{ quantity: 2, price_data }] });
    expect(session).toMatchObject({ currency: 'jpy', amount_total: 2_500 });
    const { text } = await payments.page(`/pay/${session.id}`);
    for (const part of ['Pay ¥2,500', '2 × ¥1,250', 'GPU 時間', '一日']) expect(text).toContain(part);
  });
});

describe('a paid session', () => {
  test('is complete, has no page, and knows its customer and its payment', async () => {
    const { id } = await payments.createSession({
      payment_intent_data: { description: 'Order 7', metadata: { order_id: '7' } },
    });
    await payments.pay({ id });
    const session = await sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: {
        email: 'ada@example.com',
        name: 'Ada Lovelace',
        address: { country: 'GB', postal_code: 'SW1A 1AA' },
      },
      payment_intent: {
        id: expect.stringMatching(/^pi_/),
        status: 'succeeded',
        amount: 1_250,
        amount_received: 1_250,
        currency: 'usd',
        description: 'Order 7',
        metadata: { order_id: '7' },
        last_payment_error: null,
        latest_charge: {
          id: expect.stringMatching(/^ch_/),
          amount_captured: 1_250,
          amount_refunded: 0,
          paid: true,
          status: 'succeeded',
          billing_details: { name: 'Ada Lovelace' },
          payment_method_details: { card: { brand: 'visa', last4: '4242', exp_month: 12 } },
        },
      },
    });
  });

  test('is found by its payment', async () => {
    const [first, second] = [await payments.createSession(), await payments.createSession()];
    await payments.pay(first);
    await payments.pay(second);
    const { payment_intent } = await sessions.retrieve(first.id);
    const found = await sessions.list({ payment_intent: payment_intent as string });
    expect(found.data.map(({ id }) => id)).toEqual([first.id]);
    expect((await sessions.list({ payment_intent: 'pi_unknown' })).data).toEqual([]);
    const intents = await payments.stripe.paymentIntents.list({ expand: ['data.latest_charge'] });
    expect(intents.data).toHaveLength(2);
    expect(await payments.stripe.paymentIntents.retrieve(payment_intent as string)).toMatchObject({
      id: payment_intent,
      status: 'succeeded',
    });
  });
});

test('sessions are listed newest first, page by page, by their state', async () => {
  const made: string[] = [];
  for (let index = 0; index < 5; index++) made.push((await payments.createSession()).id);
  await payments.pay({ id: made[2] ?? '' });
  const page = await sessions.list({ limit: 2 });
  expect(page).toMatchObject({ object: 'list', has_more: true, url: '/v1/checkout/sessions' });
  expect(page.data.map(({ id }) => id)).toEqual([made[4], made[3]]);
  const next = await sessions.list({ limit: 3, starting_after: made[3] ?? '' });
  expect(next.data.map(({ id }) => id)).toEqual([made[2], made[1], made[0]]);
  expect(next.has_more).toBe(false);
  const all = await sessions.list({ limit: 2 }).autoPagingToArray({ limit: 50 });
  expect(all.map(({ id }) => id)).toEqual(made.toReversed());
  expect((await sessions.list({ status: 'complete', expand: ['data.payment_intent'] })).data).toMatchObject([
    { id: made[2], payment_intent: { status: 'succeeded' } },
  ]);
  await expect(sessions.list({ starting_after: 'cs_test_other' })).rejects.toMatchObject({ statusCode: 400 });
  await expect(sessions.list({ limit: 101 })).rejects.toMatchObject({ code: 'parameter_invalid_integer' });
});

describe('an expired session', () => {
  const expiredEvents = () => payments.stripe.events.list({ type: 'checkout.session.expired' });

  test('by the shop: it is closed once and for all', async () => {
    const { id } = await payments.createSession();
    expect(await sessions.expire(id)).toMatchObject({ id, status: 'expired', payment_status: 'unpaid', url: null });
    await expect(sessions.expire(id)).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      message: expect.stringContaining('This Checkout Session has a status of `expired`'),
    });
    expect((await payments.pay({ id })).status).toBe(410);
    expect((await expiredEvents()).data).toMatchObject([{ data: { object: { id, status: 'expired' } } }]);
  });

  test('that was paid before cannot be expired', async () => {
    const { id } = await payments.createSession();
    await payments.pay({ id });
    await expect(sessions.expire(id)).rejects.toThrow('This Checkout Session has a status of `complete`');
    expect(await sessions.retrieve(id)).toMatchObject({ status: 'complete' });
  });

  test('by time: whoever reads it finds it expired, and the shop hears of it once', async () => {
    const { id } = await payments.createSession();
    payments.clock.ahead = 24 * HOUR - 60_000;
    expect(await sessions.retrieve(id)).toMatchObject({ status: 'open' });
    payments.clock.ahead = 24 * HOUR;
    expect(await Promise.all([sessions.retrieve(id), sessions.retrieve(id)])).toMatchObject([
      { status: 'expired', url: null },
      { status: 'expired', url: null },
    ]);
    expect((await expiredEvents()).data).toMatchObject([{ data: { object: { id } } }]);
  });

  test('by time: it cannot be paid, even if nobody has noticed yet', async () => {
    const { id } = await payments.createSession();
    payments.clock.ahead = 24 * HOUR;
    const { status, text } = await payments.pay({ id });
    expect(status).toBe(410);
    expect(text).toContain('This payment is closed');
    expect(await sessions.retrieve(id)).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
  });

  test('by time: the lists know it', async () => {
    const { id } = await payments.createSession();
    payments.clock.ahead = 25 * HOUR;
    const younger = await payments.createSession();
    expect((await sessions.list({ status: 'open' })).data.map((session) => session.id)).toEqual([younger.id]);
    expect((await sessions.list({ status: 'expired' })).data.map((session) => session.id)).toEqual([id]);
  });

  test('takes its unpaid payment with it', async () => {
    const { id } = await payments.createSession();
    await payments.pay({ id }, { number: '4000 0000 0000 0002' });
    const { payment_intent } = await sessions.expire(id);
    expect(await payments.stripe.paymentIntents.retrieve(payment_intent as string)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'expired',
      amount_received: 0,
    });
  });

  test('by the job, when nobody asks', async () => {
    const { id } = await payments.createSession({ client_reference_id: 'order-7' });
    payments.clock.ahead = 24 * HOUR;
    await payments.start();
    await payments.shop.offered(1);
    await payments.close(20_000);
    expect(payments.shop.taken).toMatchObject([
      { type: 'checkout.session.expired', data: { object: { id, client_reference_id: 'order-7', url: null } } },
    ]);
  });
});

describe('what a session cannot be', () => {
  const invalid = (given: object) =>
    payments.createSession(given).then(
      () => 'accepted',
      ({ statusCode, type, code, param }) => ({ statusCode, type, code, param }),
    );
  const refused = (param: string, code?: string) => ({
    statusCode: 400,
    type: 'StripeInvalidRequestError',
    code,
    param,
  });
  const item = (given: object) => ({ line_items: [{ ...aSession().line_items?.[0], ...given }] });
  const price = (given: object) => item({ price_data: { ...aLine(1_250).price_data, ...given } });

  test.each([
    ['a subscription', { mode: 'subscription' }, refused('mode')],
    ['without a mode', { mode: undefined }, refused('mode', 'parameter_missing')],
    ['without lines', { line_items: undefined }, refused('line_items', 'parameter_missing')],
    ['without a way back', { success_url: undefined }, refused('success_url', 'parameter_missing')],
    ['with an empty way back', { success_url: '' }, refused('success_url', 'parameter_invalid_empty')],
    ['with a way back that runs', { success_url: 'javascript:alert(1)' }, refused('success_url', 'url_invalid')],
    ['with a way back of its own', { cancel_url: '/cart' }, refused('cancel_url', 'url_invalid')],
    ['with a wrong address', { customer_email: 'ada' }, refused('customer_email', 'email_invalid')],
    ['with an unknown wish', { colour: 'red' }, refused('colour', 'parameter_unknown')],
    [
      'with a wish of the provider',
      { allow_promotion_codes: true },
      refused('allow_promotion_codes', 'parameter_unknown'),
    ],
    ['with an unknown wish inside', item({ size: 1 }), refused('line_items[0][size]', 'parameter_unknown')],
    [
      'with a method that is none',
      { allowed_payment_method_types: ['card', 'cash'] },
      refused('allowed_payment_method_types[1]'),
    ],
    [
      'with the methods of older versions',
      { payment_method_types: ['card'] },
      refused('payment_method_types', 'parameter_unknown'),
    ],
    ['in no currency', price({ currency: 'zzz' }), refused('line_items[0][price_data][currency]')],
    ['without a price', item({ price_data: undefined }), refused('line_items[0][price_data]', 'parameter_missing')],
    [
      'without a product',
      price({ product_data: undefined }),
      refused('line_items[0][price_data][product_data]', 'parameter_missing'),
    ],
    ['of nothing', item({ quantity: 0 }), refused('line_items[0][quantity]', 'parameter_invalid_integer')],
    ['for nothing', price({ unit_amount: 0 }), refused('line_items', 'amount_too_small')],
    ['for too little', price({ unit_amount: 49 }), refused('line_items', 'amount_too_small')],
    ['for too much', { line_items: [aLine(99_999_999), aLine(1)] }, refused('line_items', 'amount_too_large')],
    [
      'in two currencies',
      { line_items: [aLine(100), { price_data: { ...aLine(100).price_data, currency: 'eur' } }] },
      refused('line_items'),
    ],
    [
      'for too little in pounds',
      price({ currency: 'gbp', unit_amount: 29 }),
      refused('line_items', 'amount_too_small'),
    ],
    [
      'for too little in forints',
      price({ currency: 'huf', unit_amount: 17_499 }),
      refused('line_items', 'amount_too_small'),
    ],
    ['for a tenth of a fils', price({ currency: 'kwd', unit_amount: 1_255 }), refused('line_items')],
    ['for half a shilling', price({ currency: 'ugx', unit_amount: 500_050 }), refused('line_items')],
    ['for half a króna', price({ currency: 'isk', unit_amount: 12_550 }), refused('line_items')],
    [
      'with a name that is too long',
      price({ product_data: { name: '🔥'.repeat(251) } }),
      refused('line_items[0][price_data][product_data][name]'),
    ],
    [
      'with a unit that is too long',
      price({ product_data: { name: 'GPU', unit_label: 'x'.repeat(13) } }),
      refused('line_items[0][price_data][product_data][unit_label]'),
    ],
    [
      'of more lines than a receipt holds',
      { line_items: Array.from({ length: 101 }, () => aLine(100)) },
      refused('line_items'),
    ],
    ['with too much to remember', { metadata: { key: 'x'.repeat(501) } }, refused('metadata[key]')],
    ['with a list to remember', { metadata: ['a', 'b'] }, refused('metadata')],
    ['with what cannot be shown', { expand: ['invoice'] }, refused('expand')],
  ])('%s', async (_what, given, answer) => {
    expect(await invalid(given)).toEqual(answer);
  });
});

describe('a session with a coupon', () => {
  const off = (amount_off: number, more: object = {}) =>
    payments.stripe.coupons.create({
      amount_off,
      currency: 'usd',
      duration: 'once',
      name: 'From your wallet',
      ...more,
    });

  test('costs its lines less what the coupon takes off, and its page says so', async () => {
    const coupon = await off(1_500, { max_redemptions: 1 });
    expect(coupon).toMatchObject({ object: 'coupon', valid: true, times_redeemed: 0, amount_off: 1_500 });
    const session = await payments.createSession({
      line_items: [aLine(1_250, 2), aLine(99)],
      discounts: [{ coupon: coupon.id }],
    });
    expect(session).toMatchObject({
      amount_subtotal: 2_599,
      amount_total: 1_099,
      total_details: { amount_discount: 1_500 },
      discounts: [{ coupon: coupon.id, promotion_code: null }],
    });
    const { data } = await sessions.listLineItems(session.id);
    expect(data.map(({ amount_subtotal, amount_discount }) => [amount_subtotal, amount_discount])).toEqual([
      [2_500, 1_443],
      [99, 57],
    ]);
    const page = (await payments.page(`/pay/${session.id}`)).text;
    for (const words of ['$25.00', '$0.99', 'From your wallet', '−$15.00', 'Pay $10.99']) expect(page).toContain(words);
    await payments.pay(session);
    expect(await sessions.retrieve(session.id)).toMatchObject({ status: 'complete', amount_total: 1_099 });
    expect(await payments.stripe.coupons.retrieve(coupon.id)).toMatchObject({ valid: false, times_redeemed: 1 });
    await expect(payments.createSession({ discounts: [{ coupon: coupon.id }] })).rejects.toMatchObject({
      statusCode: 400,
      param: 'discounts[0][coupon]',
    });
  });

  test('is refused where the coupon is unknown, over, of another currency, or leaves too little', async () => {
    const [whole, euros] = [await off(1_000), await off(100, { currency: 'eur' })];
    const soon = await off(100, { redeem_by: seconds() + 3_600 });
    payments.clock.ahead = 2 * HOUR;
    for (const coupon of ['unknown', euros.id, soon.id, whole.id])
      await expect(
        payments.createSession({ line_items: [aLine(1_000)], discounts: [{ coupon }] }),
        coupon,
      ).rejects.toMatchObject({ statusCode: 400 });
    await expect(off(100, { redeem_by: seconds() - 60 })).rejects.toMatchObject({ param: 'redeem_by' });
    await expect(off(100, { id: whole.id })).rejects.toMatchObject({ code: 'resource_already_exists' });
    await expect(
      payments.createSession({ discounts: [{ coupon: whole.id }, { coupon: euros.id }] }),
    ).rejects.toMatchObject({ param: 'discounts' });
  });
});

test('amounts that every currency can move, and names of 250 characters, are taken as they are', async () => {
  for (const [currency, unit_amount] of [
    ['gbp', 30],
    ['huf', 17_500],
    ['jpy', 50],
    ['kwd', 1_250],
    ['ugx', 500_000],
    ['isk', 12_500],
  ] as const) {
    const price_data = {
      currency,
      unit_amount,
      product_data: { name: '🔥'.repeat(250), unit_label: 'GPU hours 🔥🔥' },
    };
    const { id } = await payments.createSession({ line_items: [{ price_data }] });
    const { data } = await sessions.listLineItems(id);
    expect(data).toMatchObject([{ description: '🔥'.repeat(250), amount_total: unit_amount, currency }]);
  }
  expect(await payments.createSession({ line_items: Array.from({ length: 100 }, () => aLine(100)) })).toMatchObject({
    amount_total: 10_000,
  });
});

test('half a character, which the SDK cannot send, is refused', async () => {
  const broken = '🔥'.slice(0, 1);
  await expect(
    payments.createSession({
      line_items: [{ price_data: { currency: 'usd', unit_amount: 100, product_data: { name: broken } } }],
    }),
  ).rejects.toThrow('URI malformed');
  const body = 'email=ada%40example.com&name=%ED%A0%BD';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await payments.request('/v1/customers', { method: 'POST', headers, body })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('UTF-8') } },
  });
});

test('customers are sent back to the shop alone, where the sandbox is told who that is', async () => {
  const guarded = startPayments(database, { returnOrigins: [origin] });
  expect(await guarded.createSession()).toMatchObject({ status: 'open' });
  for (const foreign of [
    'https://evil.example/success',
    'http://shop.example/success',
    'https://shop.example:8443/success',
    'https://shop.example@evil.example/success',
    'https://shop.example.evil.example/success',
    '\\\\evil.example/success',
  ])
    for (const param of ['success_url', 'cancel_url'])
      await expect(guarded.createSession({ [param]: foreign }), `${param} ${foreign}`).rejects.toMatchObject({
        statusCode: 400,
        code: 'url_invalid',
        param,
      });
  expect((await guarded.stripe.checkout.sessions.list()).data).toHaveLength(1);
});

test('what is not there is told with an error, so that the SDK does not take it for an answer', async () => {
  const missing = { statusCode: 404, code: 'resource_missing', type: 'StripeInvalidRequestError' };
  await expect(sessions.retrieve('cs_test_unknown')).rejects.toMatchObject(missing);
  await expect(sessions.expire('cs_test_unknown')).rejects.toMatchObject(missing);
  await expect(sessions.listLineItems('cs_test_unknown')).rejects.toMatchObject(missing);
  await expect(payments.stripe.paymentIntents.retrieve('pi_unknown')).rejects.toMatchObject(missing);
  await expect(payments.stripe.refunds.retrieve('re_unknown')).rejects.toMatchObject(missing);
  await expect(payments.stripe.events.retrieve('evt_unknown')).rejects.toMatchObject(missing);
});
