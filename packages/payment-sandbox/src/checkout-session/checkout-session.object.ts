import type Stripe from 'stripe';
import { addressObject } from '../payment-intent/charge.object.ts';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { CheckoutSession } from '../schema.ts';

/** The session as the API shows it. `origin` is where its page is. */
export function checkoutSessionObject(session: CheckoutSession, origin: string): Stripe.Checkout.Session {
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: session.allowed_payment_method_types,
    amount_subtotal: session.amount_total + (session.discount?.amount ?? 0),
    amount_total: session.amount_total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancel_url,
    client_reference_id: session.client_reference_id,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: unixSeconds(session.created_at),
    currency: session.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: session.customer,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: customerDetails(session),
    customer_email: session.customer_email,
    discounts: session.discount ? [{ coupon: session.discount.coupon, promotion_code: null }] : [],
    expires_at: unixSeconds(session.expires_at),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: session.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: session.payment_intent,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: session.payment_method_types,
    payment_status: session.payment_status,
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: null,
    subscription: null,
    success_url: session.success_url,
    total_details: { amount_discount: session.discount?.amount ?? 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${origin}/pay/${session.id}` : null,
    wallet_options: null,
  };
}

function customerDetails(session: CheckoutSession): Stripe.Checkout.Session.CustomerDetails | null {
  const given = session.customer_details;
  const email = given?.email ?? session.customer_email;
  if (email === null) return null;
  return {
    address: given && addressObject(given.country, given.postal_code),
    business_name: null,
    email,
    individual_name: null,
    name: given?.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: given ? [] : null,
  };
}
