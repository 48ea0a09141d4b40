import type Stripe from 'stripe';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { PaymentIntent } from '../schema.ts';

/** The payment as the API shows it; `expandedIntent` shows more of it. */
export function paymentIntentObject(intent: PaymentIntent): Stripe.PaymentIntent {
  const { failure } = intent;
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: intent.amount,
    amount_capturable: 0,
    amount_received: intent.amount_received,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.canceled_at && unixSeconds(intent.canceled_at),
    cancellation_reason: intent.status === 'canceled' ? 'expired' : null,
    capture_method: 'automatic',
    client_secret: null,
    confirmation_method: 'automatic',
    created: unixSeconds(intent.created_at),
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: failure && {
      ...(intent.charge && { charge: intent.charge }),
      code: failure.code,
      ...(failure.decline_code && { decline_code: failure.decline_code }),
      message: failure.message,
      type: failure.code.startsWith('payment_intent_') ? 'invalid_request_error' : 'card_error',
    },
    latest_charge: intent.charge,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [intent.bank_account ? 'us_bank_account' : 'card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_group: intent.transfer_group,
  };
}
