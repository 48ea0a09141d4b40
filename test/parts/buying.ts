// The shop's buying with its real payment sandbox, in one process and without ports: the API, the sandbox that the stripe
// SDK speaks to, and the page where cards are typed.

import { createPayments } from '@hearth/payment-sandbox';
import Stripe from 'stripe';
import { defaultUnpaidOrderLimits } from '#api/ordering/order/unpaid-order-limits.rules.ts';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { createLog, type Log } from '#platform/observability/log.ts';
import { createConnectProvider } from '../../src/api/money/payout/connect/connect-provider.ts';
import { createBalanceProvider } from '../../src/api/money/reconciliation/balance-provider.ts';
import type { CheckoutService } from '../../src/api/ordering/checkout/checkout-service.ts';
import { webhookEvents } from '../../src/api/ordering/checkout/payment/handle-event.ts';
import {
  createPaymentProvider,
  type PaymentProvider,
} from '../../src/api/ordering/checkout/payment/provider/payment-provider.ts';
import type { Message } from '../../src/mail/mailer.ts';
import { aShop } from '../factories/shop.ts';
import { startApi } from './api.ts';

const origin = 'http://shop.test';
const secretKey = 'sk_test_sandbox';
const webhookSecret = 'whsec_test';

export const cards = {
  succeeds: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
} as const;

export type Buying = Awaited<ReturnType<typeof startBuying>>;

/** `webhooks: 'lost'` keeps the provider's messages from the shop, `network` stands between the SDK and the provider. */
export async function startBuying(
  database: Database<Tables>,
  given: {
    webhooks?: 'delivered' | 'lost';
    network?: (request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>;
    provider?: (provider: PaymentProvider) => PaymentProvider;
    sendMail?: CheckoutService['sendMail'];
    limits?: Partial<CheckoutService['limits']>;
    /** Settings of the shop. */
    store?: Partial<CheckoutService['shop']>;
    /** How long machines of sellers are waited for. */
    patienceMs?: number;
    walletIsOpen?: boolean;
    log?: Log;
  } = {},
) {
  const log = given.log ?? createLog('silent');
  const mails: Message[] = [];
  const clock = { ahead: 0 };
  const now = () => new Date(Date.now() + clock.ahead);
  const lost = { now: given.webhooks === 'lost' };
  let shop: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 });
  const sandbox = createPayments({
    database,
    origin,
    shopName: 'Hearth',
    secretKey,
    webhook: {
      url: `${origin}/api/payments/webhook`,
      secret: webhookSecret,
      events: webhookEvents,
    },
    returnOrigins: [origin],
    // As an account with the provider that has turned delayed methods on; what takes days ends when a test says so.
    methods: ['card', 'us_bank_account'],
    settleMs: null,
    deliver: (request) => (lost.now ? new Response(null, { status: 503 }) : shop(request)),
    log,
    now,
  });
  const send = async (request: Request) => sandbox.api.fetch(request);
  const stripe = new Stripe(secretKey, {
    timeout: 2_000,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(async (input, init) => {
      const request = new Request(input, init);
      return given.network ? given.network(request, send) : send(request);
    }),
  });
  const made = createPaymentProvider({
    stripe,
    webhookSecrets: [webhookSecret, 'whsec_next'],
    isLive: false,
    origin,
    patienceMs: 2_000,
  });
  const provider = given.provider ? given.provider(made) : made;
  const sendMail: CheckoutService['sendMail'] = given.sendMail ?? (async (_db, message) => void mails.push(message));
  const api = await startApi(database, {
    log,
    now,
    ...(given.patienceMs && { webhooks: { patienceMs: given.patienceMs } }),
    connect: createConnectProvider(stripe),
    balance: createBalanceProvider(stripe),
    checkout: {
      provider,
      sendMail,
      shop: aShop({ origin, rentedElsewhere: new Set(['Rented Elsewhere']), ...given.store }),
      limits: { ...defaultUnpaidOrderLimits, ...given.limits },
      takesBilledOrders: true,
      walletIsOpen: given.walletIsOpen ?? true,
    },
  });
  shop = api.fetch;
  await sandbox.start();

  /** Types a card on the hosted page. Answers the status: 303 leads back to the shop. */
  async function pay(checkoutUrl: string, card: string = cards.succeeds): Promise<number> {
    const form = new URLSearchParams({
      email: 'jane@example.com',
      number: card,
      expiry: '12/40',
      cvc: '123',
      name: 'Jane Example',
      country: 'DE',
      postcode: '10115',
    });
    const response = await sandbox.pages.fetch(
      new Request(checkoutUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
        body: form,
      }),
    );
    return response.status;
  }

  return {
    api,
    service: api.checkout,
    receipts: api.receipts,
    invoices: api.invoices,
    stripe,
    sandbox,
    mails,
    pay,
    loseWebhooks: () => {
      lost.now = true;
    },
    /** The provider's messages reach the shop again. */
    findWebhooks: () => {
      lost.now = false;
    },
    wait: (seconds: number) => {
      clock.ahead += seconds * 1_000;
    },
    signed: (body: string, secret = webhookSecret) =>
      stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret,
        timestamp: Math.floor(now().getTime() / 1_000),
      }),
    customer: (name: string) => api.signIn({ email: `${name}@example.com`, nickname: name }),
    close: () => Promise.all([sandbox.close(2_000), api.close()]),
  };
}
