import { expect, test } from 'vitest';
import {
  eachWithPayments,
  type openPaymentsDatabase,
  origin,
  startPayments,
  type TestPayments,
} from '../../../../../test/parts/payments.ts';

const boardKey = 'a-key-that-the-start-prints';
const path = '/pay/connect';

let database: Awaited<ReturnType<typeof openPaymentsDatabase>>;
let payments: TestPayments;
let cookie: string;
eachWithPayments((_started, opened) => {
  database = opened;
});

async function openBoard(chosen: Parameters<typeof startPayments>[1] = {}) {
  payments = startPayments(database, { boardKey, ...chosen });
  const opened = await payments.page(`${path}?key=${boardKey}`);
  cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  return opened;
}

const look = () => payments.page(path, { headers: { cookie } });
const press = (fields: Record<string, string>) =>
  payments.page(path, { method: 'POST', headers: { origin, cookie }, body: new URLSearchParams(fields) });

test('[W-08] the board opens with the key alone, and keeps it', async () => {
  const opened = await openBoard();
  expect(opened.status).toBe(200);
  expect(opened.headers.get('set-cookie')).toMatch(/Path=\/pay\/connect; HttpOnly; SameSite=Strict/);
  expect((await look()).text).toContain('No seller has an account yet.');
  expect(await payments.page(path)).toMatchObject({ status: 404 });
  expect(await payments.page(`${path}?key=wrong`)).toMatchObject({ status: 404 });
  expect(await payments.submit(path, { do: 'adjust', amount: '5.00' })).toMatchObject({ status: 404 });
  expect(await payments.balance()).toMatchObject({ available: 0 });
  await payments.close(0);
  payments = startPayments(database);
  expect(await payments.page(`${path}?key=`)).toMatchObject({ status: 404 });
  await payments.close(0);
});

test('[W-08] the board shows accounts, balances and transfers, and moves payouts', async () => {
  await openBoard();
  const account = await payments.seller({ onboarded: false });
  expect((await look()).text).toContain('Details are missing');
  expect(await press({ do: 'onboard', account, document: 'accepted' })).toMatchObject({ status: 303 });
  const charge = await payments.charged(10_000);
  await payments.stripe.transfers.create({
    amount: 8_000,
    currency: 'usd',
    destination: account,
    source_transaction: charge,
  });
  const shown = (await look()).text;
  for (const text of ['Mara Compute', 'Ready to be paid', '$80.00', '$16.80', charge]) expect(shown).toContain(text);

  await press({ do: 'pay_out', account });
  const [payout] = (await payments.stripe.payouts.list({}, { stripeAccount: account })).data;
  const id = payout?.id ?? '';
  const state = async () => (await payments.stripe.payouts.retrieve(id, {}, { stripeAccount: account })).status;
  await press({ do: 'send', payout: id });
  expect(await state()).toBe('in_transit');
  await press({ do: 'pay', payout: id });
  expect(await state()).toBe('paid');
  expect((await look()).text).toContain('Comes back');
  const { location } = await press({ do: 'fail', payout: id, failure_code: 'account_closed' });
  expect((await payments.page(location ?? '', { headers: { cookie } })).text).toContain('has failed.');
  expect(await payments.stripe.payouts.retrieve(id, {}, { stripeAccount: account })).toMatchObject({
    status: 'failed',
    failure_code: 'account_closed',
  });
  const again = await press({ do: 'pay', payout: id });
  expect(again.status).toBe(400);
  expect(again.text).toContain('role="alert"');
  await payments.close(0);
});

test('[W-08] the board changes balances below zero, ends waiting, and turns the switches', async () => {
  await openBoard();
  const account = await payments.seller();
  await press({ do: 'adjust', account, amount: '-25.50' });
  expect(await payments.balance(account)).toMatchObject({ available: -2_550 });
  expect((await look()).text).toContain('Covers sellers');
  for (const amount of ['0', '1.5', 'much', '', '99999999999'])
    expect(await press({ do: 'adjust', account, amount })).toMatchObject({ status: 400 });
  expect(await press({ do: 'adjust', account: 'acct_none', amount: '5.00' })).toMatchObject({ status: 400 });

  await press({ do: 'turn', available_after_seconds: '3600', payouts_end: 'failed', webhooks: 'twice' });
  await payments.charged(1_000);
  expect(await payments.balance()).toMatchObject({ pending: 941 });
  await press({ do: 'available', account: '' });
  expect(await payments.balance()).toMatchObject({ pending: 0 });
  expect(
    await press({ do: 'turn', available_after_seconds: '-1', payouts_end: 'paid', webhooks: 'once' }),
  ).toMatchObject({
    status: 400,
  });
  for (const unknown of ['something', 'constructor', 'hasOwnProperty'])
    expect(await press({ do: unknown })).toMatchObject({ status: 400 });
  expect(await press({ do: 'pay_out', account })).toMatchObject({ status: 400 });
  await payments.close(0);
});

test('[W-08] a form from elsewhere does nothing on the board', async () => {
  await openBoard();
  const sent = await payments.page(path, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.example', cookie },
    body: new URLSearchParams({ do: 'adjust', amount: '5.00' }),
  });
  expect(sent.status).toBe(403);
  expect(await payments.balance()).toMatchObject({ available: 0 });
  await payments.close(0);
});

test('[W-08] what a seller calls themselves is text on the board', async () => {
  await openBoard();
  await payments.stripe.v2.core.accounts.create({ display_name: '<script>alert(1)</script>' });
  expect((await look()).text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  await payments.close(0);
});
