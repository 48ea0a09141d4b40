// A process of its own that buys one thing, from the cart to the confirmation, and dies before its nth statement.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import Stripe from 'stripe';
import { createCheckoutQueue } from '#api/checkout/checkout-queue.ts';
import type { CheckoutService } from '#api/checkout/checkout-service.ts';
import { defaultLimits } from '#api/checkout/order-limits.rules.ts';
import { createPaymentProvider } from '#api/checkout/payment/payment-provider.ts';
import { mountWebhook } from '#api/checkout/payment/webhook.routes.ts';
import { placeCardOrder } from '#api/checkout/place-order.ts';
import { createSendMail } from '#mail/mail.ts';
import type { Tables } from '#main/tables.ts';
import { createPayments } from '#payments/server.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets } from '#platform/secrets.ts';
import { aShop } from './factories/shop.ts';

/** Handed over as the JSON of the first argument. */
export type BuyingProcess = { databaseUrl: string | null; dataDir: string; secretsKey: string; dieBefore: number };

const given = JSON.parse(process.argv[2] ?? '') as BuyingProcess;
const origin = 'http://shop.test';
const secret = 'whsec_test';
const log = pino({ level: 'silent' });

let statements = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    if (++statements === given.dieBefore) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
};

const opened = await openDatabase<Tables>(given);
const database = { ...opened, kysely: opened.kysely.withPlugin(counting) };
const shop = new OpenAPIHono();
const payments = createPayments({
  database,
  origin,
  shopName: 'Hearth',
  secretKey: 'sk_test_sandbox',
  webhook: { url: `${origin}/payments/webhook`, secret },
  deliver: (request) => shop.fetch(request),
  log,
});
const stripe = new Stripe('sk_test_sandbox', {
  httpClient: Stripe.createFetchHttpClient(async (input, init) => payments.api.fetch(new Request(input, init))),
});
const service: CheckoutService = {
  db: database.kysely as never,
  actor: { kind: 'customer' },
  provider: createPaymentProvider({ stripe, webhookSecrets: [secret], isLive: false, origin }),
  sendMail: createSendMail(createSecrets([Buffer.from(given.secretsKey, 'base64')])),
  shop: aShop({ origin }),
  limits: defaultLimits,
  inQueue: createCheckoutQueue(),
  log,
  now: () => new Date(),
};
mountWebhook(shop, { service });
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
process.stdout.write(`${statements}\n`);
process.exit(0);
