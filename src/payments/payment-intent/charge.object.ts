import type Stripe from 'stripe';
import type { BillingDetails, Card, PaymentIntent } from '../schema.ts';

/** The last attempt that reached the bank. There must have been one: `intent.charge` is its id. */
export function chargeObject(intent: PaymentIntent): Stripe.Charge {
  const { charge, charged_at, card, billing_details, failure } = intent;
  if (!charge || !charged_at || !card || !billing_details) throw new Error(`${intent.id} has no charge`);
  const succeeded = intent.status === 'succeeded';
  return {
    id: charge,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount_received,
    amount_refunded: intent.amount_refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: billingObject(billing_details),
    calculated_statement_descriptor: null,
    captured: succeeded,
    created: Math.floor(charged_at.getTime() / 1_000),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: succeeded ? 'approved_by_network' : 'declined_by_network',
      reason: failure?.decline_code ?? null,
      seller_message: failure?.message ?? 'Payment complete.',
      type: succeeded ? 'authorized' : 'issuer_declined',
    },
    paid: succeeded,
    payment_intent: intent.id,
    payment_method: null,
    payment_method_details: { card: cardObject(card, intent.amount), type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: intent.amount_refunded > 0 && intent.amount_refunded === intent.amount_received,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: succeeded ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

function billingObject({ email, name, country, postal_code }: BillingDetails): Stripe.Charge.BillingDetails {
  return { address: addressObject(country, postal_code), email, name, phone: null, tax_id: null };
}

/** An address of which only what the page asks for is known. */
export function addressObject(country: string, postal_code: string | null): Stripe.Address {
  return { city: null, country, line1: null, line2: null, postal_code, state: null };
}

function cardObject(card: Card, amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card.brand,
    checks: null,
    country: null,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    funding: 'credit',
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    three_d_secure: null,
    wallet: null,
  } as Stripe.Charge.PaymentMethodDetails.Card;
}
