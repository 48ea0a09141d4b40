import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  aLine,
  eachWithPayments,
  HOUR,
  type openPaymentsDatabase,
  origin,
  startPayments,
  type TestPayments,
  typed,
} from '../../../../../test/parts/payments.ts';

let database: Awaited<ReturnType<typeof openPaymentsDatabase>>;
let payments: TestPayments;
eachWithPayments((started, opened) => {
  database = opened;
  payments = started;
});

const cards = {
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  authentication: '4000 0027 6000 3184',
};

const faultsIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<p class="fault" id="(\w+)-fault">([^<]*)</g)].map(([, name, said]) => [name, said]),
  );
const focusedIn = (text: string) => [...text.matchAll(/ id="(\w+)"[^>]* autofocus/g)].map(([, name]) => name);
const shownIn = (text: string, name: string) => text.match(new RegExp(`id="${name}"[^>]* value="([^"]*)"`))?.[1];

test('the page says what is paid to whom, until when, and that no money moves', async () => {
  const { id } = await payments.createSession({
    line_items: [aLine(499, 2), aLine(252)],
    customer_email: 'ada@example.com',
    expires_at: Math.floor(Date.now() / 1_000) + 2_400,
  });
  const { status, text, headers } = await payments.page(`/pay/${id}`, { headers: { 'accept-language': 'de-AT,en' } });
  expect(status).toBe(200);
  expect(text).toContain('<strong>Sandbox: no money moves.</strong> Use a test card.');
  for (const part of ['Pay Hearth', '$12.50', 'GPU hours', '2 × $4.99', '$9.98', '$2.52', 'Pay $12.50</button>'])
    expect(text).toContain(part);
  expect(text).toMatch(/expires in <time datetime="20[^"]*Z" data-seconds-left="2\d{3}">(39|40) minutes</);
  expect(text).toContain(`href="${origin}/cart">Cancel</a>`);
  expect(shownIn(text, 'email')).toBe('ada@example.com');
  expect(text).toMatch(/<option value="AT" selected>Austria</);
  for (const number of ['4242 4242 4242 4242', ...Object.values(cards)])
    expect(text).toContain(`<code>${number}</code>`);
  expect(focusedIn(text)).toEqual([]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('every field has its label and tells the browser what it is', async () => {
  const { text } = await payments.page(`/pay/${(await payments.createSession()).id}`);
  const fields: [string, string, string][] = [
    ['email', 'Email', 'email'],
    ['number', 'Card number', 'cc-number'],
    ['expiry', 'Expiry date', 'cc-exp'],
    ['cvc', 'Security code', 'cc-csc'],
    ['name', 'Name on card', 'cc-name'],
    ['country', 'Country', 'country'],
    ['postcode', 'Postcode', 'postal-code'],
  ];
  for (const [id, label, autocomplete] of fields) {
    expect(text).toContain(`<label for="${id}">${label}</label>`);
    expect(text).toMatch(new RegExp(`id="${id}" name="${id}"[^>]*autocomplete="${autocomplete}"`));
  }
});

test('the browser may send the form here and go on to the shop, and load nothing from elsewhere', async () => {
  const { id } = await payments.createSession({
    success_url: 'https://shop.example/success',
    cancel_url: 'https://other.example:8443/cart',
  });
  const { headers } = await payments.page(`/pay/${id}`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(policy.match(/form-action (.*)$/)?.[1]).toBe("'self' https://shop.example https://other.example:8443");
});

describe('paying', () => {
  test('with a card that works leads to the shop', async () => {
    const { id } = await payments.createSession({
      success_url: `${origin}/success?a={CHECKOUT_SESSION_ID}&b={CHECKOUT_SESSION_ID}`,
    });
    const { status, location } = await payments.pay({ id });
    expect(status).toBe(303);
    expect(location).toBe(`${origin}/success?a=${id}&b=${id}`);
    expect(await payments.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
  });

  test('a second time pays nothing and leads to the shop as well', async () => {
    const { id } = await payments.createSession();
    const first = await payments.pay({ id });
    expect(await payments.pay({ id }, { number: cards.declined })).toMatchObject({
      status: 303,
      location: first.location,
    });
    expect((await payments.stripe.paymentIntents.list()).data).toHaveLength(1);
  });

  test.each([
    ['is declined', cards.declined, 'Your card was declined.', 'It was Visa ending in 0002.'],
    ['lacks funds', cards.noFunds, 'Your card has insufficient funds.', 'It was Visa ending in 9995.'],
  ])('with a card that %s shows the page again, with all but the card', async (_what, number, message, card) => {
    const { id } = await payments.createSession();
    const { status, text } = await payments.pay({ id }, { number, cvc: '987' });
    expect(status).toBe(402);
    expect(text).toContain(`role="alert"><strong>${message}</strong> ${card}</p>`);
    expect(focusedIn(text)).toEqual(['number']);
    expect(shownIn(text, 'email')).toBe(typed.email);
    expect(shownIn(text, 'name')).toBe(typed.name);
    expect(shownIn(text, 'expiry')).toBe(typed.expiry);
    expect(shownIn(text, 'postcode')).toBe(typed.postcode);
    expect(text).toContain('<option value="GB" selected>');
    expect(shownIn(text, 'number')).toBe(undefined);
    expect(text).not.toMatch(/\b987\b/);
    expect(await payments.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'open',
      url: expect.any(String),
    });

    expect((await payments.pay({ id })).status).toBe(303);
    expect((await payments.stripe.paymentIntents.list()).data).toMatchObject([
      { status: 'succeeded', last_payment_error: null },
    ]);
  });

  const declined = 'Your card was declined.';
  test.each([
    ['4000 0000 0000 0069', 'expired_card', null, 'Your card has expired.'],
    ['4000 0000 0000 0127', 'incorrect_cvc', null, 'Your card&#39;s security code is incorrect.'],
    [
      '4000 0000 0000 0119',
      'processing_error',
      null,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    ['4000 0000 0000 9987', 'card_declined', 'lost_card', declined],
    ['4000 0000 0000 9979', 'card_declined', 'stolen_card', declined],
    ['4000 0000 0000 6975', 'card_declined', 'card_velocity_exceeded', 'Your card was declined for making repeated'],
    ['4100 0000 0000 0019', 'card_declined', 'fraudulent', declined],
    ['4000 0084 0000 1280', 'card_declined', 'generic_decline', declined],
  ])('with the test card %s is refused in the provider’s own words: %s, %s', async (number, code, decline, message) => {
    const { id } = await payments.createSession();
    const { status, text } = await payments.pay({ id }, { number });
    expect(status).toBe(402);
    expect(text).toContain(`role="alert"><strong>${message}`);
    const [intent] = (await payments.stripe.paymentIntents.list({ expand: ['data.latest_charge'] })).data;
    expect(intent?.last_payment_error).toMatchObject({ code, type: 'card_error' });
    expect(intent?.last_payment_error?.decline_code ?? null).toBe(decline);
    expect(intent?.latest_charge).toMatchObject({
      status: 'failed',
      failure_code: code,
      outcome: { type: 'issuer_declined', reason: decline ?? code },
    });
  });

  test.each([
    ['4000 0084 0000 1629', 'generic_decline', declined],
    ['4000 0082 6000 3178', 'insufficient_funds', 'Your card has insufficient funds.'],
  ])('with a card whose bank asks and then refuses (%s: %s) is refused', async (number, decline_code, message) => {
    const { id } = await payments.createSession();
    expect(await payments.pay({ id }, { number })).toMatchObject({ location: `/pay/${id}/authentication` });
    const { status, text } = await payments.submit(`/pay/${id}/authentication`, { answer: 'complete' });
    expect(status).toBe(402);
    expect(text).toContain(message);
    expect((await payments.stripe.paymentIntents.list()).data).toMatchObject([
      { status: 'requires_payment_method', last_payment_error: { code: 'card_declined', decline_code } },
    ]);
    expect((await payments.pay({ id })).status).toBe(303);
  });

  test.each([
    ['4000 0000 0000 3055', '123', 'visa'],
    ['3782 822463 10005', '1234', 'amex'],
    ['5555 5555 5555 4444', '123', 'mastercard'],
    ['6011 1111 1111 1117', '123', 'discover'],
    ['3056 9300 0902 0004', '123', 'diners'],
    ['3566 0020 2036 0505', '123', 'jcb'],
    ['6200 0000 0000 0005', '123', 'unionpay'],
  ])('with the test card %s, whose bank does not ask, pays at once', async (number, cvc, brand) => {
    const { id } = await payments.createSession();
    expect((await payments.pay({ id }, { number, cvc })).location).toContain('/success');
    const { payment_intent } = await payments.stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge'],
    });
    const details = { card: { brand, last4: number.slice(-4) } };
    expect(payment_intent).toMatchObject({ latest_charge: { payment_method_details: details } });
  });

  test('with American Express needs its four digits, and tells its name when it is refused', async () => {
    const { id } = await payments.createSession();
    const { text } = await payments.pay({ id }, { number: '3782 822463 10005', cvc: '123' });
    expect(faultsIn(text)).toMatchObject({ cvc: 'Type the security code of the card.' });
  });

  test.each([
    [cards.authentication, '3184'],
    ['4000 0025 0000 3155', '3155'],
    ['4000 0000 0000 3220', '3220'],
  ])('with a card whose bank asks (%s): confirmed, it is paid', async (number, last4) => {
    const { id } = await payments.createSession();
    const asked = await payments.pay({ id }, { number });
    expect(asked).toMatchObject({ status: 303, location: `/pay/${id}/authentication` });
    expect((await payments.stripe.paymentIntents.list()).data).toMatchObject([{ status: 'requires_action' }]);
    const { status, text } = await payments.page(`/pay/${id}/authentication`);
    expect(status).toBe(200);
    for (const part of [
      'Confirm this payment',
      '$12.50',
      `Visa ending in ${last4}`,
      'Complete authentication',
      'Fail authentication',
    ])
      expect(text).toContain(part);
    const confirmed = await payments.submit(`/pay/${id}/authentication`, { answer: 'complete' });
    expect(confirmed).toMatchObject({ status: 303, location: `${origin}/success?session_id=${id}` });
    expect(await payments.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
  });

  test('with a card whose bank asks: not confirmed, it is not paid, and another card may be', async () => {
    const { id } = await payments.createSession();
    await payments.pay({ id }, { number: cards.authentication });
    const { status, text } = await payments.submit(`/pay/${id}/authentication`, { answer: 'fail' });
    expect(status).toBe(402);
    expect(text).toContain('We are unable to authenticate your payment method.');
    expect(shownIn(text, 'name')).toBe(typed.name);
    expect((await payments.stripe.paymentIntents.list()).data).toMatchObject([
      { status: 'requires_payment_method', last_payment_error: { code: 'payment_intent_authentication_failure' } },
    ]);
    const late = await payments.submit(`/pay/${id}/authentication`, { answer: 'complete' });
    expect(late).toMatchObject({ status: 303, location: `/pay/${id}` });
    expect((await payments.page(`/pay/${id}/authentication`)).location).toBe(`/pay/${id}`);
    expect((await payments.pay({ id })).status).toBe(303);
  });

  test('without an answer to the bank changes nothing', async () => {
    const { id } = await payments.createSession();
    await payments.pay({ id }, { number: cards.authentication });
    expect((await payments.submit(`/pay/${id}/authentication`, {})).status).toBe(400);
    expect((await payments.stripe.paymentIntents.list()).data).toMatchObject([{ status: 'requires_action' }]);
  });
});

describe('paying from a bank account', () => {
  const debit = { email: 'ada@example.com', name: 'Ada Lovelace', routing: '110000000', account: '000123456789' };
  const open = async () => (await payments.createSession()).id;
  const send = (id: string, given: Partial<typeof debit> = {}) =>
    payments.submit(`/pay/${id}/debit`, { ...debit, ...given });
  const methods = ['card', 'us_bank_account'] as const;

  beforeEach(() => {
    payments = startPayments(database, { methods });
  });

  test('is offered where the session takes it, and nowhere else', async () => {
    const id = await open();
    const { text } = await payments.page(`/pay/${id}`);
    for (const part of ['Pay from a US bank account', 'Debit $12.50', '<code>000123456789</code>'])
      expect(text).toContain(part);
    const cardsOnly = (await payments.createSession({ allowed_payment_method_types: ['card'] })).id;
    expect((await payments.page(`/pay/${cardsOnly}`)).text).not.toContain('bank account');
    expect((await send(cardsOnly)).status).toBe(400);
    expect(await payments.stripe.checkout.sessions.retrieve(cardsOnly)).toMatchObject({ status: 'open' });
  });

  test('is all there is where the session takes no cards', async () => {
    const { id } = await payments.createSession({ allowed_payment_method_types: ['us_bank_account'] });
    const { text } = await payments.page(`/pay/${id}`);
    expect(text).not.toContain('Card number');
    expect(text).toContain('<details class="other-method" open>');
    expect((await payments.pay({ id })).status).toBe(400);
  });

  test('leads to the shop at once, with the money on its way', async () => {
    const id = await open();
    expect(await send(id)).toMatchObject({ status: 303, location: `${origin}/success?session_id=${id}` });
    const session = await payments.stripe.checkout.sessions.retrieve(id);
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      customer_details: { email: 'ada@example.com', name: 'Ada Lovelace' },
    });
    const { status, text } = await payments.page(`/pay/${id}`);
    expect(status).toBe(200);
    expect(text).toContain('Your bank was asked for $12.50.');
    expect((await payments.pay({ id })).location).toContain('/success');
  });

  test.each([
    ['000222222227', 'insufficient_funds'],
    ['000111111113', 'account_closed'],
    ['000111111116', 'no_account'],
  ])('%s ends unpaid: %s', async (account, code) => {
    payments = startPayments(database, { methods, settleMs: 60_000 });
    const id = await open();
    await send(id, { account });
    payments.clock.ahead = 60_000;
    await payments.start();
    await expect
      .poll(async () => (await payments.stripe.events.list({ type: 'checkout.session.async_payment_failed' })).data)
      .toMatchObject([{ data: { object: { id, payment_status: 'unpaid' } } }]);
    await payments.close(20_000);
    expect((await payments.stripe.paymentIntents.list()).data).toMatchObject([{ last_payment_error: { code } }]);
  });

  test('says beside each field what is not right, and keeps all but the account', async () => {
    const id = await open();
    const { status, text } = await send(id, { email: '', account: '12', routing: '021000021' });
    expect(status).toBe(400);
    expect(text).toContain('id="debit-email-fault">Type your email address.');
    expect(text).toContain('id="debit-routing-fault">This is a sandbox: use 110000000.');
    expect(text).toContain('id="debit-account-fault">This is a sandbox: use one of the test accounts.');
    expect(text).toMatch(/id="debit-name"[^>]* value="Ada Lovelace"/);
    expect(text).not.toMatch(/id="debit-account"[^>]* value=/);
    expect(text).toMatch(/id="debit-email"[^>]* autofocus/);
    expect((await send('cs_test_unknown')).status).toBe(404);
    expect((await send('cs_test_unknown', { account: '' })).status).toBe(404);
  });
});

describe('a form that is not right', () => {
  const nothing = { email: '', number: '', expiry: '', cvc: '', name: '', country: '', postcode: '' };

  test('says beside each field what is missing, and leads to the first', async () => {
    const { id } = await payments.createSession();
    const { status, text } = await payments.pay({ id }, nothing);
    expect(status).toBe(400);
    expect(faultsIn(text)).toEqual({
      email: 'Type your email address.',
      number: 'Type your card number.',
      expiry: 'Type a date in the future, as MM/YY.',
      cvc: 'Type the security code of the card.',
      name: 'Type the name on the card.',
      country: 'Choose a country.',
    });
    expect(focusedIn(text)).toEqual(['email']);
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(6);
    expect(text).toContain('aria-describedby="name-fault"');
    expect((await payments.stripe.paymentIntents.list()).data).toEqual([]);
  });

  test('keeps what was typed, but never the number and the code of the card', async () => {
    const { id } = await payments.createSession();
    const { text } = await payments.pay({ id }, { postcode: '', cvc: '987' });
    expect(faultsIn(text)).toEqual({
      number: 'Type the card number again.',
      cvc: 'Type the security code again.',
      postcode: 'Type your postcode.',
    });
    expect(focusedIn(text)).toEqual(['number']);
    expect(shownIn(text, 'email')).toBe(typed.email);
    expect(shownIn(text, 'name')).toBe(typed.name);
    expect(shownIn(text, 'expiry')).toBe(typed.expiry);
    expect(text).not.toMatch(/value="4242|\b987\b/);
  });

  test.each([
    [
      'a card that is real',
      { number: '4111 1111 1111 1111' },
      { number: 'This is a sandbox: use one of the test cards.' },
    ],
    ['a number with a slip', { number: '4242 4242 4242 4241' }, { number: 'This card number is not valid.' }],
    ['half a number', { number: '4242 4242' }, { number: 'This card number is not valid.' }],
    ['words for a number', { number: 'my card' }, { number: 'This card number is not valid.' }],
    ['a month that is over', { expiry: '01/20' }, { expiry: 'Type a date in the future, as MM/YY.' }],
    ['a thirteenth month', { expiry: '13/40' }, { expiry: 'Type a date in the future, as MM/YY.' }],
    ['half a code', { cvc: '12' }, { cvc: 'Type the security code of the card.' }],
    ['a code of letters', { cvc: 'abc' }, { cvc: 'Type the security code of the card.' }],
    ['a number for a name', { name: '4242 4242 4242 4242' }, { name: 'Type the name on the card.' }],
    ['a name with a zero byte', { name: 'Ada\u0000' }, { name: 'Type the name on the card.' }],
    ['a country that is none', { country: 'XX' }, { country: 'Choose a country.' }],
    ['a number for a postcode', { postcode: '4242424242424242' }, { postcode: 'Type your postcode.' }],
    ['half an address', { email: 'ada@' }, { email: 'Type your email address.' }],
  ])('refuses %s', async (_what, given, faults) => {
    const { id } = await payments.createSession();
    const { status, text } = await payments.pay({ id }, given);
    expect(status).toBe(400);
    expect(faultsIn(text)).toMatchObject(faults);
    expect(await payments.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_intent: null });
  });

  test('takes a card without its spaces, and a customer without a postcode where there are none', async () => {
    const { id } = await payments.createSession();
    expect((await payments.pay({ id }, { number: '4242-42424242 4242', country: 'AE', postcode: '' })).status).toBe(
      303,
    );
  });

  test('shows what a stranger has typed as text', async () => {
    const hostile = '"><script>alert(1)</script>';
    const { id } = await payments.createSession({
      customer_email: undefined as never,
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 100, product_data: { name: hostile, description: hostile } } },
      ],
    });
    const { text } = await payments.pay({ id }, { ...nothing, name: hostile, email: hostile, expiry: hostile });
    expect(text).toContain('&lt;script&gt;alert(1)');
    expect(text).not.toContain('<script>');
  });
});

describe('a session that cannot be paid', () => {
  test('because it is paid leads to the shop', async () => {
    const { id } = await payments.createSession();
    await payments.pay({ id });
    const { status, text, headers } = await payments.page(`/pay/${id}`);
    expect(status).toBe(200);
    expect(text).toContain('This is paid already');
    expect(text).toContain(`href="${origin}/success?session_id=${id}"`);
    expect(headers.get('content-security-policy')).toContain("form-action 'none'");
  });

  test('because its time is over says so and leads back', async () => {
    const { id } = await payments.createSession();
    payments.clock.ahead = 24 * HOUR;
    const { status, text } = await payments.page(`/pay/${id}`);
    expect(status).toBe(410);
    expect(text).toContain('This payment is closed');
    expect(text).toContain(`href="${origin}/cart"`);
    expect((await payments.pay({ id }, { name: '' })).status).toBe(410);
    expect((await payments.page(`/pay/${id}/authentication`)).status).toBe(410);
  });

  test('because there is none is not found', async () => {
    for (const path of [
      '/pay',
      '/pay/',
      '/pay/cs_test_unknown',
      '/pay/cs_test_unknown/authentication',
      '/pay/a/b/c',
      '/pay/assets/x',
    ])
      expect((await payments.page(path)).status, path).toBe(404);
    expect((await payments.pay({ id: 'cs_test_unknown' })).status).toBe(404);
    expect((await payments.pay({ id: '%00' })).status).toBe(404);
    expect((await payments.submit('/pay/cs_test_unknown/authentication', { answer: 'fail' })).status).toBe(404);
  });
});

describe('a form from elsewhere', () => {
  test('is refused, for a payment and for its confirmation', async () => {
    const { id } = await payments.createSession();
    await payments.pay({ id }, { number: cards.authentication });
    const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { origin: 'null' }, {}];
    for (const headers of foreign) {
      for (const [path, body] of [
        [`/pay/${id}`, new URLSearchParams(typed)],
        [`/pay/${id}/authentication`, new URLSearchParams({ answer: 'complete' })],
      ] as const)
        expect((await payments.page(path, { method: 'POST', headers, body })).status).toBe(403);
    }
    expect(await payments.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
  });

  test('of great length is refused', async () => {
    const { id } = await payments.createSession();
    expect((await payments.pay({ id }, { name: 'x'.repeat(30_000) })).status).toBe(400);
  });

  test('by another method is refused', async () => {
    const { id } = await payments.createSession();
    expect((await payments.page(`/pay/${id}`, { method: 'DELETE', headers: { origin } })).status).toBe(405);
  });
});

test('the number of a card is nowhere: not in the database, not in the log, not in a webhook', async () => {
  await payments.start();
  for (const number of ['4242 4242 4242 4242', '4111 1111 1111 1111', cards.declined, cards.authentication]) {
    const { id } = await payments.createSession();
    await payments.pay({ id }, { number, cvc: '987' });
  }
  await payments.shop.offered(3);
  await payments.close(20_000);
  const rows: string[] = [JSON.stringify(payments.shop.taken), payments.logged.join()];
  for (const table of ['payment_intent', 'checkout_session', 'event', 'idempotency_key']) {
    const found = await sql`select * from ${sql.table(`payments.${table}`)}`.execute(database.kysely);
    rows.push(JSON.stringify(found.rows));
  }
  expect(rows.join()).toContain('"last4":"4242"');
  expect(rows.join().replaceAll(' ', '')).not.toMatch(/42424242|40000000|40000027|41111111/);
  expect(payments.logged.join()).not.toMatch(/cs_test_|Ada|ada@/);
});

test('the pages load their style, their script and their typefaces from the sandbox alone', async () => {
  const { text } = await payments.page(`/pay/${(await payments.createSession()).id}`);
  const style = await payments.page('/pay/assets/style.css');
  const loaded = [
    ...text.matchAll(/(?:src|href)="(\/pay\/assets\/[^"]+)"/g),
    ...style.text.matchAll(/url\("([^"]*)"\)/g),
  ].map(([, path = '']) => path);
  expect(loaded.length).toBeGreaterThan(4);
  for (const path of loaded) expect((await payments.page(path)).status, path).toBe(200);
});
