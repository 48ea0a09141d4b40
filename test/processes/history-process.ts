// A process of its own that does what buyers, sellers, staff, banks and the provider do to orders, at random: several of them on one database make
// histories that nobody has thought of. It dies before its nth statement, or comes to its end.

import { createPayments } from '@hearth/payment-sandbox';
import { OpenAPIHono } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { type KyselyPlugin, sql } from 'kysely';
import { pino } from 'pino';
import Stripe from 'stripe';
import { acceptLicenses } from '#api/catalogue/license/accept-licenses.ts';
import { createGoodsKinds } from '#api/goods/entitlement/goods-kinds.ts';
import { saveWallet } from '#api/money/buyer-wallet/buyer-wallet.store.ts';
import type { BuyerWalletService } from '#api/money/buyer-wallet/buyer-wallet-service.ts';
import { handlePayIn, reconcileWallets } from '#api/money/buyer-wallet/handle-pay-in.ts';
import { payIn } from '#api/money/buyer-wallet/pay-in.ts';
import { withdraw } from '#api/money/buyer-wallet/return-pay-in.ts';
import { settlePayIn } from '#api/money/buyer-wallet/settle-pay-in.ts';
import { requestPayout } from '#api/money/payout/make-payout.ts';
import { bankBoundTo } from '#api/money/payout/payout.rules.ts';
import type { PayoutService } from '#api/money/payout/payout-service.ts';
import { makeBatch, payoutArrived, payoutFailed, sendBatch } from '#api/money/payout/settle-payout.ts';
import { createBalanceProvider } from '#api/money/reconciliation/balance-provider.ts';
import { reconcileProvider } from '#api/money/reconciliation/reconcile-provider.ts';
import { cancelOrder } from '#api/ordering/checkout/cancel-order.ts';
import type { CheckoutService } from '#api/ordering/checkout/checkout-service.ts';
import { noProviderEvents } from '#api/ordering/checkout/checkout-service.ts';
import { deliverLines } from '#api/ordering/checkout/delivery/deliver-lines.ts';
import { markPaid } from '#api/ordering/checkout/payment/mark-paid.ts';
import {
  createPaymentProvider,
  isProviderAway,
  isProviderRefusal,
} from '#api/ordering/checkout/payment/provider/payment-provider.ts';
import { syncPayment } from '#api/ordering/checkout/payment/sync-payment.ts';
import { mountWebhook } from '#api/ordering/checkout/payment/webhook.routes.ts';
import { createCheckoutQueue } from '#api/ordering/checkout/placing/checkout-queue.ts';
import { placeBilledOrder, placeCardOrder } from '#api/ordering/checkout/placing/place-order.ts';
import { reconcile } from '#api/ordering/checkout/reconcile.ts';
import { refundLines } from '#api/ordering/checkout/refund/refund-lines.ts';
import { refundOrder } from '#api/ordering/checkout/refund/refund-order.ts';
import { defaultUnpaidOrderLimits } from '#api/ordering/order/unpaid-order-limits.rules.ts';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets } from '#platform/secrets.ts';
import { dashboard } from '../clients/payments-dashboard.ts';
import { aShop } from '../factories/shop.ts';

/** Handed over as the JSON of the first argument. `dieBefore: 0`: it comes to its end. `settle`: it hears and carries out all that is left. */
export type HistoryProcess = {
  databaseUrl: string | null;
  dataDir: string;
  seed: number;
  steps: number;
  dieBefore: number;
  settle: boolean;
};

const given = JSON.parse(process.argv[2] ?? '') as HistoryProcess;
const origin = 'http://shop.test';
const secret = 'whsec_test';
const DAY_MS = 86_400_000;
const log = pino({ level: 'silent' });
const opened = await openDatabase<Tables>(given);

let statements = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    if (++statements === given.dieBefore) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
};
const database = { ...opened, kysely: opened.kysely.withPlugin(counting) };
const db = database.kysely;

/** Numbers below `limit` that follow from the seed (mulberry32). */
let state = given.seed >>> 0;
function below(limit: number): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
}
const oneOf = <T>(list: readonly T[]): T | undefined => list[below(list.length)];

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const shop = new OpenAPIHono();
const payments = createPayments({
  database,
  origin,
  shopName: 'Hearth',
  secretKey: 'sk_test_sandbox',
  webhook: { url: `${origin}/payments/webhook`, secret },
  deliver: (request) => shop.fetch(request),
  log,
  now,
});
const stripe = new Stripe('sk_test_sandbox', {
  maxNetworkRetries: 0,
  httpClient: Stripe.createFetchHttpClient(async (input, init) => payments.api.fetch(new Request(input, init))),
});
const atProvider = dashboard(stripe);
const telling = { sendMail: async () => undefined, shop: aShop({ origin }) };
const service: CheckoutService = {
  db: db as never,
  actor: { kind: 'customer' },
  provider: createPaymentProvider({ stripe, webhookSecrets: [secret], isLive: false, origin }),
  ...telling,
  limits: { ...defaultUnpaidOrderLimits, placedPerAccount: 100_000, openPerAccount: 100_000 },
  walletIsOpen: true,
  inQueue: createCheckoutQueue(),
  acceptLicenses,
  settleGoods: createGoodsKinds(telling),
  ...noProviderEvents,
  log,
  now,
};
const wallets: BuyerWalletService = {
  ...{ db: db as never, actor: service.actor, isOpen: true, log, now },
  provider: { ...service.provider, isRefusal: isProviderRefusal, isAway: isProviderAway },
};
service.payIns = {
  settle: (id, session) => settlePayIn(wallets, id, session),
  hear: (id, payment) => handlePayIn(wallets, id, payment),
  reconcile: () => reconcileWallets(wallets),
};
mountWebhook(shop, { service });

/** Buyers with wallets are few, so that both processes take from the same. */
const spenders = ['spender-1', 'spender-2', 'spender-3'] as const;
const key = () => `${given.seed}-${below(1_000_000_000)}`;

/** Pays in, sometimes on a page that nobody fills in; takes back; or wants refunds somewhere else. */
async function useWallet() {
  const accountId = oneOf(spenders) ?? 'spender-1';
  const turn = below(5);
  if (turn === 0)
    return saveWallet(db as never, accountId, {
      monthly_limit_cents: below(3) === 0 ? cents(90_000) : null,
      refunds_to: below(2) === 0 ? 'wallet' : 'card',
    });
  const asked = { accountId, cents: 500 + below(20_000), requestKey: key() };
  if (turn === 1) return Promise.all([withdraw(wallets, asked), withdraw(wallets, asked)]);
  const made = await payIn(wallets, { ...asked, email: `${accountId}@example.com` });
  if ('payIn' in made && made.payIn.checkout_url && below(6) > 0) await payAt(made.payIn.checkout_url);
}

async function aPayIn() {
  const payIns = await db
    .selectFrom('api.pay_in')
    .select(['payment_intent', 'amount_cents'])
    .where('payment_intent', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute();
  return oneOf(payIns);
}

const secrets = createSecrets([new Uint8Array(32).fill(7)]);
const payoutService: PayoutService = { ...telling, db: db as never, secrets, log, waitDays: 0, now };
const sellers = ['seller-a', 'seller-b'];

/** Where the shops are paid. */
async function openBankAccounts() {
  const bank = JSON.stringify({ holder: 'Ada', iban: 'DE89370400440532013000' });
  await db
    .insertInto('api.payout_settings')
    .values(
      sellers.map((seller_id) => ({
        seller_id,
        method: 'bank' as const,
        bank: secrets.seal(bank, bankBoundTo('settings', seller_id)),
        bank_last4: '3000',
        schedule: 'none' as const,
        minimum_cents: 100,
        updated_at: new Date(),
        updated_by: 'Ada',
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Asks for a payout, sometimes twice at once; or lets one go a step further, or come back. */
async function payOut() {
  const seller = oneOf(sellers) ?? '';
  const asked = {
    sellerId: seller,
    requestKey: `${given.seed}-${below(1_000_000)}`,
    cents: null,
    by: 'Ada',
    bySchedule: false,
  };
  if (below(3) > 0)
    return void (await Promise.all([requestPayout(payoutService, asked), requestPayout(payoutService, asked)]));
  const payouts = await db.selectFrom('api.payout').selectAll().orderBy('created_at', 'desc').limit(6).execute();
  const payout = oneOf(payouts);
  if (!payout) return;
  if (payout.state === 'pending' && !payout.batch_id)
    await sendBatch(payoutService, await makeBatch(payoutService, [payout.payout_id], 'staff'), 'staff');
  else if (payout.state === 'sent' && below(2) === 0) await payoutArrived(payoutService, payout.payout_id, 'staff');
  else await payoutFailed(payoutService, payout.payout_id, 'staff', 'at random');
}

const products = ['a', 'b', 'own'] as const;
const prices = { a: 10_000, b: 333, own: 4_999 } as const;
let bought = 0;

async function buy() {
  const items = products.filter(() => below(2) === 0).map((product_id) => ({ product_id, quantity: 1 + below(3) }));
  if (items.length === 0) return;
  const cents = items.reduce((sum, { product_id, quantity }) => sum + prices[product_id as 'a'] * quantity, 0);
  const isSpender = below(2) === 0;
  const buyer = isSpender ? (oneOf(spenders) ?? '') : `buyer-${given.seed}-${bought++}`;
  const coupon = below(3) === 0 ? 'TENTH' : null;
  const off = coupon ? Math.floor((cents * 10 + 50) / 100) : 0;
  // Wallet parts that leave no amount for a card payment are refused.
  const ofWallet = isSpender ? (oneOf([0, cents - off, Math.min(cents - off, below(20_000))]) ?? 0) : 0;
  const purchase = {
    items,
    amount: (cents - off) / 100,
    coupon,
    walletCents: ofWallet,
    userId: `${buyer}@example.com`,
    accountId: buyer,
  };
  if (ofWallet === 0 && below(3) === 0) {
    const billed = await placeBilledOrder(service, purchase, { method: 'transfer', billing: {} as never });
    if ('placed' in billed) await markPaid(service, billed.placed.order.order_id);
    return;
  }
  const placed = await placeCardOrder(service, purchase);
  // The other process may live in a month in which the order has ended.
  if ('refused' in placed || placed.placed.order.status !== 'pending') return;
  // Some are never paid, and give back what their buyer's wallet has paid.
  if (ofWallet > 0 && below(5) === 0)
    return void (await cancelOrder(service, placed.placed.order.order_id, 'cancelled'));
  await payAt(placed.placed.url);
}

/** Fills in the provider's page. */
async function payAt(url: string) {
  const form = {
    email: 'jane@example.com',
    number: '4242424242424242',
    expiry: '12/40',
    cvc: '123',
    name: 'Jane',
    country: 'DE',
    postcode: '10115',
  };
  await payments.pages.fetch(
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
      body: new URLSearchParams(form),
    }),
  );
}

/** Among the newest, so that one order has a history, and not many have one event each. */
async function anOrder() {
  const orders = await db
    .selectFrom('api.order')
    .select(['order_id', 'payment_intent', 'total_cents'])
    .where('paid_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(12)
    .execute();
  return oneOf(orders);
}

/** Two processes may end the same one: the provider decides. */
async function aRefund() {
  return oneOf((await stripe.refunds.list({ limit: 20 })).data);
}

async function aDispute() {
  return oneOf((await stripe.disputes.list({ limit: 20 })).data);
}

/** Refusals by the provider or the shop are no fault: at random many things make no sense. */
async function tolerant(act: () => Promise<unknown>) {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) && !(error instanceof HTTPException)) throw error;
  }
}

const cents = (most: number) => 1 + below(Math.max(1, most));
const actions: Array<() => Promise<unknown>> = [
  buy,
  buy,
  buy,
  useWallet,
  useWallet,
  async () => {
    const paid = await aPayIn();
    const turn = below(5);
    if (paid?.payment_intent && turn === 0) await atProvider.refund(paid.payment_intent, cents(paid.amount_cents));
    if (paid?.payment_intent && turn === 1) await atProvider.dispute(paid.payment_intent);
  },
  async () => {
    const paid = await aPayIn();
    const plan = oneOf(['waits_for_funds', 'succeeds', 'pending_then_fails', 'succeeds_then_fails'] as const);
    if (paid?.payment_intent && plan) await atProvider.planRefunds(paid.payment_intent, plan);
  },
  payOut,
  payOut,
  async () => {
    const order = await anOrder();
    if (order)
      await deliverLines(service, { orderId: order.order_id, sellerId: oneOf(sellers) ?? '', lines: null, by: 'x' });
  },
  async () => {
    const order = await anOrder();
    if (order)
      await refundOrder(service, {
        orderId: order.order_id,
        amountCents: below(3) === 0 ? null : cents(order.total_cents),
        reason: 'at random',
      });
  },
  async () => {
    const order = await anOrder();
    const lines = [{ line: below(3), cents: below(2) === 0 ? null : cents(10_000) }];
    if (order)
      await refundLines(service, {
        orderId: order.order_id,
        sellerId: oneOf(sellers) ?? '',
        lines,
        reason: 'a line',
        by: 'x',
      });
  },
  async () => {
    const order = await anOrder();
    if (order?.payment_intent) await atProvider.refund(order.payment_intent, cents(order.total_cents));
  },
  async () => {
    const order = await anOrder();
    const plan = oneOf(['waits_for_funds', 'succeeds', 'pending_then_fails', 'succeeds_then_fails'] as const);
    if (order?.payment_intent && plan) await atProvider.planRefunds(order.payment_intent, plan);
  },
  async () => {
    const refund = await aRefund();
    if (refund) await (below(2) === 0 ? atProvider.succeedRefund(refund.id) : atProvider.failRefund(refund.id));
  },
  async () => {
    const order = await anOrder();
    if (order?.payment_intent && below(3) === 0) await atProvider.dispute(order.payment_intent);
  },
  async () => {
    const dispute = await aDispute();
    if (dispute) await (below(2) === 0 ? atProvider.winDispute(dispute.id) : atProvider.loseDispute(dispute.id));
  },
  async () => {
    const events = (await stripe.events.list({ limit: 40 })).data;
    const event = oneOf(events);
    if (event) await atProvider.resendEvent(event.id);
  },
  compareOnce,
  async () => {
    // Clocks jump, and go back.
    ahead = oneOf([0, 20, 40, -3]) === undefined ? 0 : (oneOf([0, 20, 40, -3]) ?? 0) * DAY_MS;
    await reconcile(service);
    ahead = 0;
  },
];

/** Everything that was not heard, asked for or due comes to its end. */
async function settle() {
  for (let round = 0; round < 4; round++) {
    ahead = (40 + round) * DAY_MS;
    await sql`update api.refund set next_attempt_at = now()`.execute(db);
    await sql`update api.pay_in_refund set next_attempt_at = now() where next_attempt_at is not null`.execute(db);
    await reconcile(service);
    await syncAll();
    // By two at once, as two processes of a shop do it.
    await Promise.all([reconcileAll(), reconcileAll()]);
  }
}

/** Compares all transactions of the provider, down to the last, with the ledger. */
async function reconcileAll() {
  while (!(await compareOnce()));
}

function compareOnce() {
  const provider = createBalanceProvider(stripe);
  const handlePayment = (intent: string) => syncPayment(service, intent);
  return reconcileProvider({ db: db as never, provider, handlePayment, log, now });
}

async function syncAll() {
  const paid = await db
    .selectFrom('api.order')
    .select('payment_intent')
    .where('payment_intent', 'is not', null)
    .execute();
  const paidIn = await db
    .selectFrom('api.pay_in')
    .select('payment_intent')
    .where('payment_intent', 'is not', null)
    .execute();
  for (const { payment_intent: intent } of [...paid, ...paidIn]) if (intent) await syncPayment(service, intent);
}

await payments.start();
await openBankAccounts();
if (given.settle) await settle();
else for (let step = 0; step < given.steps; step++) await tolerant(oneOf(actions) ?? buy);
await payments.close(2_000);
// Transactions of the provider until it was told to end.
if (given.settle) {
  await syncAll();
  await reconcileAll();
}
process.stdout.write(`${JSON.stringify({ statements })}\n`);
process.exit(0);
