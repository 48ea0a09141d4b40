// The tables of this room, as its stores see them. They are made by migrations/.
import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable } from 'kysely';
import type { DeclineName, Failure } from './paying/declines.ts';

type Json<T> = ColumnType<T, string, string>;
type GeneratedJson<T> = ColumnType<T, string | undefined, string>;
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export type Metadata = Record<string, string>;

/** How a session can be paid: at once, or by a debit that takes days. */
export type PaymentMethod = 'card' | 'us_bank_account';

/** What is stored of a card. */
export type Card = { brand: string; last4: string; exp_month: number; exp_year: number };

export type BillingDetails = { email: string; name: string; country: string; postal_code: string | null };

/** What is stored of the account that a payment is taken from. */
export type BankAccount = { bank_name: string; last4: string; routing_number: string };

/** How the refunds of a payment go, from the provider's test cards and beyond them. */
export const refundPlans = [
  'succeeds',
  'pending_then_succeeds',
  'pending_then_fails',
  'succeeds_then_fails',
  'waits_for_funds',
  'refused',
] as const;

export type RefundPlan = (typeof refundPlans)[number];

/** What a bank will do later: what is not said goes well. */
export type Plan = {
  /** Why the bank says no once the customer has confirmed, or once days have passed: a key of `declines`. */
  declinesLater?: DeclineName;
  refunds?: RefundPlan;
  dispute?: { reason: string; inquiry: boolean };
};

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
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
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
  plan: GeneratedJson<Plan>;
  bank_account: OptionalJson<BankAccount>;
  settles_at: Generated<Date | null>;
  disputed: Generated<boolean>;
  charge: Generated<string | null>;
  charged_at: Generated<Date | null>;
  created_at: Date;
  canceled_at: Generated<Date | null>;
};

export type CheckoutSessionTable = {
  id: string;
  number: GeneratedAlways<number>;
  status: 'open' | 'complete' | 'expired';
  payment_status: Generated<'paid' | 'unpaid'>;
  allowed_payment_method_types: OptionalJson<string[]>;
  payment_method_types: GeneratedJson<PaymentMethod[]>;
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
  status: Generated<'pending' | 'succeeded' | 'failed'>;
  pending_reason: Generated<'processing' | 'insufficient_funds' | null>;
  failure_reason: Generated<string | null>;
  becomes: Generated<'succeeded' | 'failed' | null>;
  settles_at: Generated<Date | null>;
  created_at: Date;
};

export type DisputeTable = {
  id: string;
  number: GeneratedAlways<number>;
  payment_intent: string;
  charge: string;
  currency: string;
  amount: number;
  reason: string;
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost';
  evidence: GeneratedJson<Record<string, string>>;
  submissions: Generated<number>;
  metadata: GeneratedJson<Metadata>;
  created_at: Date;
};

type EventTable = {
  id: string;
  number: GeneratedAlways<number>;
  type: string;
  object: Json<object>;
  previous_attributes: OptionalJson<object>;
  livemode: Generated<boolean>;
  created_at: Date;
};

type WebhookDeliveryTable = {
  id: string;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  finished_at: Generated<Date | null>;
  failure: Generated<string | null>;
};

/** What the API answers with: 200, or why not. */
export type AnswerStatus = 200 | 400 | 401 | 404 | 405 | 409 | 500;

type IdempotencyKeyTable = {
  key: string;
  endpoint: string;
  parameters_hash: Buffer;
  request_id: string;
  locked_until: Date;
  status: Generated<AnswerStatus | null>;
  body: Generated<string | null>;
  created_at: Generated<Date>;
};

export type PaymentsTables = {
  'payments.customer': CustomerTable;
  'payments.payment_intent': PaymentIntentTable;
  'payments.checkout_session': CheckoutSessionTable;
  'payments.refund': RefundTable;
  'payments.dispute': DisputeTable;
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
export type Dispute = Selectable<DisputeTable>;
export type ProviderEvent = Selectable<EventTable>;

/** What the rows of a list have in some of their columns: all rows, where nothing is given. */
export type Filter<Row, Column extends keyof Row> = { [Name in Column]?: NonNullable<Row[Name]> };
