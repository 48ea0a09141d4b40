// Who takes the cards, as the configuration says: the provider, or the embedded sandbox.
import Stripe from 'stripe';
import { createPaymentProvider, type PaymentProvider } from '#api/checkout/payment-provider.ts';
import type { Store } from '#contract/store.ts';
import { createPayments, type Payments } from '#payments/server.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { timeProviderCall } from '#platform/metrics.ts';
import { observeCalls } from '#platform/observe-calls.ts';
import type { Tables } from './tables.ts';

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** The sandbox and the shop know each other by these: no request from outside reaches the sandbox's API. */
const SANDBOX_KEY = 'sk_test_sandbox';
const WEBHOOK_PATH = '/api/payments/webhook';
/** The same that docs/operations.md asks the operator to choose at the provider. */
const WEBHOOK_EVENTS = ['checkout.session.completed', 'checkout.session.expired'] as const;

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
    webhookSecret: string;
    deliver: (request: Request) => Response | Promise<Response>;
    log: Log;
  },
): PaymentService {
  const webhookSecret = config.webhookSecret ?? shop.webhookSecret;
  const sandbox = config.secretKey
    ? null
    : createPayments({
        database: shop.database,
        origin: shop.origin,
        shopName: shop.store.name,
        secretKey: SANDBOX_KEY,
        webhook: { url: `${shop.origin}${WEBHOOK_PATH}`, secret: webhookSecret, events: WEBHOOK_EVENTS },
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
  const provider = createPaymentProvider({ stripe, webhookSecret, origin: shop.origin });
  return { provider: observeCalls('payment provider', provider, timeProviderCall), sandbox };
}
