// Who takes the cards, as the configuration says: the provider, or the embedded sandbox.
import Stripe from 'stripe';
import { webhookEvents } from '#api/checkout/payment/hear-event.ts';
import { createPaymentProvider, type PaymentProvider } from '#api/checkout/payment/payment-provider.ts';
import { timeProviderCall } from '#api/metrics.ts';
import type { Store } from '#contract/store.ts';
import { createPayments, type Payments } from '#payments/server.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/observability/log.ts';
import { observeCalls } from '#platform/observability/observe-calls.ts';
import type { Tables } from './tables.ts';

/** Twice, with a pause between, is within the ten seconds that a customer is kept waiting at most. */
const TIMEOUT_MS = 4_000;
const RETRIES = 1;
/** The sandbox and the shop know each other by these: no request from outside reaches the sandbox's API. */
const SANDBOX_KEY = 'sk_test_sandbox';
const WEBHOOK_PATH = '/api/payments/webhook';

type PaymentService = {
  provider: PaymentProvider;
  /** The embedded sandbox; null where a provider takes the cards. */
  sandbox: Payments | null;
};

/** `deliver` is how the sandbox's webhooks reach the shop. */
export function openPayments(
  config: Config['payments'],
  shop: {
    database: Database<Tables>;
    store: Store;
    origin: string;
    /** What the embedded sandbox signs its messages with. */
    webhookSecret: string;
    deliver: (request: Request) => Response | Promise<Response>;
    log: Log;
  },
): PaymentService {
  const webhookSecrets = config.webhookSecrets.length > 0 ? config.webhookSecrets : [shop.webhookSecret];
  const sandbox = config.secretKey
    ? null
    : createPayments({
        database: shop.database,
        origin: shop.origin,
        shopName: shop.store.name,
        secretKey: SANDBOX_KEY,
        returnOrigins: [new URL(shop.origin).origin],
        webhook: { url: `${shop.origin}${WEBHOOK_PATH}`, secret: webhookSecrets[0] ?? '', events: webhookEvents },
        deliver: shop.deliver,
        log: shop.log,
      });
  const stripe = new Stripe(config.secretKey ?? SANDBOX_KEY, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(sandbox && {
      httpClient: Stripe.createFetchHttpClient(async (input, init) => sandbox.api.fetch(new Request(input, init))),
    }),
  });
  const provider = createPaymentProvider({
    stripe,
    webhookSecrets,
    isLive: config.secretKey?.includes('_live_') ?? false,
    origin: shop.origin,
  });
  return { provider: observeCalls('payment provider', provider, timeProviderCall), sandbox };
}
