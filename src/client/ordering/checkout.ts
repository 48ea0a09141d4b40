import type { CheckoutRequest, CheckoutSession, PaymentAnswer } from '#contract/ordering/checkout.ts';
import type { ApiClient } from '../api/api-client.ts';

/** Orders what is in the cart; the answer says where it is paid by card. */
export function createCheckoutSession(api: ApiClient, request: CheckoutRequest): Promise<Partial<CheckoutSession>> {
  return api.post('/checkout-session/', request);
}

/** Whether a payment has arrived: that of a session of the provider's page, or else the customer's latest. */
export function verifyPayment(api: ApiClient, sessionId: string | null): Promise<PaymentAnswer> {
  const query = sessionId ? `?${new URLSearchParams({ session_id: sessionId })}` : '';
  return api.get(`/success/${query}`, { asUser: true });
}
