// The tables of this room, as its stores see them. They are made by migrations/.
import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export type Metadata = Record<string, string>;

/** What is kept of a card. */
export type Card = { brand: string; last4: string; exp_month: number; exp_year: number };

export type BillingDetails = { email: string; name: string; country: string; postal_code: string | null };

export type Failure = { code: string; decline_code: string | null; message: string };

export type Line = {
  id: string;
  price: string;
  product: string;
  name: string;
  description: string | null;
  unit_amount: number;
  quantity: number;
};

export type CustomerTable = {
  id: string;
  number: GeneratedAlways<number>;
  email: string | null;
  name: string | null;
  phone: string | null;
  description: string | null;
  metadata: Json<Metadata>;
  created_at: Date;
};

export type PaymentIntentTable = {
  id: string;
  number: GeneratedAlways<number>;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  currency: string;
  amount: number;
  amount_received: Generated<number>;
  amount_refunded: Generated<number>;
  customer: string | null;
  description: string | null;
  metadata: Json<Metadata>;
  card: OptionalJson<Card>;
  billing_details: OptionalJson<BillingDetails>;
  failure: OptionalJson<Failure>;
  charge: Generated<string | null>;
  charged_at: Generated<Date | null>;
  created_at: Date;
  canceled_at: Generated<Date | null>;
};

export type CheckoutSessionTable = {
  id: string;
  number: GeneratedAlways<number>;
  status: 'open' | 'complete' | 'expired';
  currency: string;
  amount_total: number;
  line_items: Json<Line[]>;
  payment_intent: Generated<string | null>;
  payment_intent_data: Json<{ description: string | null; metadata: Metadata }>;
  customer: string | null;
  customer_email: string | null;
  customer_details: OptionalJson<BillingDetails>;
  client_reference_id: string | null;
  metadata: Json<Metadata>;
  success_url: string;
  cancel_url: string | null;
  created_at: Date;
  expires_at: Date;
};

export type RefundTable = {
  id: string;
  number: GeneratedAlways<number>;
  payment_intent: string;
  charge: string;
  currency: string;
  amount: number;
  reason: string | null;
  metadata: Json<Metadata>;
  created_at: Date;
};

export type EventTable = {
  id: string;
  number: GeneratedAlways<number>;
  type: string;
  object: Json<object>;
  previous_attributes: OptionalJson<object>;
  created_at: Date;
};

export type WebhookDeliveryTable = {
  id: string;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  finished_at: Generated<Date | null>;
  failure: Generated<string | null>;
};

export type IdempotencyKeyTable = {
  key: string;
  endpoint: string;
  parameters_hash: Buffer;
  request_id: string;
  locked_until: Date;
  status: Generated<number | null>;
  body: Generated<string | null>;
  created_at: Generated<Date>;
};

export type PaymentsTables = {
  'payments.customer': CustomerTable;
  'payments.payment_intent': PaymentIntentTable;
  'payments.checkout_session': CheckoutSessionTable;
  'payments.refund': RefundTable;
  'payments.event': EventTable;
  'payments.webhook_delivery': WebhookDeliveryTable;
  'payments.idempotency_key': IdempotencyKeyTable;
};

/** The tables, or a transaction on them. */
export type Db = Kysely<PaymentsTables>;

export type Customer = Selectable<CustomerTable>;
export type PaymentIntent = Selectable<PaymentIntentTable>;
export type CheckoutSession = Selectable<CheckoutSessionTable>;
export type Refund = Selectable<RefundTable>;
export type ProviderEvent = Selectable<EventTable>;
