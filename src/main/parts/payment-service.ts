// Card processing, as the configuration says: by the provider, or by the embedded sandbox.

import { boardAddress, createPayments, type Payments } from '@hearth/payment-sandbox';
import Stripe from 'stripe';
import { type ConnectProvider, createConnectProvider } from '#api/money/payout/connect/connect-provider.ts';
import { type BalanceProvider, createBalanceProvider } from '#api/money/reconciliation/balance-provider.ts';
import { webhookEvents } from '#api/ordering/checkout/payment/handle-event.ts';
import {
  createPaymentProvider,
  type PaymentProvider,
} from '#api/ordering/checkout/payment/provider/payment-provider.ts';
import { timeProviderCall } from '#api/ordering/order/order-metrics.ts';
import { observeCalls } from '#platform/observability/observe-calls.ts';
import type { Config } from '../config/config.ts';
import type { Stores } from '../open-stores.ts';
import type { Shop } from '../shop.ts';

/** Twice, with a pause between, is within the ten seconds that a customer is kept waiting at most. */
const TIMEOUT_MS = 4_000;
const RETRIES = 1;
/** The sandbox and the shop know each other by these: no request from outside reaches the sandbox's API. */
const SANDBOX_KEY = 'sk_test_sandbox';
const WEBHOOK_PATH = '/api/payments/webhook';

type PaymentService = {
  provider: PaymentProvider;
  /** Its accounts of shops; null where the operator pays them by the bank alone. */
  connect: ConnectProvider | null;
  /** Transactions in its own book. */
  balance: BalanceProvider;
  /** The embedded sandbox; null where a provider takes the cards. */
  sandbox: Payments | null;
  /** Where a trial's board of the sandbox is opened. */
  board: string | null;
};

/** `deliver` is how the sandbox's webhooks reach the shop. */
export function openPayments(
  {
    config: { payments: config },
    store,
    origin,
    isTrial = false,
    log,
  }: Pick<Shop, 'store' | 'origin' | 'log'> &
    Partial<Pick<Shop, 'isTrial'>> & {
      config: Pick<Config, 'payments'>;
    },
  { database, secrets }: Pick<Stores, 'database' | 'secrets'>,
  deliver: (request: Request) => Response | Promise<Response>,
): PaymentService {
  // Anybody may post to the webhook's address: only who has the keys of this shop can sign what it believes.
  const sandboxSecret = secrets.hmac('webhook', 'sandbox').toString('base64url');
  const webhookSecrets = config.webhookSecrets.length > 0 ? config.webhookSecrets : [sandboxSecret];
  const boardKey =
    isTrial && !config.secretKey ? secrets.hmac('page', 'connect board key').toString('base64url') : null;
  const sandbox = config.secretKey
    ? null
    : createPayments({
        database,
        origin,
        shopName: store.name,
        secretKey: SANDBOX_KEY,
        returnOrigins: [new URL(origin).origin],
        ...(boardKey && { boardKey }),
        webhook: { url: `${origin}${WEBHOOK_PATH}`, secret: webhookSecrets[0] ?? '', events: webhookEvents },
        deliver,
        log,
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
    origin,
  });
  const connect = sandbox || config.connect ? createConnectProvider(stripe) : null;
  return {
    provider: observeCalls('payment provider', provider, timeProviderCall),
    connect: connect && observeCalls('payment provider', connect, timeProviderCall),
    balance: observeCalls('payment provider', createBalanceProvider(stripe), timeProviderCall),
    sandbox,
    board: boardKey && boardAddress(origin, boardKey),
  };
}
