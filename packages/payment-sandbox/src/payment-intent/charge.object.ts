import type Stripe from 'stripe';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { BankAccount, BillingDetails, Card, PaymentIntent } from '../schema.ts';

/** The last attempt that reached the bank. There must have been one: `intent.charge` is its id. */
export function chargeObject(intent: PaymentIntent): Stripe.Charge {
  const { charge, charged_at, billing_details, failure } = intent;
  if (!charge || !charged_at || !billing_details) throw new Error(`${intent.id} has no charge`);
  const succeeded = intent.status === 'succeeded';
  const isPending = intent.status === 'processing';
  return {
    id: charge,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount_received,
    amount_refunded: intent.amount_refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: intent.balance_transaction,
    billing_details: billingObject(billing_details),
    calculated_statement_descriptor: null,
    captured: succeeded,
    created: unixSeconds(charged_at),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: intent.disputed,
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
      network_status: failure ? 'declined_by_network' : 'approved_by_network',
      reason: failure?.decline_code ?? failure?.code ?? null,
      seller_message: failure?.message ?? 'Payment complete.',
      type: failure ? 'issuer_declined' : 'authorized',
    },
    paid: succeeded,
    payment_intent: intent.id,
    payment_method: null,
    payment_method_details: detailsOf(intent),
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
    status: isPending ? 'pending' : succeeded ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
}

function detailsOf({ id, card, bank_account, amount }: PaymentIntent): Stripe.Charge.PaymentMethodDetails {
  if (bank_account) return { us_bank_account: bankAccountObject(bank_account), type: 'us_bank_account' };
  if (card) return { card: cardObject(card, amount), type: 'card' };
  throw new Error(`${id} has nothing that it is paid with`);
}

function bankAccountObject(account: BankAccount): Stripe.Charge.PaymentMethodDetails.UsBankAccount {
  return {
    account_holder_type: 'individual',
    account_type: 'checking',
    fingerprint: null,
    payment_reference: null,
    ...account,
  };
}

function billingObject({ email, name, country, postal_code }: BillingDetails): Stripe.Charge.BillingDetails {
  return { address: addressObject(country, postal_code), email, name, phone: null, tax_id: null };
}

/** An address of which only what the page asks for is known. */
export function addressObject(country: string, postal_code: string | null): Stripe.Address {
  return { city: null, country, line1: null, line2: null, postal_code, state: null };
}

/** Without what the networks would say of it. */
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
