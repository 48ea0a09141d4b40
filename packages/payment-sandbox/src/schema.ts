// The tables of this room, as its stores see them. They are made by migrations/.
import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable } from 'kysely';
import type { DeclineName, Failure } from './paying/declines.ts';

type Json<T> = ColumnType<T, string, string>;
type GeneratedJson<T> = ColumnType<T, string | undefined, string>;
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export type Metadata = Record<string, string>;

/** How a session can be paid: at once, or by a debit that takes days. */
export type PaymentMethod = 'card' | 'us_bank_account';

/** Stored fields of a card. */
export type Card = { brand: string; last4: string; exp_month: number; exp_year: number };

export type BillingDetails = { email: string; name: string; country: string; postal_code: string | null };

/** Stored fields of the account that a payment is taken from. */
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

/** Later actions of a bank: whatever is not set succeeds. */
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

/** Coupon discount on a session; `amount` in minor units. */
export type Discount = { coupon: string; name: string; amount: number };

export type CouponTable = {
  id: string;
  name: string | null;
  amount_off: number;
  currency: string;
  max_redemptions: number | null;
  times_redeemed: Generated<number>;
  redeem_by: Date | null;
  metadata: Json<Metadata>;
  created_at: Date;
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
  transfer_group: Generated<string | null>;
  balance_transaction: Generated<string | null>;
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
  discount: OptionalJson<Discount>;
  payment_intent: Generated<string | null>;
  payment_intent_data: Json<{ description: string | null; metadata: Metadata; transfer_group?: string | null }>;
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
  balance_transaction: Generated<string | null>;
  failure_balance_transaction: Generated<string | null>;
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

/** How far the onboarding of an account is. */
export type Onboarding = 'details_due' | 'document_due' | 'complete' | 'rejected';

/** Outcomes of a payout when nobody intervenes. */
export const payoutEnds = ['paid', 'failed', 'paid_then_failed'] as const;
export type PayoutEnds = (typeof payoutEnds)[number];

/** Where payouts go. `ends` and `failure_code` are what the bank will say to them. */
export type PayoutBankAccount = BankAccount & {
  id: string;
  country: string;
  ends: PayoutEnds;
  failure_code: string | null;
};

export type Identity = {
  country?: string | undefined;
  entity_type?: string | undefined;
  individual?: Record<string, unknown> | undefined;
  business_details?: Record<string, unknown> | undefined;
};

export type AccountTable = {
  id: string;
  number: GeneratedAlways<number>;
  display_name: string | null;
  contact_email: string | null;
  contact_phone: string | null;
  dashboard: string | null;
  currency: string;
  identity: Json<Identity>;
  responsibilities: OptionalJson<Record<string, string>>;
  recipient: boolean;
  transfers_requested: boolean;
  metadata: Json<Metadata>;
  onboarding: Generated<Onboarding>;
  bank_account: OptionalJson<PayoutBankAccount>;
  created_at: Date;
  closed_at: Generated<Date | null>;
};

export type AccountLinkTable = {
  token: string;
  account: string;
  use_case: 'account_onboarding' | 'account_update';
  configurations: Json<string[]>;
  collection_options: OptionalJson<object>;
  refresh_url: string;
  return_url: string | null;
  created_at: Date;
  expires_at: Date;
  opened_at: Generated<Date | null>;
  used_at: Generated<Date | null>;
};

type BalanceTransactionTable = {
  id: string;
  number: GeneratedAlways<number>;
  /** Null: the platform's. */
  account: string | null;
  type: string;
  reporting_category: string;
  amount: number;
  fee: number;
  net: number;
  currency: string;
  source: string | null;
  description: string | null;
  payout: Generated<string | null>;
  available_on: Date;
  created_at: Date;
};

export type TransferTable = {
  id: string;
  number: GeneratedAlways<number>;
  destination: string;
  amount: number;
  amount_reversed: Generated<number>;
  currency: string;
  description: string | null;
  metadata: Json<Metadata>;
  source_transaction: string | null;
  transfer_group: string | null;
  balance_transaction: string;
  destination_payment: string;
  created_at: Date;
};

export type TransferReversalTable = {
  id: string;
  number: GeneratedAlways<number>;
  transfer: string;
  amount: number;
  currency: string;
  metadata: Json<Metadata>;
  balance_transaction: string;
  destination_payment_refund: string;
  created_at: Date;
};

export type PayoutTable = {
  id: string;
  number: GeneratedAlways<number>;
  account: string | null;
  amount: number;
  currency: string;
  description: string | null;
  statement_descriptor: string | null;
  metadata: Json<Metadata>;
  method: string;
  automatic: boolean;
  bank_account: Json<PayoutBankAccount>;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  ends: PayoutEnds;
  settles_at: Date | null;
  failure_code: Generated<string | null>;
  arrives_at: Date;
  balance_transaction: string;
  failure_balance_transaction: Generated<string | null>;
  original_payout: string | null;
  reversed_by: Generated<string | null>;
  created_at: Date;
};

export const webhookManners = ['once', 'twice', 'shuffled', 'held'] as const;

type SandboxSwitchesTable = {
  singleton: Generated<boolean>;
  available_after_seconds: Generated<number>;
  payouts_end: Generated<PayoutEnds>;
  webhooks: Generated<(typeof webhookManners)[number]>;
};

/** Object that an event of version 2 is about. */
export type RelatedObject = { id: string; type: string; url: string };

type EventTable = {
  id: string;
  number: GeneratedAlways<number>;
  type: string;
  object: Json<object>;
  previous_attributes: OptionalJson<object>;
  livemode: Generated<boolean>;
  account: string | null;
  thin: Generated<boolean>;
  related_object: OptionalJson<RelatedObject>;
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

/** Statuses of API answers: 200, or the reason of a refusal. */
export type AnswerStatus = 200 | 400 | 401 | 403 | 404 | 405 | 409 | 500;

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
  'payments.coupon': CouponTable;
  'payments.payment_intent': PaymentIntentTable;
  'payments.checkout_session': CheckoutSessionTable;
  'payments.refund': RefundTable;
  'payments.dispute': DisputeTable;
  'payments.account': AccountTable;
  'payments.account_link': AccountLinkTable;
  'payments.balance_transaction': BalanceTransactionTable;
  'payments.transfer': TransferTable;
  'payments.transfer_reversal': TransferReversalTable;
  'payments.payout': PayoutTable;
  'payments.sandbox_switches': SandboxSwitchesTable;
  'payments.event': EventTable;
  'payments.webhook_delivery': WebhookDeliveryTable;
  'payments.idempotency_key': IdempotencyKeyTable;
};

/** The tables, or a transaction on them. */
export type Db = Kysely<PaymentsTables>;

export type Customer = Selectable<CustomerTable>;
export type Coupon = Selectable<CouponTable>;
export type PaymentIntent = Selectable<PaymentIntentTable>;
export type CheckoutSession = Selectable<CheckoutSessionTable>;
export type Refund = Selectable<RefundTable>;
export type Dispute = Selectable<DisputeTable>;
export type Account = Selectable<AccountTable>;
export type AccountLink = Selectable<AccountLinkTable>;
export type BalanceTransaction = Selectable<BalanceTransactionTable>;
export type Transfer = Selectable<TransferTable>;
export type TransferReversal = Selectable<TransferReversalTable>;
export type Payout = Selectable<PayoutTable>;
export type Switches = Omit<Selectable<SandboxSwitchesTable>, 'singleton'>;
export type ProviderEvent = Selectable<EventTable>;

/** From a time on, and up to before another. */
export type TimeRange = { from?: Date; before?: Date };

/** Column values that the rows of a list must have: all rows, where nothing is given. */
export type Filter<Row, Column extends keyof Row> = { [Name in Column]?: NonNullable<Row[Name]> };
