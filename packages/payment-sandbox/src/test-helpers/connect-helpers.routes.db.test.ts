import { expect, test } from 'vitest';
import { eachWithPayments, type TestPayments } from '../../../../test/parts/payments.ts';

let payments: TestPayments;
let atProvider: TestPayments['atProvider'];
eachWithPayments((started) => {
  payments = started;
  ({ atProvider } = started);
});

const read = () => payments.request('/v1/test_helpers/switches');

test('[W-08] the switches are off at first, and each is turned by itself', async () => {
  expect((await read()).body).toEqual({ available_after_seconds: 0, payouts_end: 'paid', webhooks: 'once' });
  await atProvider.turn({ webhooks: 'twice' });
  await atProvider.turn({ payouts_end: 'failed' });
  expect((await read()).body).toEqual({ available_after_seconds: 0, payouts_end: 'failed', webhooks: 'twice' });
  await expect(atProvider.turn({ webhooks: 'never' as never })).rejects.toMatchObject({ statusCode: 400 });
  await expect(atProvider.turn({ available_after_seconds: -1 })).rejects.toMatchObject({ statusCode: 400 });
});

test('[W-08] webhooks are sent twice where the switch says so', async () => {
  await payments.start();
  await atProvider.turn({ webhooks: 'twice' });
  const { id } = await payments.createSession();
  await payments.stripe.checkout.sessions.expire(id);
  await expect.poll(() => payments.shop.taken.map((event) => event.type), { timeout: 10_000 }).toHaveLength(2);
  const [first, second] = payments.shop.taken;
  expect(second?.id).toBe(first?.id);
});

test('[W-08] webhooks are held, and let go in the order of their making or the other way round', async () => {
  await payments.start();
  await atProvider.turn({ webhooks: 'held' });
  const expire = async () => {
    const { id } = await payments.createSession();
    await payments.stripe.checkout.sessions.expire(id);
    return id;
  };
  const made = [await expire(), await expire(), await expire()];
  // Paying customers are sent back although the shop was notified of nothing.
  expect((await payments.pay(await payments.createSession())).status).toBe(303);
  expect(payments.shop.taken).toEqual([]);
  const { told } = await atProvider.releaseWebhooks('reversed');
  expect(told).toHaveLength(5);
  expect(payments.shop.taken.map(({ id }) => id)).toEqual(told);
  const expired = payments.shop.taken.filter(({ type }) => type === 'checkout.session.expired');
  expect(expired.map(({ data }) => (data.object as { id: string }).id)).toEqual(made.toReversed());
  expect(await atProvider.releaseWebhooks()).toMatchObject({ told: [] });
});

test('[W-08] webhooks in disorder all come in the end', async () => {
  await payments.start();
  await atProvider.turn({ webhooks: 'shuffled' });
  const { id } = await payments.createSession();
  await payments.pay({ id });
  await expect
    .poll(() => payments.shop.taken.map(({ type }) => type).sort(), { timeout: 10_000 })
    .toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
});

test('[W-08] helpers refuse what is not there, and are nobody’s without the key', async () => {
  await expect(atProvider.onboard('acct_none')).rejects.toMatchObject({ statusCode: 404 });
  await expect(atProvider.payPayout('po_none')).rejects.toMatchObject({ statusCode: 404 });
  await expect(atProvider.adjust(0)).rejects.toMatchObject({ statusCode: 400 });
  const stranger = { headers: { authorization: 'Bearer sk_test_other' } };
  expect(await payments.request('/v2/core/accounts', stranger)).toMatchObject({ status: 401 });
  expect(await payments.request('/v1/balance', stranger)).toMatchObject({ status: 401 });
});
