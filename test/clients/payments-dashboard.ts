// Actions at the payment provider without the shop: in its dashboard, at banks, in its other mode. They work with every
// sandbox that an SDK speaks to: `dashboard(buying.stripe)`, `dashboard(payments.stripe)`.

import type { RefundPlan, Switches } from '@hearth/payment-sandbox';
import type Stripe from 'stripe';

/** The provider's test cards, by what becomes of a payment with them; all others are in pages/test-cards.ts. */
export const cardsThat = {
  succeed: '4242 4242 4242 4242',
  areDisputed: '4000 0000 0000 0259',
  areInquired: '4000 0000 0000 1976',
  refundLater: '4000 0000 0000 7726',
  failToRefund: '4000 0000 0000 5126',
} as const;

export function dashboard(stripe: Stripe) {
  const post = (path: string, params: Record<string, unknown> = {}, stripeAccount?: string) =>
    stripe.rawRequest('POST', `/v1/test_helpers/${path}`, params, { ...(stripeAccount && { stripeAccount }) });

  return {
    /** Somebody gives money back in the dashboard, all that is left unless told: the shop did not ask for it. */
    refund: (payment_intent: string, amount?: number): Promise<Stripe.Refund> =>
      stripe.refunds.create({ payment_intent, ...(amount && { amount }) }),
    /** How all later refunds of a payment go. 'waits_for_funds' stays pending; 'refused' is 400 whenever it is tried. */
    planRefunds: (payment_intent: string, plan: RefundPlan): Promise<Stripe.PaymentIntent> =>
      post(`payment_intents/${payment_intent}/refund_plan`, { plan }),
    /** A pending refund arrives. */
    succeedRefund: (refund: string): Promise<Stripe.Refund> => post(`refunds/${refund}/succeed`),
    /** A refund comes back, pending or not. */
    failRefund: (refund: string, failure_reason = 'expired_or_canceled_card'): Promise<Stripe.Refund> =>
      post(`refunds/${refund}/fail`, { failure_reason }),

    /** The customer's bank takes a payment back; an inquiry only asks about it. */
    dispute: (
      payment_intent: string,
      more: { amount?: number; reason?: string; inquiry?: boolean } = {},
    ): Promise<Stripe.Dispute> => post('disputes', { payment_intent, ...more }),
    winDispute: (dispute: string) =>
      stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'winning_evidence' } }),
    loseDispute: (dispute: string) =>
      stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'losing_evidence' } }),
    /** The operator accepts it: lost. */
    acceptDispute: (dispute: string) => stripe.disputes.close(dispute),

    /** The customer completes a session with a method that takes days: it is 'complete' and 'unpaid'. */
    payByDebit: (session: string): Promise<Stripe.Checkout.Session> =>
      post(`checkout/sessions/${session}/pay_by_debit`),
    /** The money of such a session comes, or never will. */
    settleDebit: (session: string, outcome: 'succeeded' | 'failed'): Promise<Stripe.Checkout.Session> =>
      post(`checkout/sessions/${session}/settle`, { outcome }),

    /** Switches of the sandbox from now on: money that waits, payouts that bounce, webhooks twice or in disorder. */
    turn: (switches: Partial<Switches>): Promise<Switches> => post('switches', switches),
    /** A seller goes through the onboarding, and the provider accepts them, misses a document, or will not have them. */
    onboard: (
      account: string,
      more: { document?: 'accepted' | 'missing' | 'rejected'; bank_account?: string } = {},
    ): Promise<Stripe.V2.Core.Account> => post(`accounts/${account}/complete_onboarding`, more),
    /** Money comes to a balance from nowhere, or leaves it: of the platform, or of an account. */
    adjust: (amount: number, account?: string): Promise<Stripe.BalanceTransaction> =>
      post('balance/adjust', { amount, currency: 'usd' }, account),
    /** Makes the pending money of a balance available now. */
    makeAvailable: (account?: string): Promise<unknown> => post('balance/make_available', {}, account),
    /** The provider pays out all that it can, as by a schedule. */
    payOutAll: (account?: string): Promise<Stripe.Payout> => post('payouts', { currency: 'usd' }, account),
    /** A payout is on its way, arrives, or comes back, also after it had arrived. */
    sendPayout: (payout: string): Promise<Stripe.Payout> => post(`payouts/${payout}/send`),
    payPayout: (payout: string): Promise<Stripe.Payout> => post(`payouts/${payout}/pay`),
    failPayout: (payout: string, failure_code?: string): Promise<Stripe.Payout> =>
      post(`payouts/${payout}/fail`, { ...(failure_code && { failure_code }) }),
    /** Sends the webhooks that the switch `webhooks: 'held'` has held, in the order of their making or the other way round. */
    releaseWebhooks: (order: 'as_made' | 'reversed' = 'as_made'): Promise<{ told: string[] }> =>
      post('webhooks/release', { order }),

    /** Tells the shop of anything: of an unknown session, of the other mode. Ends when it has answered, or not taken it. */
    tell: (event: { type: string; object: object; livemode?: boolean; created?: number }): Promise<Stripe.Event> =>
      post('events', { ...event, object: JSON.stringify(event.object) }),
    /** Tells the shop of an event once more, in whatever order. */
    resendEvent: (event: string): Promise<Stripe.Event> => stripe.rawRequest('POST', `/v1/events/${event}/retry`),
    /** Events of a connected account, oldest first. */
    eventsOf: async (stripeAccount: string): Promise<Stripe.Event[]> =>
      (await stripe.events.list({ limit: 100 }, { stripeAccount })).data.reverse(),
    /** Events at the provider, oldest first. */
    events: async (...types: string[]): Promise<Stripe.Event[]> =>
      (await stripe.events.list({ limit: 100, ...(types.length > 0 && { types }) })).data.reverse(),
  };
}
