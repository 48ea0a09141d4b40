// The card payment provider as the shop needs it: the stripe SDK behind six verbs. Whether it talks to the provider
// or to the embedded sandbox is decided where the SDK is made (main.ts).
import Stripe from 'stripe';
import type { StoredOrder } from '../order/order.rules.ts';

/** What the provider says of a checkout session. */
export type PaymentSession = {
  id: string;
  url: string | null;
  state: 'open' | 'paid' | 'unpaid' | 'expired';
  amountCents: number;
  currency: string;
  paymentIntent: string | null;
  orderId: string | null;
};

export type PaymentEvent = { id: string; type: string; session: PaymentSession | null };

export type PaymentProvider = {
  /** The same order makes the same session, however often it is asked. */
  createSession(order: StoredOrder, customerEmail: string): Promise<PaymentSession>;
  findSession(sessionId: string): Promise<PaymentSession | null>;
  /** The session that was asked for an order, where the answer never arrived; null when there is none. */
  findLostSession(order: StoredOrder, customerEmail: string): Promise<PaymentSession | null>;
  /** Nobody can pay any more. Answers the session as it is then: it may have been paid just before. */
  expireSession(sessionId: string): Promise<PaymentSession>;
  /** `refundId` is the idempotency key. Answers the provider's own id. */
  refund(given: { refundId: string; paymentIntent: string; amountCents: number }): Promise<string>;
  /** The event of a webhook's raw body; null when the signature is not the provider's. */
  readEvent(rawBody: string, signature: string): Promise<PaymentEvent | null>;
};

export const currency = 'usd';

/** Whether the provider has given no answer, or none that says anything: what it has done is not known. */
export function isProviderAway(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && !isProviderRefusal(error);
}

/** Whether the provider has said no, and will say so again. */
export function isProviderRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

export function createPaymentProvider(options: {
  stripe: Stripe;
  webhookSecret: string;
  /** Where visitors reach the shop. */
  origin: string;
}): PaymentProvider {
  const { stripe, webhookSecret, origin } = options;
  const { sessions } = stripe.checkout;

  const provider: PaymentProvider = {
    async createSession(order, customerEmail) {
      const session = await sessions.create(
        {
          mode: 'payment',
          client_reference_id: order.order_id,
          metadata: { order_id: order.order_id },
          customer_email: customerEmail,
          line_items: lineItems(order),
          expires_at: Math.floor(order.expires_at.getTime() / 1_000),
          success_url: `${origin}/success?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${origin}/cart?${new URLSearchParams({ cancelled: order.order_id })}`,
        },
        { idempotencyKey: `order-${order.order_id}` },
      );
      return toSession(session);
    },

    async findSession(sessionId) {
      try {
        return toSession(await sessions.retrieve(sessionId));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null;
        throw error;
      }
    },

    async findLostSession(order, customerEmail) {
      try {
        // The same key gives the first answer. If there was none, the order's time is now too short for a new session.
        return await provider.createSession(order, customerEmail);
      } catch (error) {
        if (isProviderRefusal(error)) return null;
        throw error;
      }
    },

    async expireSession(sessionId) {
      try {
        return toSession(await sessions.expire(sessionId));
      } catch (error) {
        // It is not open any more: what it is now is what counts.
        if (!isProviderRefusal(error)) throw error;
        return toSession(await sessions.retrieve(sessionId));
      }
    },

    async refund({ refundId, paymentIntent, amountCents }) {
      const refund = await stripe.refunds.create(
        { payment_intent: paymentIntent, amount: amountCents },
        { idempotencyKey: `refund-${refundId}` },
      );
      return refund.id;
    },

    async readEvent(rawBody, signature) {
      try {
        const event = await stripe.webhooks.constructEventAsync(rawBody, signature, webhookSecret);
        const isSession = event.type.startsWith('checkout.session.');
        return {
          id: event.id,
          type: event.type,
          session: isSession ? toSession(event.data.object as Stripe.Checkout.Session) : null,
        };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
          return null;
        throw error;
      }
    },
  };
  return provider;
}

/** One item a line: unit prices may be fractions of a cent, which the provider does not know. */
function lineItems(order: StoredOrder) {
  return order.lines.map((line) => ({
    quantity: 1,
    price_data: {
      currency,
      unit_amount: line.amount_cents - line.discount_cents,
      product_data: { name: `${line.product_name} × ${line.quantity}`.slice(0, 250) },
    },
  }));
}

function toSession(session: Stripe.Checkout.Session): PaymentSession {
  const intent = session.payment_intent;
  return {
    id: session.id,
    url: session.url,
    state: stateOf(session),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    paymentIntent: typeof intent === 'string' ? intent : (intent?.id ?? null),
    orderId: session.client_reference_id,
  };
}

function stateOf({ status, payment_status }: Stripe.Checkout.Session): PaymentSession['state'] {
  if (payment_status === 'paid') return 'paid';
  if (status === 'open') return 'open';
  // Complete and unpaid: a payment method that takes days.
  return status === 'expired' ? 'expired' : 'unpaid';
}
