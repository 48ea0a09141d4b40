import { expect, test } from 'vitest';
import { findBalances } from '#ledger/entry.store.ts';
import { dashboard } from '../../../../test/clients/payments-dashboard.ts';
import { aShop } from '../../../../test/factories/shop.ts';
import { shopWithWallets } from '../../../../test/parts/shop-with-wallets.ts';
import { cancelOrder } from '../../ordering/checkout/cancel-order.ts';
import { closeOrder } from '../../ordering/checkout/close-order.ts';
import { acceptPayment } from '../../ordering/checkout/payment/accept-payment.ts';
import { markPaid } from '../../ordering/checkout/payment/mark-paid.ts';
import { settleSession } from '../../ordering/checkout/payment/provider/settle-session.ts';
import { syncPayment } from '../../ordering/checkout/payment/sync-payment.ts';
import { reconcile } from '../../ordering/checkout/reconcile.ts';
import { refundOrder } from '../../ordering/checkout/refund/refund-order.ts';
import { refundWholeLine } from '../../ordering/checkout/refund/refund-whole-line.ts';
import { findOrder } from '../../ordering/order/order.store.ts';
import { receiptOf } from '../receipt/receipt.rules.ts';

const here = shopWithWallets();
const stored = async (orderId: string) => {
  const order = await findOrder(here.database.kysely as never, orderId);
  if (!order) throw new Error(`no order ${orderId}`);
  return order;
};

test('[W-11] an order is paid from the wallet in part, and the card pays the rest', async () => {
  const { shop, wallet, buy, order } = await here.open({ paidIn: 50 });
  const orderId = await buy(30);
  expect(await wallet.moves()).toEqual(['wallet_payment -30', 'pay_in 50']);
  expect(await order(orderId)).toMatchObject({ order_status: 'paid', total: 100, wallet_amount: 30 });
  const { received_cents, payment_intent } = await stored(orderId);
  expect(received_cents).toBe(10_000);
  expect((await shop.stripe.paymentIntents.retrieve(payment_intent ?? '')).amount_received).toBe(7_000);
  const mail = shop.mails.find(({ heading }) => heading === 'Thank you for your order');
  expect(mail?.rows?.slice(-2)).toEqual([
    { label: 'From your wallet', value: '$30.00' },
    { label: 'By card', value: '$70.00' },
  ]);
  const { sums, facts } = receiptOf(await stored(orderId), aShop());
  expect(sums.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
    'Total $100.00',
    'From your wallet $30.00',
    'By card $70.00',
  ]);
  expect(facts.at(-1)?.[1]).toMatch(/^Wallet and /);
});

test('[W-11] the card page of such an order has its lines, and the wallet part taken off them', async () => {
  const { shop, place } = await here.open({ paidIn: 50 });
  const { body } = await place(30);
  const session = await shop.stripe.checkout.sessions.retrieve((await stored(body.order_id)).session_id ?? '', {
    expand: ['line_items'],
  });
  expect(session).toMatchObject({
    amount_subtotal: 10_000,
    amount_total: 7_000,
    total_details: { amount_discount: 3_000 },
  });
  const { lines } = await stored(body.order_id);
  expect(
    session.line_items?.data.map(({ description, amount_subtotal }) => ({ description, amount_subtotal })),
  ).toEqual(
    lines.map(({ product_name, amount_cents, quantity }) => ({
      description: `${product_name} × ${quantity}`,
      amount_subtotal: amount_cents,
    })),
  );
});

test('[W-11] an order is wholly paid from the wallet, once, however often it is sent', async () => {
  const { jane, wallet, place, order } = await here.open({ paidIn: 250 });
  const sent = await Promise.all([place(100), place(100), place(100)]);
  expect(new Set(sent.map(({ body }) => body.order_id)).size).toBe(1);
  const [{ body } = { body: null }] = sent;
  expect(body.checkout_url).toMatch(/^http:\/\/shop\.test\/success\?session_id=wallet_/);
  expect(await order(body.order_id)).toMatchObject({ order_status: 'paid', wallet_amount: 100, checkout_url: null });
  expect((await jane.get(new URL(body.checkout_url).pathname + new URL(body.checkout_url).search)).body).toEqual({
    message: 'The payment has arrived.',
    order_id: body.order_id,
  });
  expect(await wallet.balance()).toBe(150);
});

test('[W-11] what is no part of the amount is 400, and nobody pays with what they have not', async () => {
  const { jane, wallet, place } = await here.open({ paidIn: 50 });
  for (const amount of [-1, 100.01, 5.001, 2 ** 53, '5'])
    expect((await place(amount as number)).status, String(amount)).toBe(400);
  expect(await place(50.01)).toMatchObject({ status: 409, body: { refusal: 'wallet_short' } });
  expect((await wallet.prefer('card', 20)).status).toBe(200);
  expect(await place(20.01)).toMatchObject({ status: 409, body: { refusal: 'wallet_limit_reached' } });
  expect((await place(20)).status).toBe(200);
  expect(await wallet.now()).toMatchObject({ spent_this_month: 20, balance: 30 });
  const billed = {
    items: [{ product_id: 'gpu', quantity: 1 }],
    amount: 100,
    payment_method: 'check',
    wallet_amount: 5,
  };
  expect((await jane.post('/order', billed)).status).toBe(400);
});

test('[W-11] what is left for the card is enough for a card payment, or nothing', async () => {
  const { wallet, place } = await here.open({ paidIn: 200 });
  expect(await place(99.6)).toMatchObject({ status: 409, body: { refusal: 'card_rest_too_small' } });
  expect(await wallet.balance()).toBe(200);
  expect((await place(99.5)).status).toBe(200);
});

test('[W-11] an order that ends unpaid gives back what the wallet had paid, once', async () => {
  const { shop, jane, wallet, place, order } = await here.open({ paidIn: 50 });
  const { body } = await place(30);
  expect(await wallet.balance()).toBe(20);
  await Promise.all([1, 2, 3].map(() => jane.post(`/order/${body.order_id}/cancel`, {})));
  const ended = await order(body.order_id);
  expect(ended).toMatchObject({ order_status: 'cancelled' });
  expect(ended).not.toHaveProperty('wallet_amount');
  expect(await wallet.now()).toMatchObject({ balance: 50, spent_this_month: 0 });
  const second = await place(40);
  shop.wait(40 * 60);
  await reconcile(shop.service);
  expect(await order(second.body.order_id)).toMatchObject({ order_status: 'expired' });
  expect(await wallet.balance()).toBe(50);
  expect(await cancelOrder(shop.service, second.body.order_id, 'cancelled')).toBe('refused');
});

test('[W-11] an unpaid order stays where ending it would not be enough either', async () => {
  const { place, order, wallet } = await here.open({ paidIn: 50 });
  const { body } = await place(40);
  expect(await place(90, 2)).toMatchObject({ status: 409, body: { refusal: 'wallet_short' } });
  expect(await order(body.order_id)).toMatchObject({ order_status: 'pending', wallet_amount: 40 });
  expect(await wallet.balance()).toBe(10);
});

test('[W-11] an unpaid order of the buyer’s own does not keep the wallet from another cart', async () => {
  const { wallet, place, order } = await here.open({ paidIn: 50 });
  const first = await place(50);
  const second = await place(50, 2);
  expect(second.status).toBe(200);
  expect(await order(first.body.order_id)).toMatchObject({ order_status: 'cancelled' });
  expect(await wallet.balance()).toBe(0);
});

test('[W-11] the same cart with another part from the wallet is another order', async () => {
  const { place } = await here.open({ paidIn: 90 });
  const [first, again, other] = [await place(30), await place(30), await place(31)];
  expect(again.body.order_id).toBe(first.body.order_id);
  expect(other.body.order_id).not.toBe(first.body.order_id);
});

test('[W-11] two orders at once that are more than there is: one is refused, and nothing is below zero', async () => {
  const { wallet, place } = await here.open({ paidIn: 250 });
  const sent = await Promise.all([place(200, 2), place(100, 1)]);
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(sent.find(({ status }) => status === 409)?.body.refusal).toBe('wallet_short');
  expect([50, 150]).toContain(await wallet.balance());
});

test('[W-11] an order and a withdrawal at once: one of them is refused', async () => {
  const { wallet, place } = await here.open({ paidIn: 100 });
  const [bought, taken] = await Promise.all([place(100), wallet.withdraw(100)]);
  expect([bought.status, taken.status].toSorted()).toEqual([200, 409]);
  expect(await wallet.balance()).toBe(0);
});

test('[W-11] a card payment for an order that had ended goes back to the card, and the wallet keeps its part', async () => {
  const { shop, wallet, place, order } = await here.open({ paidIn: 50, webhooks: 'lost' });
  const { body } = await place(30);
  await here.database.kysely
    .updateTable('api.order')
    .set({ expires_at: new Date(0) })
    .where('order_id', '=', body.order_id)
    .execute();
  const session = (await stored(body.order_id)).session_id ?? '';
  await shop.pay(body.checkout_url);
  // The shop has ended it alone, and hears of the payment afterwards.
  await closeOrder(shop.service, body.order_id, 'expired');
  expect(await wallet.balance()).toBe(50);
  const paidSession = await shop.service.provider.findSession(session);
  for (let times = 0; paidSession && times < 2; times++) await settleSession(shop.service, paidSession);
  expect(await order(body.order_id)).toMatchObject({ order_status: 'refunded', refunded: 70 });
  expect(await wallet.balance()).toBe(50);
  const balances = await findBalances(here.database.kysely as never, ['external:card']);
  expect(balances.get('external:card')).toBe(-5_000);
});

test('[W-11] refunds go to the wallet at once, where the buyer wants it', async () => {
  const { shop, wallet, buy, order } = await here.open({ paidIn: 50 });
  await wallet.prefer('wallet');
  const orderId = await buy(30);
  const refund = (amountCents: number | null) => refundOrder(shop.service, { orderId, amountCents, reason: 'late' });
  expect(await refund(2_500)).toEqual({ refund: { amountCents: 2_500, state: 'succeeded', failure: null } });
  expect(await wallet.balance()).toBe(45);
  expect(await refund(null)).toMatchObject({ refund: { amountCents: 7_500, state: 'succeeded' } });
  expect(await wallet.balance()).toBe(120);
  expect(await order(orderId)).toMatchObject({
    order_status: 'refunded',
    refunded: 100,
    refunds: [
      { amount: 25, to: 'wallet' },
      { amount: 75, to: 'wallet' },
    ],
  });
  expect((await shop.stripe.refunds.list({ limit: 10 })).data).toEqual([]);
  expect(shop.mails.at(-1)?.heading).toBe('$75.00 is in your wallet');
  // Refunds were never paid in: they can be spent, and not go to a card that did not pay them.
  expect(await wallet.now()).toMatchObject({ can_withdraw: 50 });
});

test('[W-11] refunds go to the card as far as it has paid, and the wallet’s part to the wallet', async () => {
  const { shop, wallet, buy, order } = await here.open({ paidIn: 50 });
  const orderId = await buy(30);
  const refund = (amountCents: number | null) => refundOrder(shop.service, { orderId, amountCents, reason: '' });
  expect(await refund(6_000)).toMatchObject({ refund: { amountCents: 6_000 } });
  expect(await wallet.balance()).toBe(20);
  expect(await refund(2_000)).toMatchObject({ refund: { amountCents: 2_000 } });
  expect(await wallet.balance()).toBe(30);
  const many = await Promise.all([refund(1_500), refund(1_500), refund(null)]);
  expect(many.some((one) => 'refused' in one)).toBe(true);
  await refund(null);
  expect(await wallet.balance()).toBe(50);
  const { data } = await shop.stripe.refunds.list({ limit: 10 });
  expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(7_000);
  const { refunds } = await order(orderId);
  expect(refunds.filter(({ to }: { to: string }) => to === 'wallet').length).toBeGreaterThan(0);
  const { status, lines } = await stored(orderId);
  expect(status).toBe('refunded');
  // No refund has named the line: it went with all of its order, and says so.
  expect(lines[0]?.refunded_cents).toBe(0);
  expect((await order(orderId)).products).toMatchObject([{ refunded: 100, all_refunded: true }]);
});

test('[W-11] a refund of the dashboard goes where the provider sends it, whatever the buyer wants', async () => {
  const { shop, wallet, buy, order } = await here.open({ paidIn: 50 });
  await wallet.prefer('wallet');
  const orderId = await buy(30);
  const { payment_intent } = await stored(orderId);
  await dashboard(shop.stripe).refund(payment_intent ?? '', 1_000);
  await reconcile(shop.service);
  await syncPayment(shop.service, payment_intent ?? '');
  expect((await order(orderId)).refunds).toMatchObject([{ amount: 10, to: 'card' }]);
  expect(await refundOrder(shop.service, { orderId, amountCents: null, reason: '' })).toMatchObject({
    refund: { amountCents: 9_000, state: 'succeeded' },
  });
  expect(await wallet.balance()).toBe(110);
});

test('[W-11] an order by transfer is refunded to the wallet too, where the buyer wants it', async () => {
  const { shop, jane, wallet } = await here.open();
  await wallet.prefer('wallet');
  const billing = {
    ...{ first_name: 'Jane', last_name: 'Doe', address: 'Road 1', city: 'Berlin', country: 'DE' },
    ...{ postcode: '10115', mobile: '1234567', email: 'jane@example.com' },
  };
  const items = [{ product_id: 'gpu', quantity: 1 }];
  const { body } = await jane.post('/order', { items, amount: 100, payment_method: 'transfer', billing });
  await markPaid(shop.service, body.order_id);
  await refundOrder(shop.service, { orderId: body.order_id, amountCents: 4_000, reason: '' });
  expect(await wallet.now()).toMatchObject({ balance: 40, can_withdraw: 0 });
  expect(await wallet.withdraw(10)).toMatchObject({ status: 409, body: { refusal: 'withdrawal_too_large' } });
});

test('[W-11] a limit begins anew with the month, of the payments that were made in it', async () => {
  const { shop, wallet, buy, place } = await here.open({ paidIn: 300 });
  await wallet.prefer('card', 100);
  const now = new Date();
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  await buy(100);
  expect(await place(1, 2)).toMatchObject({ status: 409, body: { refusal: 'wallet_limit_reached' } });
  shop.wait((end - 1_000 - Date.now()) / 1_000);
  expect(await wallet.now()).toMatchObject({ spent_this_month: 100 });
  shop.wait(2);
  expect(await wallet.now()).toMatchObject({ spent_this_month: 0 });
  expect((await place(100, 2)).status).toBe(200);
});

test('[W-11] a shop that takes nothing from wallets says so; what is in one goes back, and so does what was spent', async () => {
  const before = await here.open({ paidIn: 50 });
  const orderId = await before.buy(30);
  before.shop.service.walletIsOpen = false;
  expect(await before.place(10, 2)).toMatchObject({ status: 409, body: { refusal: 'wallet_closed' } });
  await before.wallet.prefer('wallet');
  await refundOrder(before.shop.service, { orderId, amountCents: null, reason: '' });
  expect(await before.wallet.balance()).toBe(50);
  expect((await before.wallet.withdraw(50)).body).toEqual({ amount: 50, state: 'succeeded' });
});

test('[W-11] the card has paid another amount: taken as it is, the order has that and what the wallet paid', async () => {
  const { shop, wallet, place, order } = await here.open({ paidIn: 50, webhooks: 'lost' });
  const { body } = await place(30);
  const foundSession = await shop.service.provider.findSession((await stored(body.order_id)).session_id ?? '');
  if (!foundSession) throw new Error('no session');
  const other = { ...foundSession, state: 'paid', amountCents: 6_000, paymentIntent: 'pi_test_other' } as const;
  expect(await settleSession(shop.service, other)).toBe('in_review');
  expect((await stored(body.order_id)).received_cents).toBe(9_000);
  expect(await acceptPayment(shop.service, body.order_id)).toEqual({ acceptedCents: 9_000 });
  expect(await order(body.order_id)).toMatchObject({ order_status: 'paid', wallet_amount: 30 });
  expect(await wallet.balance()).toBe(20);
});

test('[W-11] an order is refunded when its buyer has left: to the card what that has paid, the rest to the wallet that has', async () => {
  const { shop, jane, buy } = await here.open({ paidIn: 30 });
  const orderId = await buy(30);
  const { account_id } = await stored(orderId);
  // Refunds that may come keep the account now. Earlier deletions did not wait, and their orders no longer say whose they were.
  expect((await jane.delete('/user/jane@example.com')).body).toMatchObject({ refusal: 'wallet_not_empty' });
  await here.database.kysely.updateTable('api.order').set({ account_id: null, user_id: null }).execute();
  expect(await refundOrder(shop.service, { orderId, amountCents: null, reason: '' })).toMatchObject({
    refund: { amountCents: 10_000, state: 'succeeded' },
  });
  const wallet = `buyer:${account_id}:wallet`;
  const balances = await findBalances(here.database.kysely as never, ['external:card', wallet]);
  expect(balances.get(wallet)).toBe(3_000);
  expect(balances.get('external:card')).toBe(-3_000);
});

test('[W-11] lines are refunded in their order, to the card as far as it goes, and told in one mail', async () => {
  const { shop, wallet, buy } = await here.open({ paidIn: 50 });
  const orderId = await buy(50);
  const key = { orderId, line: 0, reason: 'late', by: 'jane', requestKey: 'a-line-of-jane' };
  const sent = await Promise.all([refundWholeLine(shop.service, key), refundWholeLine(shop.service, key)]);
  for (const one of sent) expect(one).toMatchObject({ refund: { amountCents: 10_000 } });
  expect(await wallet.balance()).toBe(50);
  const order = await stored(orderId);
  expect(order.refunds.map(({ destination, amount_cents }) => `${destination} ${amount_cents}`).toSorted()).toEqual([
    'origin 5000',
    'wallet 5000',
  ]);
  expect(order.lines[0]).toMatchObject({ refunded_cents: 10_000, given_back: true });
  const refundMails = shop.mails.filter(({ subject }) => subject.startsWith('A refund of'));
  expect(refundMails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^A refund of \$100\.00 /)]);
  expect(refundMails[0]?.paragraphs).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\$50\.00 of it is in your wallet now/),
      expect.stringMatching(/^\$50\.00 goes back to what you paid with/),
    ]),
  );
});

test('[W-11] a refund whose part for the card is still on its way is told once that has arrived, once', async () => {
  const { shop, buy } = await here.open({ paidIn: 50 });
  const orderId = await buy(50);
  const subjects = () => shop.mails.map(({ subject }) => subject).filter((one) => one.startsWith('A refund of'));
  const away: typeof shop.service = {
    ...shop.service,
    provider: { ...shop.service.provider, refund: () => Promise.reject(new Error('the provider is away')) },
  };
  await refundOrder(away, { orderId, amountCents: null, reason: '' });
  expect((await stored(orderId)).refunds.map(({ state }) => state).toSorted()).toEqual(['decided', 'succeeded']);
  expect(subjects()).toEqual([]);
  shop.wait(24 * 60 * 60);
  await reconcile(shop.service);
  expect((await stored(orderId)).status).toBe('refunded');
  expect(subjects()).toEqual([expect.stringMatching(/^A refund of \$100\.00 /)]);
});
