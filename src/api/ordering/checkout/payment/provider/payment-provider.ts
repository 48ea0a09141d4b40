// The card payment provider as the shop needs it: the stripe SDK behind a few verbs. Whether it talks to the provider
// or to the embedded sandbox is decided where the SDK is made (payment-service.ts).
import Stripe from 'stripe';
import { countText } from '#contract/catalogue/product/price-unit.ts';
import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import { libraryPath } from '#contract/goods/library/library.ts';
import type { Card } from '#contract/money/amount/card.ts';
import { cutText } from '#contract/text/cut-text.ts';
import type { StoredOrder } from '../../../../schema/order.record.ts';
import {
  type Payment,
  type PaymentEvent,
  type PaymentSession,
  type ProviderRefund,
  readCard,
  readEventBody,
  readPayment,
  readRefund,
  readSession,
  UnreadableAnswer,
} from './provider-answers.ts';

/** Pay-in to a buyer's wallet. */
type WantedPayIn = { pay_in_id: string; user_id: string | null; amount_cents: number; expires_at: Date };

export type PaymentProvider = {
  /** The same order makes the same session, however often it is asked. Throws a ProviderAway where there is no answer. */
  createSession(order: StoredOrder): Promise<PaymentSession>;
  /** The same of a pay-in to a wallet. */
  createPayInSession(payIn: WantedPayIn): Promise<PaymentSession>;
  /** Null where the provider does not know it. */
  findSession(sessionId: string): Promise<PaymentSession | null>;
  /** The session that was asked for an order, where the answer never arrived; null when there is none. */
  findLostSession(order: StoredOrder): Promise<PaymentSession | null>;
  /** Nobody can pay any more. Answers the session as it is then: it may have been paid just before. Null: there is none. */
  expireSession(sessionId: string): Promise<PaymentSession | null>;
  /** Finds a payment: what arrived, what went back, what is disputed. Null where the provider does not know it. */
  findPayment(paymentIntent: string): Promise<Payment | null>;
  /** Finds the card of a payment; null if it was no card. */
  findCard(paymentIntent: string): Promise<Card | null>;
  /** `refundId` is the idempotency key. */
  refund(given: { refundId: string; paymentIntent: string; amountCents: number }): Promise<ProviderRefund>;
  /** The event of a webhook's raw body; null when it is not signed by the provider, too old, or in no form of the provider's. */
  readEvent(rawBody: string, signature: string): Promise<PaymentEvent | null>;
};

export const currency = 'usd';
const LONGEST_NAME = 250;

/** How long the provider is asked for a session, in milliseconds: its buyer waits. */
const PATIENCE_MS = 6_000;
const LONGEST_CALL_MS = 3_000;
const PAUSE_MS = 250;

/** There was no answer. `nothingDone`: it is certain that the provider has not done what it was asked for. */
export class ProviderAway extends Error {
  nothingDone: boolean;

  constructor(cause: unknown, nothingDone: boolean) {
    super(`The payment provider does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.nothingDone = nothingDone;
  }
}

/** True if the provider has given no answer, or none that says anything: nobody knows what it has done. */
export function isProviderAway(error: unknown): boolean {
  if (error instanceof ProviderAway || error instanceof UnreadableAnswer) return true;
  return error instanceof Stripe.errors.StripeError && !isProviderRefusal(error);
}

/** True if the provider has said no, and will say so again. */
export function isProviderRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== KEY_IN_USE;
}

/** Status of the provider's answer while a request with the same idempotency key is at work. */
const KEY_IN_USE = 409;
const ANSWERED_NO = new Set([400, 401, 402, 403, 404, 429]);
/** There was nobody to talk to: what was to be said was never sent. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function hasDoneNothing(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  if (error.statusCode !== undefined) return ANSWERED_NO.has(error.statusCode);
  const { detail } = error as { detail?: { code?: unknown; cause?: { code?: unknown } } };
  return NOT_CONNECTED.has(String(detail?.code ?? detail?.cause?.code));
}

type ProviderOptions = {
  stripe: Stripe;
  /** Messages signed with any of them are believed: while one is exchanged for another there are two. */
  webhookSecrets: readonly string[];
  /** True if real money moves: messages of the other mode are none of this shop's. */
  isLive: boolean;
  /** Where visitors reach the shop. */
  origin: string;
  /** How long the provider is asked for a session. */
  patienceMs?: number;
};

/** How a request is sent: with this key it does once what it does, however often it is sent. */
type Send = (idempotencyKey: string) => Stripe.RequestOptions;

export function createPaymentProvider(options: ProviderOptions): PaymentProvider {
  const { stripe, origin, patienceMs = PATIENCE_MS } = options;
  const { sessions } = stripe.checkout;

  const create = (ask: (send: Send) => Promise<Stripe.Checkout.Session>) =>
    untilAnswered(patienceMs, async (timeout) =>
      readSession(await ask((idempotencyKey) => ({ idempotencyKey, timeout, maxNetworkRetries: 0 }))),
    );

  const provider: PaymentProvider = {
    createSession: (order) =>
      create(async (send) => {
        const [wanted, key] = [wantedSession(order, origin), `order-${order.order_id}`];
        if (order.wallet_cents === 0) return sessions.create(wanted, send(key));
        // The lines are those of the order, and none can be less than nothing: what the wallet pays is a coupon of this session alone.
        const { id: coupon } = await stripe.coupons.create(walletPart(order), send(`${key}-wallet`));
        return sessions.create({ ...wanted, discounts: [{ coupon }] }, send(`${key}-rest`));
      }),

    createPayInSession: (payIn) =>
      create((send) => sessions.create(wantedPayIn(payIn, origin), send(`pay-in-${payIn.pay_in_id}`))),

    async findSession(sessionId) {
      return unlessUnknown(async () => readSession(await sessions.retrieve(sessionId)));
    },

    async findLostSession(order) {
      try {
        // The same key gives the first answer. If there was none, the order's time is now too short for a new session.
        return await provider.createSession(order);
      } catch (error) {
        if (isProviderRefusal(error)) return null;
        throw error;
      }
    },

    async expireSession(sessionId) {
      try {
        return readSession(await sessions.expire(sessionId));
      } catch (error) {
        // It is not open any more: what it is now is what counts.
        if (!isProviderRefusal(error)) throw error;
        return provider.findSession(sessionId);
      }
    },

    async findPayment(paymentIntent) {
      return unlessUnknown(async () => {
        const of = { payment_intent: paymentIntent, limit: 100 };
        const [intent, refunds, disputes] = await Promise.all([
          stripe.paymentIntents.retrieve(paymentIntent),
          allOf(stripe.refunds.list(of)),
          allOf(stripe.disputes.list(of)),
        ]);
        return readPayment(intent, refunds, disputes);
      });
    },

    async refund({ refundId, paymentIntent, amountCents }) {
      return readRefund(
        await stripe.refunds.create(
          { payment_intent: paymentIntent, amount: amountCents, metadata: { refund_id: refundId } },
          { idempotencyKey: `refund-${refundId}` },
        ),
      );
    },

    async findCard(paymentIntent) {
      return readCard(await stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] }));
    },

    readEvent: (rawBody, signature) => readSignedEvent(options, rawBody, signature),
  };
  return provider;
}

/** Page by page, to its end: a payment has as many refunds as somebody has made of it. */
async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

/** Asks again while there is time: another process may be at work with the same key, or an answer was lost. */
async function untilAnswered<T>(patienceMs: number, ask: (timeoutMs: number) => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  let nothingDone = true;
  for (;;) {
    try {
      return await ask(Math.min(LONGEST_CALL_MS, patienceMs));
    } catch (error) {
      if (isProviderRefusal(error)) throw error;
      nothingDone &&= hasDoneNothing(error);
      const isAtWork = error instanceof Stripe.errors.StripeError && error.statusCode === KEY_IN_USE;
      const isWorthAnother = isAtWork || !hasDoneNothing(error);
      if (!isWorthAnother || performance.now() + PAUSE_MS + LONGEST_CALL_MS / 2 > end)
        throw new ProviderAway(error, nothingDone);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

async function unlessUnknown<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null;
    throw error;
  }
}

function wantedSession(order: StoredOrder, origin: string): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    // Payments that take days would arrive at an order that has ended.
    allowed_payment_method_types: ['card'],
    client_reference_id: order.order_id,
    metadata: { order_id: order.order_id },
    payment_intent_data: { metadata: { order_id: order.order_id } },
    ...(order.user_id && { customer_email: order.user_id }),
    line_items: lineItems(order),
    expires_at: Math.floor(order.expires_at.getTime() / 1_000),
    ...pagesAfter(order, origin),
  };
}

/** Where the card page leads to. More time for one machine leads back to it: no cart is emptied, or filled again. */
function pagesAfter({ order_id: orderId, lines }: StoredOrder, origin: string) {
  const [machine, ...others] = lines.map((line) => line.extends);
  const cancelled = new URLSearchParams({ cancelled: orderId });
  if (!machine || others.length > 0)
    return {
      success_url: `${origin}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/cart?${cancelled}`,
    };
  const page = origin + libraryPath(machine);
  return { success_url: `${page}&session_id={CHECKOUT_SESSION_ID}`, cancel_url: `${page}&${cancelled}` };
}

function wantedPayIn(payIn: WantedPayIn, origin: string): Stripe.Checkout.SessionCreateParams {
  const { pay_in_id: id, user_id: email, amount_cents: unit_amount, expires_at: end } = payIn;
  const page = (more: Record<string, string>) =>
    `${origin}/profile/wallet?${new URLSearchParams({ pay_in: id, ...more })}`;
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    metadata: { pay_in_id: id },
    payment_intent_data: { metadata: { pay_in_id: id } },
    ...(email && { customer_email: email }),
    line_items: [{ quantity: 1, price_data: { currency, unit_amount, product_data: { name: 'Wallet' } } }],
    expires_at: Math.floor(end.getTime() / 1_000),
    success_url: page({}),
    cancel_url: page({ cancelled: '1' }),
  };
}

/** Believes a message that is signed with any of the secrets. */
async function readSignedEvent(
  { stripe, webhookSecrets, isLive }: ProviderOptions,
  rawBody: string,
  signature: string,
): Promise<PaymentEvent | null> {
  for (const secret of webhookSecrets) {
    try {
      const isThin = /"object"\s*:\s*"v2\.core\.event"/.test(rawBody);
      if (isThin) {
        await stripe.parseEventNotificationAsync(rawBody, signature, secret);
        return readEventBody(JSON.parse(rawBody), isLive);
      }
      return readEventBody(await stripe.webhooks.constructEventAsync(rawBody, signature, secret), isLive);
    } catch (error) {
      const isForeign = error instanceof Stripe.errors.StripeSignatureVerificationError;
      if (!isForeign && !(error instanceof SyntaxError) && !(error instanceof UnreadableAnswer)) throw error;
      if (!isForeign) return null;
    }
  }
  return null;
}

function walletPart({ wallet_cents: amount_off, expires_at, order_id }: StoredOrder): Stripe.CouponCreateParams {
  return {
    amount_off,
    currency,
    duration: 'once',
    max_redemptions: 1,
    name: 'From your wallet',
    redeem_by: Math.floor(expires_at.getTime() / 1_000),
    metadata: { order_id },
  };
}

/** One item a line: unit prices may be fractions of a cent, which the provider does not know. */
function lineItems(order: StoredOrder): Stripe.Checkout.SessionCreateParams.LineItem[] {
  return order.lines.map((line) => ({
    quantity: 1,
    price_data: {
      currency,
      unit_amount: line.amount_cents - line.discount_cents,
      product_data: { name: nameOf(line) },
    },
  }));
}

/** As long as the provider allows; how many they are is told in any case. */
function nameOf(line: StoredOrder['lines'][number]): string {
  const name = nameWithOptions(line.product_name, line.selected_options);
  const times = ` × ${countText(line.quantity, line.machines)}`;
  const room = LONGEST_NAME - times.length;
  return (name.length > room ? `${cutText(name, room - 1)}…` : name) + times;
}
