import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findBalances } from '#ledger/entry.store.ts';
import { dashboard } from '../../../../test/clients/payments-dashboard.ts';
import { arrangeStates } from '../../../../test/database/guard-states.ts';
import { addressOf, storeStaff } from '../../../../test/factories/seller.ts';
import { shopWithWallets } from '../../../../test/parts/shop-with-wallets.ts';
import { walletOf } from '../../../../test/parts/wallets.ts';
import { cancelOrdersOfDeleted } from '../../ordering/checkout/cancel-order.ts';
import { syncPayment } from '../../ordering/checkout/payment/sync-payment.ts';
import { reconcile } from '../../ordering/checkout/reconcile.ts';
import { refundOrder } from '../../ordering/checkout/refund/refund-order.ts';
import { listWalletsOfEnded } from '../../people/customer/ended-account.store.ts';
import { proposeAdjustment } from '../adjustment/write-adjustment.ts';
import { findKeptCents, findWallet } from './buyer-wallet.store.ts';

const here = shopWithWallets();
const accountId = 'sub-of-jane@example.com';

async function paymentOf(payInId: string): Promise<string> {
  const { payment_intent } = await here.database.kysely
    .selectFrom('api.pay_in')
    .select('payment_intent')
    .where('pay_in_id', '=', payInId)
    .executeTakeFirstOrThrow();
  return payment_intent ?? '';
}

const balanceOf = async (account: string) =>
  (await findBalances(here.database.kysely as never, [account])).get(account) ?? 0;

test('[W-11] a withdrawal goes back to the cards, newest first, and once for each key', async () => {
  const { shop, wallet } = await here.open();
  const first = await wallet.payIn(30);
  const second = await wallet.payIn(20);
  const key = randomUUID();
  const sent = await Promise.all([wallet.withdraw(25, key), wallet.withdraw(25, key)]);
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  expect((await wallet.withdraw(25, key)).body).toEqual({ amount: 25, state: 'succeeded' });
  expect(await wallet.withdraw(24, key)).toMatchObject({ status: 409, body: { refusal: 'request_key_reused' } });
  const { data } = await shop.stripe.refunds.list({ limit: 10 });
  const gone = new Map(data.map(({ payment_intent, amount }) => [payment_intent, amount]));
  expect(gone.get(await paymentOf(second))).toBe(2_000);
  expect(gone.get(await paymentOf(first))).toBe(500);
  expect(await wallet.now()).toMatchObject({ balance: 25, can_withdraw: 25 });
  expect(await balanceOf('external:card')).toBe(-2_500);
  expect(await wallet.withdraw(25.01)).toMatchObject({ status: 409, body: { refusal: 'withdrawal_too_large' } });
  for (const amount of [0, -1, 1e-9, 1.001, 2 ** 53]) expect((await wallet.withdraw(amount)).status).toBe(400);
});

test('[W-11] a withdrawal that the card does not take is in the wallet again', async () => {
  const { shop, wallet } = await here.open();
  const payment = await paymentOf(await wallet.payIn(30));
  await dashboard(shop.stripe).planRefunds(payment, 'refused');
  expect((await wallet.withdraw(30)).body).toEqual({ amount: 30, state: 'failed' });
  expect(await wallet.moves()).toEqual(['withdrawal_failed 30', 'withdrawal -30', 'pay_in 30']);
  expect(await wallet.now()).toMatchObject({ balance: 30, can_withdraw: 30 });
});

test('[W-11] a withdrawal that comes back later is in the wallet again, once', async () => {
  const { shop, wallet } = await here.open();
  const payment = await paymentOf(await wallet.payIn(30));
  expect((await wallet.withdraw(30)).body.state).toBe('succeeded');
  const [refund] = (await shop.stripe.refunds.list({ limit: 1 })).data;
  await dashboard(shop.stripe).failRefund(refund?.id ?? '');
  for (let times = 0; times < 3; times++) await syncPayment(shop.service, payment);
  expect(await wallet.balance()).toBe(30);
});

test('[W-11] a withdrawal that nobody answered is asked for again, and made once', async () => {
  let dead = true;
  const { shop, wallet } = await here.open({
    network: async (request, send) => {
      const response = await send(request);
      if (dead && request.method === 'POST' && request.url.includes('/refunds')) throw new TypeError('died');
      return response;
    },
  });
  await wallet.payIn(30);
  expect((await wallet.withdraw(10)).body).toEqual({ amount: 10, state: 'decided' });
  expect(await wallet.balance()).toBe(20);
  dead = false;
  shop.wait(300);
  await reconcile(shop.service);
  await reconcile(shop.service);
  expect((await shop.stripe.refunds.list({ limit: 10 })).data).toHaveLength(1);
  // The provider's own message may be handled at the same moment.
  await expect.poll(() => balanceOf('external:card')).toBe(-2_000);
});

test('[W-11] what the dashboard gives back is taken from the wallet, and the rest is the operator’s loss', async () => {
  const { shop, wallet, buy } = await here.open();
  const payment = await paymentOf(await wallet.payIn(50));
  await buy(40);
  await dashboard(shop.stripe).refund(payment, 3_000);
  for (let times = 0; times < 2; times++) await syncPayment(shop.service, payment);
  expect(await wallet.now()).toMatchObject({ balance: 0, can_withdraw: 0 });
  expect(await balanceOf('platform:loss')).toBe(-2_000);
});

test('[W-11] of two refunds of the dashboard that are heard at once, the second takes what the first has left', async () => {
  const { shop, wallet, buy } = await here.open();
  const payInId = await wallet.payIn(50);
  await buy(20);
  const paymentIntent = await paymentOf(payInId);
  const reported = { state: 'succeeded', failure: null, refundId: null } as const;
  for (let times = 0; times < 2; times++)
    await shop.service.payIns.hear(payInId, {
      paymentIntent,
      ...{ orderId: null, payInId, receivedCents: 5_000, currency: 'usd', disputes: [] },
      refunds: [
        { ...reported, id: 're_one', amountCents: 2_500 },
        { ...reported, id: 're_two', amountCents: 2_500 },
      ],
    });
  expect(await wallet.balance()).toBe(0);
  expect(await balanceOf('platform:loss')).toBe(-2_000);
});

test('[W-11] a disputed pay-in waits apart, and is in the wallet again when the dispute is won', async () => {
  const { shop, wallet } = await here.open();
  const payment = await paymentOf(await wallet.payIn(50));
  const bank = dashboard(shop.stripe);
  const { id } = await bank.dispute(payment);
  await syncPayment(shop.service, payment);
  expect(await wallet.now()).toMatchObject({ balance: 0, can_withdraw: 0 });
  expect(await balanceOf('disputes:held')).toBe(5_000);
  await bank.winDispute(id);
  for (let times = 0; times < 2; times++) await syncPayment(shop.service, payment);
  expect(await wallet.now()).toMatchObject({ balance: 50, can_withdraw: 50 });
  expect(await balanceOf('disputes:held')).toBe(0);
});

test('[W-11] a dispute that is lost takes the money, also what was spent', async () => {
  const { shop, wallet, buy } = await here.open();
  const payment = await paymentOf(await wallet.payIn(50));
  await buy(40);
  const bank = dashboard(shop.stripe);
  const { id } = await bank.dispute(payment);
  await bank.loseDispute(id);
  for (let times = 0; times < 2; times++) await syncPayment(shop.service, payment);
  expect(await wallet.balance()).toBe(0);
  expect(await balanceOf('platform:loss')).toBe(-4_000);
  expect(await balanceOf('disputes:held')).toBe(0);
});

test('[W-11] a withdrawal that was refused, and made after all by another process, leaves the wallet once', async () => {
  const { shop, wallet } = await here.open();
  const payInId = await wallet.payIn(30);
  await dashboard(shop.stripe).planRefunds(await paymentOf(payInId), 'refused');
  await wallet.withdraw(30);
  expect(await wallet.balance()).toBe(30);
  const { kysely } = here.database;
  const returned = await kysely.selectFrom('api.pay_in_refund').selectAll().executeTakeFirstOrThrow();
  const reported = { id: 're_made_after_all', amountCents: 3_000, state: 'succeeded', failure: null } as const;
  for (let times = 0; times < 2; times++)
    await shop.service.payIns.hear(payInId, {
      paymentIntent: await paymentOf(payInId),
      ...{ orderId: null, payInId, receivedCents: 3_000, currency: 'usd', disputes: [] },
      refunds: [{ ...reported, refundId: returned.pay_in_refund_id }],
    });
  expect(await wallet.now()).toMatchObject({ balance: 0, can_withdraw: 0 });
});

test('[W-11] the staff take from a wallet by hand what is to be paid out in another way, and no more than is there', async () => {
  const { shop } = await here.open();
  const rita = await shop.api.signIn({ email: 'rita@example.com', nickname: 'rita' }, { sub: 'rita' });
  const wallet = walletOf(shop, rita);
  await wallet.payIn(100);
  const moving = { ...shop.service, db: here.database.kysely as never, secondPersonAboveCents: 100_000 };
  const take = (amount: number) => {
    const [from, to] = ['buyer:rita:wallet', 'platform:loss'];
    const movement = { way: 'correction' as const, from, to, amount, reason: 'Paid out by check.' };
    return proposeAdjustment(moving, movement, { by: 'fin', requestKey: `take ${amount}` });
  };
  const order = { items: [{ product_id: 'gpu', quantity: 1 }], amount: 100, wallet_amount: 100 };
  const [bought, taken] = await Promise.all([rita.post('/checkout-session', order), take(100)]);
  expect([bought.status === 200, taken.ok].toSorted()).toEqual([false, true]);
  expect(await wallet.balance()).toBe(0);
  expect(await take(0.01)).toMatchObject({ ok: false, why: 'conflict' });
});

test('[W-11] an account is not deleted while its money is on its way to a card, or disputed', async () => {
  const { shop, jane, wallet } = await here.open();
  const payment = await paymentOf(await wallet.payIn(30));
  await dashboard(shop.stripe).planRefunds(payment, 'waits_for_funds');
  expect((await wallet.withdraw(10)).body.state).toBe('pending');
  const bank = dashboard(shop.stripe);
  const remove = () => jane.delete('/user/jane@example.com');
  const answer = await jane.get('/user/jane@example.com/deletion');
  expect(answer.body.obstacles).toEqual([
    {
      message: expect.stringContaining('in your wallet'),
      action: { label: 'Open your wallet', path: '/profile/wallet' },
    },
  ]);
  expect((await remove()).body).toMatchObject({ refusal: 'wallet_not_empty' });
  const [refund] = (await shop.stripe.refunds.list({ limit: 1 })).data;
  await bank.succeedRefund(refund?.id ?? '');
  await syncPayment(shop.service, payment);
  await bank.planRefunds(payment, 'succeeds');
  const { id } = await bank.dispute(payment);
  await syncPayment(shop.service, payment);
  expect(await wallet.balance()).toBe(0);
  expect((await remove()).body).toMatchObject({ refusal: 'wallet_not_empty' });
  await bank.loseDispute(id);
  await syncPayment(shop.service, payment);
  expect((await jane.get('/user/jane@example.com/deletion')).body.obstacles).toEqual([]);
  expect((await remove()).status).toBeLessThan(300);
});

test('[W-11] a refund of the dashboard that waits is asked about when its message is lost, and never made by the shop', async () => {
  const { shop, wallet } = await here.open({ webhooks: 'lost' });
  const payment = await paymentOf(await wallet.payIn(30));
  const bank = dashboard(shop.stripe);
  await bank.planRefunds(payment, 'waits_for_funds');
  const { id } = await bank.refund(payment, 1_000);
  await syncPayment(shop.service, payment);
  expect(await wallet.balance()).toBe(20);
  await bank.succeedRefund(id);
  shop.wait(3_600);
  await reconcile(shop.service);
  expect((await shop.stripe.refunds.list({ limit: 10 })).data).toHaveLength(1);
  expect(await balanceOf('external:card')).toBe(-2_000);
  const ended = await here.database.kysely
    .selectFrom('api.pay_in_refund')
    .select(['state', 'next_attempt_at'])
    .execute();
  expect(ended).toEqual([{ state: 'succeeded', next_attempt_at: null }]);
});

test('[W-11] an account is not deleted while what its wallet has paid for could still come back', async () => {
  const { jane, buy, shop } = await here.open({ paidIn: 100 });
  const orderId = await buy(40);
  await jane.post('/buyer-wallet/withdrawal', { amount: 60, request_key: 'the-rest' });
  const remove = () => jane.delete('/user/jane@example.com');
  expect(await remove()).toMatchObject({ status: 409, body: { refusal: 'wallet_not_empty' } });
  await jane.post('/user', { user_id: 'jane@example.com', username: 'Jane' });
  await storeStaff(here.database as never, 'sam', 'support');
  const sam = await shop.api.signIn({ email: addressOf('sam') }, { sub: 'sam' });
  expect((await sam.get(`/admin/customer/${accountId}`)).body).toMatchObject({ wallet: 0, wallet_expected: 40 });
  const { body: events } = await sam.get(`/admin/order/${orderId}/event`);
  expect(events.map(({ title }: { title: string }) => title)).toContain(
    'Paid $60.00 by card and $40.00 from the wallet',
  );
  // Its sellers have the money.
  await here.database.kysely
    .updateTable('api.order_line')
    .set({ released_at: new Date(), released_cents: 10_000 })
    .execute();
  expect(await findKeptCents(here.database.kysely as never, accountId)).toBe(0);
  await arrangeStates(here.database.kysely, (arranged) =>
    arranged.updateTable('api.order_line').set({ released_at: null, released_cents: null }).execute(),
  );
  await refundOrder(shop.service, { orderId, amountCents: null, reason: 'late' });
  await jane.post('/buyer-wallet/withdrawal', { amount: 40, request_key: 'what-came-back' });
  expect((await remove()).status).toBe(204);
});

test('[W-11] what comes back to the wallet of a deleted account goes to its cards, and the staff find what cannot', async () => {
  const { shop, buy } = await here.open({ paidIn: 100 });
  const orderId = await buy(100);
  // As an account that was deleted before anybody asked, or at the account service.
  await cancelOrdersOfDeleted(shop.service, [accountId]);
  await refundOrder(shop.service, { orderId, amountCents: 3_000, reason: 'late' });
  await reconcile(shop.service);
  const wallet = async () => (await findWallet(here.database.kysely as never, accountId, new Date())).balance;
  expect(await wallet()).toBe(0);
  const { data: refunds } = await shop.stripe.refunds.list({ limit: 10 });
  expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([[3_000, 'succeeded']]);
  await reconcile(shop.service);
  expect(await listWalletsOfEnded(here.database.kysely as never, 10)).toEqual([]);
  // The bank of the card does not take it: it is not tried for ever, and somebody decides.
  const [payment] = await here.database.kysely.selectFrom('api.pay_in').select('payment_intent').execute();
  await dashboard(shop.stripe).planRefunds(payment?.payment_intent ?? '', 'refused');
  await refundOrder(shop.service, { orderId, amountCents: 2_000, reason: 'late' });
  for (let time = 0; time < 3; time++) {
    shop.wait(3_600);
    await reconcile(shop.service);
  }
  expect(await wallet()).toBe(2_000);
  expect(await listWalletsOfEnded(here.database.kysely as never, 10)).toEqual([`buyer:${accountId}:wallet`]);
});

test('[W-11] of more refunds of one payment than a page of the provider has, each is heard', async () => {
  const { shop, wallet } = await here.open({ webhooks: 'lost' });
  const payment = await paymentOf(await wallet.payIn(30));
  const bank = dashboard(shop.stripe);
  for (let made = 0; made < 101; made++) await bank.refund(payment, 10);
  await syncPayment(shop.service, payment);
  expect(await wallet.balance()).toBe(19.9);
});
