// A process of its own that recovers what the one before it left, says what the books are then, and buys one thing, from the
// cart to the confirmation, until it dies before its nth statement.

import { OpenAPIHono } from '@hono/zod-openapi';
import { type KyselyPlugin, sql } from 'kysely';
import { pino } from 'pino';
import Stripe from 'stripe';
import { createCheckoutQueue } from '#api/checkout/checkout-queue.ts';
import type { CheckoutService } from '#api/checkout/checkout-service.ts';
import { createPaymentProvider } from '#api/checkout/payment/payment-provider.ts';
import { mountWebhook } from '#api/checkout/payment/webhook.routes.ts';
import { placeCardOrder } from '#api/checkout/place-order.ts';
import { reconcile } from '#api/checkout/reconcile.ts';
import { createGoodsKinds } from '#api/goods-kinds.ts';
import { acceptLicenses } from '#api/license/accept-licenses.ts';
import { defaultLimits } from '#api/order/order-limits.rules.ts';
import { createSendMail } from '#mail/mail.ts';
import type { Tables } from '#main/tables.ts';
import { createPayments } from '#payments/server.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets } from '#platform/secrets.ts';
import { aShop } from '../factories/shop.ts';

/** Handed over as the JSON of the first argument. `dieBefore: 0`: it comes to its end. `stock`: before anything was sold. */
export type BuyingProcess = {
  databaseUrl: string | null;
  dataDir: string;
  secretsKey: string;
  dieBefore: number;
  stock: number;
};

/** What it prints, each as a line of JSON: the books before it buys, and the statements of a purchase that came to its end. */
export type Books = Record<'pending' | 'paid' | 'captured' | 'mails' | 'sold' | 'held', number>;
export type Told = { books: Books } | { statements: number };

/** After so many seconds a payment that was not heard of is asked for; after the longer time every order has expired. */
const ASKED_AFTER_SECONDS = 180;
const EXPIRED_AFTER_SECONDS = 32 * 60;

const given = JSON.parse(process.argv[2] ?? '') as BuyingProcess;
const origin = 'http://shop.test';
const secret = 'whsec_test';
const log = pino({ level: 'silent' });
const opened = await openDatabase<Tables>(given);
const tell = (told: Told) => process.stdout.write(`${JSON.stringify(told)}\n`);

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
  const telling = {
    sendMail: createSendMail(createSecrets([Buffer.from(given.secretsKey, 'base64')])),
    shop: aShop({ origin }),
  };
  const service: CheckoutService = {
    db: database.kysely as never,
    actor: { kind: 'customer' },
    provider: createPaymentProvider({ stripe, webhookSecrets: [secret], isLive: false, origin }),
    ...telling,
    limits: defaultLimits,
    inQueue: createCheckoutQueue(),
    acceptLicenses,
    settleGoods: createGoodsKinds(telling),
    log,
    now,
  };
  mountWebhook(shop, { service });
  return { payments, service };
}

/** What a shop does by itself when it is started again. */
async function recover() {
  let ahead = 0;
  const { payments, service } = openShop(opened, () => new Date(Date.now() + ahead * 1_000));
  await payments.start();
  for (const seconds of [ASKED_AFTER_SECONDS, EXPIRED_AFTER_SECONDS]) {
    ahead += seconds;
    await reconcile(service);
  }
  await payments.close(2_000);
}

async function readBooks(): Promise<Books> {
  const { rows } = await sql<Books>`select
    (select count(*)::int from api."order" where status = 'pending') as pending,
    (select count(*)::int from api."order" where status = 'paid') as paid,
    (select count(*)::int from payments.payment_intent where amount_received = 249) as captured,
    (select count(*)::int from mail.outbox) as mails,
    (select ${given.stock} - stock::int from api.product) as sold,
    (select held::int from api.product) as held`.execute(opened.kysely);
  return rows[0] as Books;
}

await recover();
tell({ books: await readBooks() });

let statements = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    if (++statements === given.dieBefore) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
};
const { payments, service } = openShop({ ...opened, kysely: opened.kysely.withPlugin(counting) }, () => new Date());
await payments.start();

const outcome = await placeCardOrder(service, {
  items: [{ product_id: 'gpu', quantity: 1 }],
  amount: 2.49,
  coupon: null,
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
await payments.pages.fetch(
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams(form),
  }),
);
for (;;) {
  const row = await opened.kysely
    .selectFrom('api.order')
    .select('status')
    .where('order_id', '=', order.order_id)
    .executeTakeFirstOrThrow();
  if (row.status === 'paid') break;
  await new Promise((resolve) => setTimeout(resolve, 20));
}
tell({ statements });
process.exit(0);
