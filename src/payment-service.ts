// Who takes the cards, as the configuration says: the provider, or the embedded sandbox.
import Stripe from 'stripe';
import { createPaymentProvider, type PaymentProvider } from '#api/checkout/payment-provider.ts';
import type { Config } from '#platform/config.ts';

const TIMEOUT_MS = 10_000;
const RETRIES = 2;

export function openPayments(config: Config['payments'], shop: { origin: string }): { provider: PaymentProvider } {
  const stripe = new Stripe(config.secretKey ?? 'sk_test_sandbox', {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    ...(!config.secretKey && {
      httpClient: Stripe.createFetchHttpClient(() => Promise.reject(new Error('the sandbox is not open'))),
    }),
  });
  return {
    provider: createPaymentProvider({ stripe, webhookSecret: config.webhookSecret ?? 'none', origin: shop.origin }),
  };
}
