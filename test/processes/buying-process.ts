// A process of its own that recovers what the one before it left, says what the books are then, and buys one thing by card and one that costs
// nothing, from the cart to what the seller's endpoint answers, until it dies before its nth statement.

import { createPayments } from '@hearth/payment-sandbox';
import { OpenAPIHono } from '@hono/zod-openapi';
import { type KyselyPlugin, sql } from 'kysely';
import { pino } from 'pino';
import Stripe from 'stripe';
import { acceptLicenses } from '#api/catalogue/license/accept-licenses.ts';
import { createGoodsKinds } from '#api/goods/entitlement/goods-kinds.ts';
import { createProvisionDelivery } from '#api/goods/provision/deliver-calls.ts';
import type { CheckoutService } from '#api/ordering/checkout/checkout-service.ts';
import { noProviderEvents } from '#api/ordering/checkout/checkout-service.ts';
import { deliverGoods } from '#api/ordering/checkout/delivery/deliver-goods.ts';
import { createPaymentProvider } from '#api/ordering/checkout/payment/provider/payment-provider.ts';
import { mountWebhook } from '#api/ordering/checkout/payment/webhook.routes.ts';
import { createCheckoutQueue } from '#api/ordering/checkout/placing/checkout-queue.ts';
import { placeCardOrder } from '#api/ordering/checkout/placing/place-order.ts';
import { reconcile } from '#api/ordering/checkout/reconcile.ts';
import { defaultUnpaidOrderLimits } from '#api/ordering/order/unpaid-order-limits.rules.ts';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets } from '#platform/secrets.ts';
import { aShop } from '../factories/shop.ts';

/**
 * Handed over as the JSON of the first argument. `dieBefore: 0`: it comes to its end. `stock`: before anything was sold. `life`: counts them,
 * each has a buyer of its own of what is free.
 */
export type BuyingProcess = {
  databaseUrl: string | null;
  dataDir: string;
  secretsKey: string;
  dieBefore: number;
  stock: number;
  life: number;
};

/** Orders: `paid` by card, `free` ones. Promises of them: `keys`, the `most` of one thing, `access`, `asked` for it, `hours`. */
export type Books = Record<
  | ('pending' | 'paid' | 'free' | 'captured' | 'fulfilled' | 'confirmed' | 'delivered' | 'sold' | 'held')
  | ('keys' | 'most' | 'access' | 'asked' | 'hours'),
  number
>;
/** Output, each a line of JSON: the books before it buys, and with how many statements a purchase was paid, had, and free. */
export type BuyingOutput = { books: Books } | { paid: number; had: number; free: number };

/** After so many seconds a payment that was not heard of is asked for; after the longer time every order has expired. */
const ASKED_AFTER_SECONDS = 180;
const EXPIRED_AFTER_SECONDS = 32 * 60;

const given = JSON.parse(process.argv[2] ?? '') as BuyingProcess;
const origin = 'http://shop.test';
const secret = 'whsec_test';
const log = pino({ level: 'silent' });
const opened = await openDatabase<Tables>(given);
const print = (output: BuyingOutput) => process.stdout.write(`${JSON.stringify(output)}\n`);

/** The shop's buying and the payment sandbox on this database, at a time of their own. */
function openShop(database: typeof opened, now: () => Date) {
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
    httpClient: Stripe.createFetchHttpClient(async (input, init) => payments.api.fetch(new Request(input, init))),
  });
  const secrets = createSecrets([Buffer.from(given.secretsKey, 'base64')]);
  const telling = { sendMail: recordMail, shop: aShop({ origin }) };
  const service: CheckoutService = {
    db: database.kysely as never,
    actor: { kind: 'customer' },
    provider: createPaymentProvider({ stripe, webhookSecrets: [secret], isLive: false, origin }),
    ...telling,
    // Jane buys in every life.
    limits: { ...defaultUnpaidOrderLimits, placedPerAccount: 1_000 },
    inQueue: createCheckoutQueue(),
    acceptLicenses,
    settleGoods: createGoodsKinds(telling),
    ...noProviderEvents,
    walletIsOpen: false,
    log,
    now,
  };
  mountWebhook(shop, { service });
  const provision = createProvisionDelivery({
    database: database as never,
    secrets,
    outside: { ownMachine: { exceptPort: 1 } },
    deliverGoods: (orderId) => deliverGoods(service, orderId),
    machines: { answered: async () => undefined, givenUp: async () => undefined },
    log,
    now,
  });
  return { payments, service, provision };
}

/** A mail is a row as in the shop, with its subject to be read. */
const recordMail: CheckoutService['sendMail'] = async (db, { subject }) => {
  await sql`insert into told_mail (subject) values (${subject})`.execute(db as never);
};

/** Recovers as a shop does when it is started again. */
async function recover() {
  let ahead = 0;
  const { payments, service, provision } = openShop(opened, () => new Date(Date.now() + ahead * 1_000));
  await payments.start();
  for (const seconds of [ASKED_AFTER_SECONDS, EXPIRED_AFTER_SECONDS]) {
    ahead += seconds;
    await reconcile(service);
  }
  await payments.close(2_000);
  // Buyers without an answer ask again.
  if (given.life > 0) await buyFree(openShop(opened, () => new Date()).service, given.life - 1);
  // Calls that a killed process has taken are due again within a minute.
  await sql`update api.provision_call set due_at = now() where state = 'waiting'`.execute(opened.kysely);
  await provision.start();
  await until(async () => (await readBooks()).access >= (await readBooks()).paid);
  await provision.close(2_000);
}

async function until(isSo: () => Promise<boolean>) {
  const end = Date.now() + 20_000;
  while (!(await isSo()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function buyFree(service: CheckoutService, life: number) {
  const outcome = await placeCardOrder(service, {
    items: [{ product_id: 'pen', quantity: 1 }],
    amount: 0,
    coupon: null,
    walletCents: 0,
    userId: `buyer${life}@example.com`,
    accountId: `sub-of-buyer${life}`,
  });
  if ('refused' in outcome) throw new Error(outcome.refused.code);
}

async function readBooks(): Promise<Books> {
  const { rows } = await sql<Books>`select
    (select count(*)::int from api."order" where status = 'pending') as pending,
    (select count(*)::int from api."order" where status in ('paid', 'fulfilled') and total_cents > 0) as paid,
    (select count(*)::int from api."order" where status in ('paid', 'fulfilled') and total_cents = 0) as free,
    (select count(*)::int from api."order" where status = 'fulfilled') as fulfilled,
    (select count(*)::int from payments.payment_intent where amount_received = 249) as captured,
    (select count(*)::int from told_mail where subject like 'Your %') as confirmed,
    (select count(*)::int from told_mail where subject like '%has delivered%') as delivered,
    (select 2 * ${given.stock}::int - sum(stock)::int from api.product) as sold,
    (select sum(held)::int from api.product) as held,
    (select count(*)::int from api.product_key join api.entitlement using (entitlement_id) where state = 'given') as keys,
    (select coalesce(max(count), 0)::int from
      (select count(*) from api.product_key where state = 'given' group by entitlement_id) as of_each) as most,
    (select count(*)::int from api.access_grant where state = 'ready') as access,
    (select count(*)::int from api.provision_call) as asked,
    (select count(*)::int from api.hours_entry where kind = 'bought') as hours`.execute(opened.kysely);
  return rows[0] as Books;
}

await recover();
print({ books: await readBooks() });

let statements = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    if (++statements === given.dieBefore) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
};
const shop = openShop({ ...opened, kysely: opened.kysely.withPlugin(counting) }, () => new Date());
await shop.payments.start();
await shop.provision.start();

const outcome = await placeCardOrder(shop.service, {
  items: [{ product_id: 'gpu', quantity: 1 }],
  amount: 2.49,
  coupon: null,
  walletCents: 0,
  userId: 'jane@example.com',
  accountId: 'sub-of-jane@example.com',
});
if ('refused' in outcome) throw new Error(outcome.refused.code);
const { order, url } = outcome.placed;
const form = {
  email: 'jane@example.com',
  number: '4242424242424242',
  expiry: '12/40',
  cvc: '123',
  name: 'Jane',
  country: 'DE',
  postcode: '10115',
};
const paid = statements;
await shop.payments.pages.fetch(
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams(form),
  }),
);
await until(async () => {
  const { status } = await opened.kysely
    .selectFrom('api.order')
    .select('status')
    .where('order_id', '=', order.order_id)
    .executeTakeFirstOrThrow();
  return status === 'fulfilled';
});
const had = statements;
await buyFree(shop.service, given.life);
print({ paid, had, free: statements });
process.exit(0);
