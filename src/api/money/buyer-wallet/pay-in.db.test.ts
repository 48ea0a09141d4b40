import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '#ledger/verify.store.ts';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { type Buying, cards, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { walletOf } from '../../../../test/parts/wallets.ts';
import { reconcile } from '../../ordering/checkout/reconcile.ts';
import { verifyWallet } from '../wallet/verify-wallet.store.ts';
import { whyWalletStays } from './close-wallet.ts';

let database: Database<Tables>;
let shop: Buying;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database as never);
  await emptyPayments(database);
  // Pay-ins are limited by network.
  await emptyTables(database, ['platform.rate_limit']);
});
afterEach(async () => {
  const faults = await database.kysely
    .transaction()
    .execute(async (transaction) => [
      ...(await verifyLedger(transaction)).faults,
      ...(await verifyWallet(transaction)).faults,
    ]);
  expect(faults).toEqual([]);
  await shop.close();
});
afterAll(() => database.close());

async function open(given: Parameters<typeof startBuying>[1] = {}) {
  shop = await startBuying(database, given);
  const jane = await shop.customer('jane');
  return { jane, wallet: walletOf(shop, jane) };
}

const sessionOf = (payInId: string) =>
  database.kysely.selectFrom('api.pay_in').selectAll().where('pay_in_id', '=', payInId).executeTakeFirstOrThrow();

test('[W-11] a wallet is empty, pays in by card, and shows what came', async () => {
  const { jane, wallet } = await open();
  expect(await wallet.now()).toEqual({
    is_open: true,
    balance: 0,
    most: 2_000,
    room: 2_000,
    can_withdraw: 0,
    monthly_limit: null,
    spent_this_month: 0,
    refunds_to: 'card',
  });
  const { body } = await wallet.ask(50);
  expect(body).toMatchObject({ amount: 50, state: 'open' });
  expect(await wallet.balance()).toBe(0);
  expect(await shop.pay(body.checkout_url, cards.declined)).not.toBe(303);
  expect(await shop.pay(body.checkout_url)).toBe(303);
  const paid = await jane.get(`/buyer-wallet/pay-in/${body.pay_in_id}`);
  expect(paid.body).toMatchObject({ state: 'paid', checkout_url: null });
  expect(await wallet.now()).toMatchObject({ balance: 50, can_withdraw: 50 });
  const { body: moves } = await jane.get('/buyer-wallet/movement');
  expect(moves).toMatchObject([{ kind: 'pay_in', amount: 50, balance: 50, order_id: null, reason: null }]);
});

test('[W-11] the same key is one pay-in, also when it is sent at once; another amount under it is refused', async () => {
  const { wallet } = await open();
  const key = randomUUID();
  const sent = await Promise.all([wallet.ask(20, key), wallet.ask(20, key), wallet.ask(20, key)]);
  expect(new Set(sent.map(({ body }) => body.pay_in_id)).size).toBe(1);
  expect(await wallet.ask(21, key)).toMatchObject({ status: 409, body: { refusal: 'request_key_reused' } });
});

test('[W-11] amounts that are none are 400, too little and too much are told', async () => {
  const { jane, wallet } = await open();
  for (const amount of [0, -5, 1e-9, 5.001, 2 ** 53, Number.NaN, null, '5'])
    expect((await wallet.ask(amount as number)).status, String(amount)).toBe(400);
  for (const request_key of ['short', 'abcdefg\u0000'])
    expect((await jane.post('/buyer-wallet/pay-in', { amount: 5, request_key })).status).toBe(400);
  expect((await jane.put('/buyer-wallet', { monthly_limit: 1e-9, refunds_to: 'card' })).status).toBe(400);
  expect(await wallet.ask(4.99)).toMatchObject({ status: 409, body: { refusal: 'pay_in_too_small' } });
  expect(await wallet.ask(2_000.01)).toMatchObject({ status: 409, body: { refusal: 'wallet_full' } });
  await wallet.payIn(1_000);
  await wallet.ask(900);
  expect(await wallet.ask(101)).toMatchObject({ status: 409, body: { refusal: 'wallet_full' } });
  expect((await wallet.ask(100)).status).toBe(200);
});

test('[W-11] a pay-in of somebody else is unknown', async () => {
  const { wallet } = await open();
  const { body } = await wallet.ask(50);
  const mallory = await shop.customer('mallory');
  expect((await mallory.get(`/buyer-wallet/pay-in/${body.pay_in_id}`)).status).toBe(404);
  expect((await mallory.get('/buyer-wallet/pay-in/pin_nothing')).status).toBe(404);
  expect(await walletOf(shop, mallory).balance()).toBe(0);
});

test('[W-11] the message of a payment counts once, however often and in whatever order it comes', async () => {
  const { jane, wallet } = await open({ webhooks: 'lost' });
  const { body } = await wallet.ask(50);
  await shop.pay(body.checkout_url);
  const { data } = await shop.stripe.events.list({ limit: 100 });
  const events = data.filter(({ type }) => type.startsWith('checkout.session.')).map((event) => JSON.stringify(event));
  const sendEvent = (text: string) =>
    jane.send(
      'POST',
      '/payments/webhook',
      { 'content-type': 'application/json', 'stripe-signature': shop.signed(text) },
      text,
    );
  expect(events.length).toBeGreaterThan(0);
  for (const text of [...events, ...events.toReversed()]) expect((await sendEvent(text)).status).toBe(200);
  await Promise.all(events.map(sendEvent));
  await jane.get(`/buyer-wallet/pay-in/${body.pay_in_id}`);
  expect(await wallet.moves()).toEqual(['pay_in 50']);
});

test('[W-11] a process that died between the page and its answer loses nothing', async () => {
  let dead = true;
  const { wallet } = await open({
    network: async (request, send) => {
      const response = await send(request);
      if (dead && request.url.includes('/checkout/sessions')) throw new TypeError('the process has died');
      return response;
    },
  });
  const key = randomUUID();
  expect((await wallet.ask(50, key)).status).toBe(503);
  dead = false;
  const { body } = await wallet.ask(50, key);
  expect(body.state).toBe('open');
  await shop.pay(body.checkout_url);
  shop.wait(180);
  await reconcile(shop.service);
  expect(await wallet.moves()).toEqual(['pay_in 50']);
});

test('[W-11] what is not paid expires, and what nobody told of is found', async () => {
  const { jane, wallet } = await open({ webhooks: 'lost' });
  const left = (await wallet.ask(50)).body.pay_in_id;
  const { body } = await wallet.ask(20);
  await shop.pay(body.checkout_url);
  shop.wait(70 * 60);
  await reconcile(shop.service);
  expect(await sessionOf(left)).toMatchObject({ state: 'expired', next_check_at: null });
  expect((await jane.get(`/buyer-wallet/pay-in/${left}`)).body).toMatchObject({ state: 'expired', checkout_url: null });
  expect(await wallet.moves()).toEqual(['pay_in 20']);
});

test('[W-11] the movements go on page by page', async () => {
  const { jane, wallet } = await open();
  for (const amount of [10, 20, 30]) await wallet.payIn(amount);
  const first = await jane.get('/buyer-wallet/movement?limit=2');
  expect(first.body.map(({ amount }: { amount: number }) => amount)).toEqual([30, 20]);
  const [, next = ''] = /<\/api([^>]*)>/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await jane.get(next);
  expect(second.body.map(({ amount }: { amount: number }) => amount)).toEqual([10]);
  expect(second.headers.get('link')).toBeNull();
  expect((await jane.get('/buyer-wallet/movement?after=nonsense')).status).toBe(400);
});

test('[W-11] a buyer sets a limit and where refunds go; without a sign-in nobody sees anything', async () => {
  const { jane, wallet } = await open();
  expect((await wallet.prefer('wallet', 30)).body).toMatchObject({ monthly_limit: 30, refunds_to: 'wallet' });
  expect((await wallet.prefer('card')).body).toMatchObject({ monthly_limit: null, refunds_to: 'card' });
  for (const wrong of [{ monthly_limit: -1, refunds_to: 'card' }, { monthly_limit: null, refunds_to: 'bank' }, {}])
    expect((await jane.put('/buyer-wallet', wrong)).status).toBe(400);
  for (const path of ['/buyer-wallet', '/buyer-wallet/movement', '/buyer-wallet/pay-in/x'])
    expect((await shop.api.get(path)).status, path).toBe(401);
});

test('[W-11] a shop that takes no money for wallets says so', async () => {
  const { wallet } = await open({ walletIsOpen: false });
  expect(await wallet.now()).toMatchObject({ is_open: false });
  expect(await wallet.ask(50)).toMatchObject({ status: 409, body: { refusal: 'wallet_closed' } });
});

test('[W-11] an account with money in its wallet is not deleted before that is withdrawn or spent', async () => {
  const { jane, wallet } = await open();
  await wallet.payIn(50);
  const left = (await wallet.ask(20)).body;
  expect(await jane.delete('/user/jane@example.com')).toMatchObject({
    status: 409,
    body: { refusal: 'wallet_not_empty' },
  });
  const { account_id } = await sessionOf(left.pay_in_id);
  expect(await whyWalletStays(database.kysely as never, account_id)).toMatch('$50.00 in your wallet');
  expect((await wallet.withdraw(50)).body.state).toBe('succeeded');
  expect(await whyWalletStays(database.kysely as never, account_id)).toBe(null);
  expect((await jane.delete('/user/jane@example.com')).status).toBe(204);
  // Paid on a page that was still open: nobody is there any more who could use it.
  await shop.pay(left.checkout_url);
  shop.wait(180);
  await reconcile(shop.service);
  expect(await sessionOf(left.pay_in_id)).toMatchObject({ state: 'paid', user_id: null });
  const { data } = await shop.stripe.refunds.list({ limit: 10 });
  expect(data.map(({ amount }) => amount)).toEqual([2_000, 5_000]);
  const { balance } = await database.kysely
    .selectFrom('ledger.account')
    .select('balance')
    .where('account_id', '=', 'external:card')
    .executeTakeFirstOrThrow();
  expect(balance).toBe(0);
});

test('[W-11] whoever turns back from the page ends it, and has the room again; what was paid before is in the wallet', async () => {
  const { jane, wallet } = await open();
  const { body } = await wallet.ask(2_000);
  expect(await wallet.now()).toMatchObject({ balance: 0, room: 0 });
  expect(await wallet.ask(50)).toMatchObject({ status: 409, body: { refusal: 'wallet_full' } });
  const cancel = (id: string) => jane.post(`/buyer-wallet/pay-in/${id}/cancel`, {});
  for (let times = 0; times < 2; times++)
    expect((await cancel(body.pay_in_id)).body).toMatchObject({ state: 'expired' });
  expect(await shop.pay(body.checkout_url)).not.toBe(303);
  expect(await wallet.now()).toMatchObject({ balance: 0, room: 2_000 });
  const paid = await wallet.ask(50);
  expect(paid).toMatchObject({ status: 200 });
  await shop.pay(paid.body.checkout_url);
  expect((await cancel(paid.body.pay_in_id)).body).toMatchObject({ state: 'paid' });
  expect(await wallet.balance()).toBe(50);
  const other = await shop.customer('eve');
  expect((await other.post(`/buyer-wallet/pay-in/${body.pay_in_id}/cancel`, {})).status).toBe(404);
});
