// Answers of the payment provider, in the shop's words. Each is checked in shape: what is built on it is money.

import { z } from 'zod';
import type { Card } from '#contract/money/amount/card.ts';
import type { CardDisputeState } from '#contract/ordering/dispute-terms.ts';

/** Checkout session at the provider. 'unpaid': complete, with a payment that is still under way. */
export type PaymentSession = {
  id: string;
  url: string | null;
  state: 'open' | 'paid' | 'unpaid' | 'expired';
  amountCents: number;
  currency: string;
  paymentIntent: string | null;
  orderId: string | null;
  /** Pay-in to a wallet that it pays. */
  payInId: string | null;
};

export type ProviderRefund = {
  id: string;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'failed';
  failure: string | null;
  /** The shop's own id, where the shop asked for it. */
  refundId: string | null;
};

export type ProviderDispute = {
  id: string;
  amountCents: number;
  state: CardDisputeState;
  reason: string;
  /** Until when the bank takes evidence; null: none is to be handed in (any more). */
  dueBy: Date | null;
};

export type Payment = {
  paymentIntent: string;
  orderId: string | null;
  payInId: string | null;
  receivedCents: number;
  currency: string;
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
};

export type PaymentEvent = {
  id: string;
  type: string;
  /** True for test money in a shop that takes real money, or the other way round. */
  isOfOtherMode: boolean;
  session: PaymentSession | null;
  /** The payment that it is about; null where it is about none. */
  paymentIntent: string | null;
  /** The provider's id of what it is about, and the connected account that it has happened to. */
  subject: string | null;
  account: string | null;
};

/** An answer that is in none of the provider's documented forms. */
export class UnreadableAnswer extends Error {}

const id = z.string().regex(/^[\w-]{1,255}$/);
const cents = z.int().min(0);
const reference = z.union([id, z.object({ id }).transform((object) => object.id)]).nullish();
/** Whatever another program has written there. */
const foreignText = z
  .string()
  .nullish()
  .transform((text) => (text && /^[\w-]{1,200}$/.test(text) ? text : null));
const metadata = z.record(z.string(), z.string()).nullish();

const sessionSchema = z.object({
  id,
  url: z.url({ protocol: /^https?$/ }).nullish(),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: cents.nullish(),
  currency: z.string().nullish(),
  payment_intent: reference,
  client_reference_id: foreignText,
  metadata,
});

const refundSchema = z.object({
  id,
  amount: cents,
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  metadata,
});

const disputeSchema = z.object({
  id,
  amount: cents,
  status: z.string(),
  reason: z.string(),
  /** In seconds since 1970. */
  evidence_details: z.object({ due_by: z.int().min(0).max(8_640_000_000_000).nullish() }).nullish(),
});
const intentSchema = z.object({ id, amount_received: cents, currency: z.string(), metadata });
const chargedSchema = z.object({
  latest_charge: z
    .object({
      payment_method_details: z
        .object({ card: z.object({ brand: z.string(), last4: z.string().regex(/^\d{4}$/) }).nullish() })
        .nullish(),
    })
    .nullish(),
});
/** Those of version 2 of the provider's API name what they are about, and say nothing of it. */
const eventSchema = z
  .object({
    id,
    type: z.string(),
    livemode: z.boolean(),
    account: id.nullish(),
    data: z.object({ object: z.looseObject({}) }).nullish(),
    related_object: z.object({ id }).nullish(),
  })
  .refine(({ data, related_object: related }) => data || related, 'says nothing');

export function readSession(answer: unknown): PaymentSession {
  const session = read(sessionSchema, answer, 'a checkout session');
  return {
    id: session.id,
    url: session.url ?? null,
    state: stateOf(session),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    paymentIntent: session.payment_intent ?? null,
    orderId: session.client_reference_id,
    payInId: foreignText.parse(session.metadata?.pay_in_id),
  };
}

function stateOf({ status, payment_status }: z.output<typeof sessionSchema>): PaymentSession['state'] {
  if (payment_status !== 'unpaid') return 'paid';
  if (status === 'open') return 'open';
  return status === 'expired' ? 'expired' : 'unpaid';
}

export function readRefund(answer: unknown): ProviderRefund {
  const { amount, status, failure_reason: failure, ...refund } = read(refundSchema, answer, 'a refund');
  const hasFailed = status === 'failed' || status === 'canceled';
  return {
    id: refund.id,
    amountCents: amount,
    state: hasFailed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
    failure: hasFailed ? (failure ?? 'the provider says no reason') : null,
    refundId: refund.metadata?.refund_id ?? null,
  };
}

export function readPayment(intent: unknown, refunds: unknown[], disputes: unknown[]): Payment {
  const payment = read(intentSchema, intent, 'a payment');
  return {
    paymentIntent: payment.id,
    orderId: foreignText.parse(payment.metadata?.order_id),
    payInId: foreignText.parse(payment.metadata?.pay_in_id),
    receivedCents: payment.amount_received,
    currency: payment.currency,
    refunds: refunds.map(readRefund),
    disputes: disputes.map(readDispute),
  };
}

/** Reads the card of a payment with its charge; null if it was no card. */
export function readCard(answer: unknown): Card | null {
  const { latest_charge: charge } = read(chargedSchema, answer, 'a payment with its charge');
  return charge?.payment_method_details?.card ?? null;
}

function readDispute(answer: unknown): ProviderDispute {
  const { amount, status, evidence_details: evidence, ...dispute } = read(disputeSchema, answer, 'a dispute');
  // A warning that is closed, or a dispute that was prevented, has taken no money.
  const state = status === 'lost' ? 'lost' : ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open';
  const due = status.endsWith('needs_response') ? evidence?.due_by : null;
  return { ...dispute, amountCents: amount, state, dueBy: due ? new Date(due * 1_000) : null };
}

export function readEventBody(body: unknown, isLive: boolean): PaymentEvent {
  const { id, type, livemode, data, account, related_object: related } = read(eventSchema, body, 'an event');
  const isSession = type.startsWith('checkout.session.');
  const isOfPayment = /^(charge|refund|payment_intent)\./.test(type);
  const about = isOfPayment ? reference.safeParse(data?.object.payment_intent) : null;
  return {
    id,
    type,
    isOfOtherMode: livemode !== isLive,
    session: isSession && data ? readSession(data.object) : null,
    paymentIntent: about?.success ? (about.data ?? null) : null,
    subject: idOf(related?.id ?? data?.object.id),
    account: account ?? null,
  };
}

function idOf(value: unknown): string | null {
  const parsed = id.safeParse(value);
  return parsed.success ? parsed.data : null;
}

function read<S extends z.ZodType>(schema: S, answer: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UnreadableAnswer(
    `The payment provider’s answer is no form of ${what}: ${issue?.path.join('.')} ${issue?.message}`,
  );
}
