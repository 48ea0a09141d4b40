// Every table of the shop, as the stores see them. The tables themselves are made by migrations/.
import type { ColumnType, Generated } from 'kysely';
import type { AcceptedLicense, LicenseFacts } from '#contract/catalogue/license.ts';
import type { ProductType, SelectedOption } from '#contract/catalogue/product/product.ts';
import type { Review } from '#contract/catalogue/review.ts';
import type { ReviewDecision, ReviewReportReason } from '#contract/catalogue/review-report.ts';
import type { HoursEntryKind, SessionState, StopReason } from '#contract/goods/access/hours.ts';
import type { ProvisionCallState, ProvisionCallType } from '#contract/goods/access/provision.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import type { ProductKeyState } from '#contract/goods/product-key.ts';
import type { PayInState, RefundTarget } from '#contract/money/buyer-wallet.ts';
import type { InvoiceKind } from '#contract/money/invoice-words.ts';
import type { HandWay } from '#contract/money/manual-movement.ts';
import type { PayoutMethod, PayoutSchedule, PayoutState } from '#contract/money/payout.ts';
import type { Explanation, ProviderTransactionState } from '#contract/money/reconciliation.ts';
import type { CheckName, CheckOrigin, CheckRunState } from '#contract/operations/shop-check.ts';
import type { JobOutcome, JobState, JobValues } from '#contract/operations/staff-job.ts';
import type { Billing } from '#contract/ordering/checkout.ts';
import type {
  DisputeDecision,
  DisputeSide,
  LineDisputeReason,
  LineDisputeState,
} from '#contract/ordering/dispute-terms.ts';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import type { OrderStatus, PaymentMethod, RefundState, ReviewReason } from '#contract/ordering/order.ts';
import type { SellerOrderState } from '#contract/ordering/seller-order.ts';
import type { DataExport } from '#contract/people/data-export.ts';
import type { ReportDecision, ThreadBlocker, ThreadSide } from '#contract/people/message.ts';
import type { StaffRole } from '#contract/people/staff.ts';
import type { User } from '#contract/people/user.ts';
import type { ApprovalKind, ApprovalState } from '#contract/selling/listing/approval.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { DraftState, ListingState } from '#contract/selling/listing/listing-words.ts';
import type { SellerRole, SellerState } from '#contract/selling/seller.ts';
import type { ImportOutcomeWord, ImportPhase, ImportState } from '#contract/selling/staff-import-words.ts';
import type { PlannedSaleState } from '#contract/selling/staff-product/planned-sale-words.ts';
import type { DeliveredEvent, OffReason, WebhookEvent } from '#contract/selling/webhook.ts';
import type { BankAccount } from '#contract/store.ts';
import type { SellerAction } from './access/access.rules.ts';
import type { ColumnValue, ProductColumn, productColumns } from './catalogue/product/product-columns.rules.ts';
import type { Alerts } from './catalogue/saved-product/saved-product.rules.ts';
import type { Searched } from './catalogue/search/index-keys.rules.ts';
import type { InvoicedLine } from './money/invoice/invoice.rules.ts';
import type { Paper } from './money/receipt/paper.rules.ts';

type Json<T> = ColumnType<T, string, string>;
type JsonWithDefault<T> = ColumnType<T, string | null | undefined, string | null>;
type Instant = ColumnType<Date, string | Date | undefined, string | Date>;
type MadeByDatabase<T> = ColumnType<T, never, never>;

/** Its columns are said in catalogue/product/product-columns.rules.ts. */
export type ProductTable = {
  [Name in ProductColumn]: (typeof productColumns)[Name] extends { madeBy: 'database' }
    ? MadeByDatabase<ColumnValue<Name>>
    : (typeof productColumns)[Name] extends { type: 'timestamp with time zone' }
      ? Instant
      : (typeof productColumns)[Name] extends { type: 'jsonb' }
        ? JsonWithDefault<ColumnValue<Name>>
        : (typeof productColumns)[Name] extends { file: 'required' | 'derived'; type: 'text' | 'bigint' | 'boolean' }
          ? ColumnValue<Name>
          : Generated<ColumnValue<Name>>;
};

export type UserTable = {
  user_id: string;
  username: string;
  profile_pic: Generated<string>;
  user_type: Generated<User['user_type']>;
  phone: Generated<string>;
  addresses: ColumnType<string[], string | undefined, string>;
  /** The account service's own id of the owner; null until they come. */
  account_id: Generated<string | null>;
  /** When the token was issued by which that account took the record. */
  account_since: Generated<Date | null>;
  /** What a member of the staff may do (access/staff.rules.ts); null for everybody else. */
  staff_role: Generated<StaffRole | null>;
  created_at: Instant;
};

export type ReviewTable = {
  review_id: string;
  product_id: string;
  user_email: string;
  rate: number;
  review_text: string;
  created_at: Instant;
  updated_at: Instant;
  helpful_count: number;
  verified_purchase: boolean;
  responses: Json<Review['responses']>;
  show: boolean;
  /** Whose product it is about, from the product; null: the operator's own. */
  seller_id: MadeByDatabase<string | null>;
  /** When the seller first answered it. */
  answered_at: Generated<Date | null>;
  answer_edited_at: Generated<Date | null>;
  /** When and why the staff have hidden it; null and empty while it is shown. */
  hidden_at: Generated<Date | null>;
  hidden_reason: Generated<string>;
};

type ReviewReportTable = {
  report_id: string;
  review_id: string;
  /** Null once the account has left. */
  account_id: string | null;
  reason: ReviewReportReason;
  text: Generated<string>;
  /** Somebody of the shop whose product it is about. */
  by_shop: boolean;
  created_at: Instant;
  resolved_at: Generated<Date | null>;
  decision: Generated<ReviewDecision | null>;
};

/** Reviews that wait for the staff. */
type ReviewQueueTable = {
  review_id: string;
  since: Instant;
  reports: Generated<number>;
  /** By its author, since it was hidden. */
  edited: Generated<boolean>;
};

/** What the staff have decided about a review, and how it was then. */
type ReviewDecisionTable = {
  decision_id: Generated<number>;
  review_id: string;
  at: Instant;
  by_account: string;
  action: ReviewDecision;
  reason: string;
  reports: number;
  rate: number;
  review_text: string;
};

/** A hidden review that its author has deleted. */
type HiddenReviewTable = { product_id: string; user_email: string; hidden_at: Date; hidden_reason: string };

type CatalogueChangeTable = { id: Generated<number>; changed_at: Instant };

type CouponTable = {
  code: string;
  percent: number | null;
  amount_cents: number | null;
  minimum_cents: Generated<number>;
  category: ProductType | null;
  expires_at: Date | null;
  total_limit: number | null;
  customer_limit: number | null;
  used: Generated<number>;
  enabled: Generated<boolean>;
  /** What of the discount the sellers bear. */
  seller_percent: Generated<number>;
  created_at: Instant;
  /** Grows with each change of its terms. */
  revision: Generated<number>;
  updated_at: Generated<Date>;
};

/** What a coupon has brought on a day, in UTC; a day is the sum of its slots. */
type CouponDayTable = {
  code: string;
  day: ColumnType<string, string, string>;
  slot: number;
  orders: Generated<number>;
  sales_cents: Generated<number>;
  discount_cents: Generated<number>;
  /** What of the discount the sellers bear. */
  seller_discount_cents: Generated<number>;
  /** By the day on which it was decided. */
  refunds_cents: Generated<number>;
};

export type OrderTable = {
  order_id: string;
  /** The address that mails go to; null once the customer has left. */
  user_id: string | null;
  /** Whose order it is, by the account service's own id; null once they have left. */
  account_id: string | null;
  status: OrderStatus;
  payment_method: PaymentMethod;
  subtotal_cents: number;
  discount_cents: number;
  total_cents: number;
  refunded_cents: Generated<number>;
  coupon_code: string | null;
  billing: ColumnType<Billing | null, string | null, string | null>;
  /** Whom a card order is invoiced to, as the buyer had said it by then. */
  invoice_to: ColumnType<InvoiceDetails | null, InvoiceDetails | null | undefined, never>;
  session_id: ColumnType<string | null, string | null | undefined, string | null>;
  checkout_url: ColumnType<string | null, string | null | undefined, string | null>;
  payment_intent: ColumnType<string | null, string | null | undefined, string | null>;
  card_brand: Generated<string | null>;
  card_last4: Generated<string | null>;
  created_at: Date;
  expires_at: Date;
  paid_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When everything was handed over. */
  fulfilled_at: Generated<Date | null>;
  /** What was really received; null until something was. */
  received_cents: Generated<number | null>;
  review_reason: Generated<ReviewReason | null>;
  /** What an order in review goes back to. */
  resume_status: Generated<Exclude<OrderStatus, 'in_review' | 'refunded'> | null>;
  /** Whether a whole refund has put its items back into stock. */
  items_returned: Generated<boolean>;
  /** Whether its payment is in the ledger. */
  in_ledger: Generated<boolean>;
  /** When the reconciliation looks at the order next; null: there is nothing that could still come. */
  next_check_at: Date | null;
  failed_checks: Generated<number>;
  /** Whether it has the invoices that it is to have. */
  invoiced: Generated<boolean>;
  /** What of the total the buyer's wallet pays, and whether that is back there because the order ended unpaid. */
  wallet_cents: Generated<number>;
  wallet_returned: Generated<boolean>;
  updated_at: Date;
};

export type OrderLineTable = {
  order_id: string;
  line: number;
  product_id: string;
  product_name: string;
  unit_price_micros: number;
  quantity: number;
  amount_cents: number;
  discount_cents: number;
  counted: boolean;
  selected_options: ColumnType<SelectedOption[], string | undefined, string>;
  /** Whether the variant of these choices was bought; otherwise they are wishes. */
  is_variant: Generated<boolean>;
  /** What one piece was, such as 'hour'; may be empty. */
  price_unit: Generated<string>;
  license: Generated<string>;
  license_texts: ColumnType<AcceptedLicense[], string | undefined, string>;
  /** What the buyer was promised. */
  goods: ColumnType<GoodsOfOne, string | undefined, never>;
  edition: Generated<string>;
  /** The tax that its price contains (money/tax/tax.rules.ts). */
  tax_name: Generated<string | null>;
  tax_thousandths: Generated<number | null>;
  tax_cents: Generated<number>;
  tax_country: Generated<string | null>;
  /** When its order was, by which orders of a product or a shop are listed; the database says it where nobody does. */
  placed_at: ColumnType<Date, Date | string | undefined, never>;
  /** Whose product it was; null: the operator's own. */
  seller_id: Generated<string | null>;
  /** Which approved version was bought; null where versions are not kept. */
  product_version: Generated<number | null>;
  delivered_at: ColumnType<Date | null, Date | string | null | undefined, Date | null>;
  /** What was decided to go back for it and has not failed. */
  refunded_cents: Generated<number>;
  /** Whether all that was paid for it has arrived at the buyer again. */
  given_back: Generated<boolean>;
  /** What of it has gone back, as figures count it. */
  counted_refund_cents: Generated<number>;
  /** The terms of its sale, as they were. */
  fee_rule: Generated<string>;
  fee_rate_bp: Generated<number>;
  fee_fixed_cents: Generated<number>;
  fee_returned: Generated<boolean>;
  holding_hours: Generated<number>;
  seller_discount_cents: Generated<number | null>;
  /** Of the tax contained in what was paid: what the operator pays on. */
  withheld_tax_cents: Generated<number>;
  /** When its money comes to its seller, and since when it has. */
  release_at: ColumnType<Date | null, Date | string | null | undefined, Date | null>;
  released_at: ColumnType<Date | null, Date | string | null | undefined, Date | null>;
  released_cents: Generated<number | null>;
  released_discount_cents: Generated<number | null>;
  released_fee_cents: Generated<number | null>;
  released_tax_cents: Generated<number | null>;
  /** Whether its money waits for the end of a dispute. */
  disputed: Generated<boolean>;
};

type FeeRuleTable = {
  rule_id: string;
  name: string;
  seller_id: string | null;
  category: ProductType | null;
  rate_bp: number;
  fixed_cents: number;
  returned: boolean;
  from_at: Date;
  until_at: Generated<Date | null>;
  created_at: Instant;
  created_by: string;
};

type HoldingRuleTable = {
  rule_id: string;
  seller_id: string | null;
  category: ProductType | null;
  hours: number;
  from_at: Date;
  until_at: Generated<Date | null>;
  created_at: Instant;
  created_by: string;
};

export type ManualMovementTable = {
  movement_id: string;
  way: HandWay;
  from_account: string;
  to_account: string;
  cents: number;
  reason: string;
  state: 'proposed' | 'made' | 'refused';
  proposed_by: string;
  proposed_at: Date;
  /** By which the request is known when it is sent again; null of those of before there were keys. */
  request_key: Generated<string | null>;
  decided_by: Generated<string | null>;
  decided_at: Generated<Date | null>;
  refusal: Generated<string>;
};

/** What the payment provider has moved, in its words, beside the transfer of the ledger that says the same. Amounts are below zero when they left its balance. */
export type ProviderTransactionTable = {
  transaction_id: string;
  type: string;
  reporting_category: string;
  currency: string;
  amount_cents: number;
  fee_cents: number;
  net_cents: number;
  source: string | null;
  payment_intent: string | null;
  connect_transfer: string | null;
  created_at: Date;
  available_on: Date;
  fetched_at: Date;
  order_id: Generated<string | null>;
  state: Generated<ProviderTransactionState>;
  explanation: Generated<Explanation | null>;
  transfer_id: Generated<number | null>;
  posted_cents: Generated<number>;
  difference_cents: number;
  judged_at: Generated<Date | null>;
  closed_by: Generated<string | null>;
  closed_at: Generated<Date | null>;
  close_reason: Generated<string>;
};

/** Kept by the database. */
type ProviderTransactionSumTable = {
  currency: string;
  type: string;
  state: ProviderTransactionState;
  explanation: Explanation | '';
  transactions: number;
  amount_cents: number;
  posted_cents: number;
  difference_cents: number;
};

/** One row: how far the provider's list was read. */
export type ReconciliationTable = {
  one: Generated<boolean>;
  read_until: Generated<Date | null>;
  pass: Generated<number>;
  is_reading: Generated<boolean>;
  pass_begun_at: Generated<Date | null>;
  pass_from: Generated<Date | null>;
  pass_newest: Generated<Date | null>;
  pass_after: Generated<string | null>;
  fetched_at: Generated<Date | null>;
  failed_at: Generated<Date | null>;
  failure: Generated<string>;
  explained_version: Generated<number>;
};

type ClosedPostingTable = { transfer_id: number; closed_by: string; closed_at: Date; close_reason: string };

/** What a refund, or a disputed payment, takes of a line. */
type RefundShareTable = {
  refund_id: string;
  order_id: string;
  line: number;
  state: Generated<'taken' | 'arrived' | 'failed'>;
  cents: number;
  released: boolean;
  discount_cents: number;
  fee_cents: number;
  tax_cents: number;
};

/** What of a refund is for which line. */
type RefundLineTable = { refund_id: string; order_id: string; line: number; amount_cents: number };

/** Kept by triggers of orders and their lines. */
type SellerOrderTable = {
  [Column in 'seller_id' | 'order_id']: MadeByDatabase<string>;
} & { paid_at: MadeByDatabase<Date>; state: MadeByDatabase<SellerOrderState> };

type ThreadTable = {
  thread_id: string;
  seller_id: string;
  /** The buyer; null once they have left. */
  account_id: string | null;
  product_id: string | null;
  product_name: string | null;
  order_id: string | null;
  created_at: Instant;
  /** When the buyer began it, and when the shop first answered that. */
  asked_at: Generated<Date | null>;
  answered_at: Generated<Date | null>;
  last_at: Instant;
  last_side: ThreadSide;
  buyer_unread: Generated<number>;
  seller_unread: Generated<number>;
  /** Whether a mail has said that there are unread ones. */
  buyer_told: Generated<boolean>;
  seller_told: Generated<boolean>;
};

type MessageTable = {
  message_id: string;
  thread_id: string;
  side: ThreadSide;
  account_id: string | null;
  text: string;
  created_at: Instant;
};

/** Who wants no more messages of the other. */
type ThreadBlockTable = { seller_id: string; account_id: string; side: ThreadBlocker; created_at: Instant };

type ReportTable = {
  report_id: string;
  thread_id: string;
  side: ThreadSide;
  reason: string;
  created_at: Instant;
  resolved_at: Generated<Date | null>;
  resolved_by: Generated<string | null>;
  decision: Generated<ReportDecision>;
  note: Generated<string>;
  told: Generated<string>;
};

/** Numbers of a product of a seller on one day, in UTC. */
type ProductDayTable = {
  seller_id: string;
  day: ColumnType<string, string, string>;
  product_id: string;
  views: Generated<number>;
  adds: Generated<number>;
  orders: Generated<number>;
  shop_orders: Generated<number>;
  quantity: Generated<number>;
  revenue_cents: Generated<number>;
  refunds_cents: Generated<number>;
};

/** Of a quarter of an hour; money in cents. */
type ShopCounts = { [Name in 'orders' | 'sales_cents' | 'refunds_cents' | 'customers' | 'views']: Generated<number> };

type CartItemTable = {
  account_id: string;
  user_id: string;
  line: number;
  product_id: string;
  quantity: number;
  selected_options: ColumnType<SelectedOption[], string | undefined, string>;
};

/** The code in a stored cart. */
type CartCouponTable = { account_id: string; user_id: string; coupon: string };

type CouponUseTable = { order_id: string; code: string; user_id: string };

type PaymentEventTable = { event_id: string; received_at: Date };

export type RefundTable = {
  refund_id: string;
  order_id: string;
  amount_cents: number;
  reason: string;
  provider_id: ColumnType<string | null, string | null | undefined, string | null>;
  state: Generated<RefundState>;
  /** 'provider': made in its dashboard; 'dispute': a dispute that was lost. */
  origin: Generated<'shop' | 'provider' | 'dispute'>;
  failure: Generated<string | null>;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
  /** Whether what it has given back is on credit notes, as far as it is to be. */
  credited: Generated<boolean>;
  created_at: Date;
  /** The key that the request for it was sent with, and a hash of what it asked for; null: without one. */
  request_key: ColumnType<string | null, string | null | undefined, never>;
  request_sha256: ColumnType<string | null, string | null | undefined, never>;
  /** 'origin': to where the order was paid from. */
  destination: Generated<'origin' | 'wallet'>;
  /** The refund that it was decided with, where the money goes to two places; of the other one null. */
  part_of: ColumnType<string | null, string | null | undefined, never>;
};

type BuyerWalletTable = { account_id: string; monthly_limit_cents: number | null; refunds_to: RefundTarget };

type PayInTable = {
  pay_in_id: string;
  account_id: string;
  /** Null once the customer has left. */
  user_id: string | null;
  amount_cents: number;
  state: Generated<PayInState>;
  session_id: Generated<string | null>;
  checkout_url: Generated<string | null>;
  payment_intent: Generated<string | null>;
  request_key: string;
  created_at: Date;
  expires_at: Date;
  paid_at: Generated<Date | null>;
  next_check_at: Date | null;
  failed_checks: Generated<number>;
};

type PayInRefundTable = {
  pay_in_refund_id: string;
  pay_in_id: string;
  account_id: string;
  origin: 'withdrawal' | 'unwanted' | 'provider' | 'dispute';
  request_key: string | null;
  place: Generated<number>;
  amount_cents: number;
  wallet_cents: number;
  state: Generated<'decided' | 'pending' | 'succeeded' | 'failed'>;
  provider_id: Generated<string | null>;
  failure: Generated<string | null>;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  created_at: Date;
};

export type DisputeTable = {
  dispute_id: string;
  order_id: string;
  state: 'open' | 'won' | 'lost';
  reason: string;
  amount_cents: number;
  evidence_due_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
};

/** What a buyer disputes of one line. */
export type LineDisputeTable = {
  dispute_id: string;
  order_id: string;
  line: number;
  seller_id: string | null;
  account_id: string | null;
  reason: LineDisputeReason;
  state: Generated<LineDisputeState>;
  amount_cents: number;
  opened_at: Date;
  answer_until: Date;
  answered_at: Generated<Date | null>;
  paused_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  decision: Generated<DisputeDecision | null>;
  decided_cents: Generated<number | null>;
  decision_reason: Generated<string>;
  decided_by: Generated<string | null>;
  hold_id: Generated<string | null>;
};

/** What was written or attached in a dispute: a text, or a file. */
export type DisputeMessageTable = {
  message_id: string;
  dispute_id: string;
  side: DisputeSide;
  seller_id: string | null;
  account_id: string | null;
  text: Generated<string>;
  file_name: Generated<string | null>;
  media_type: Generated<string | null>;
  size_bytes: Generated<number | null>;
  created_at: Date;
};

/** Money that arrived at the provider and is no order's. */
export type UnmatchedPaymentTable = {
  payment_id: string;
  order_id: string | null;
  amount_cents: number | null;
  currency: string;
  reason: 'unknown_order' | 'other_session';
  seen_at: Date;
};

type ReceiptTable = {
  order_id: string;
  content_hash: string;
  pdf: Uint8Array;
  drawn_at: Generated<Date>;
};

type SavedProductTable = {
  account_id: string;
  user_id: string;
  product_id: string;
  saved_at: Instant;
  saved_micros: number;
  saved_unit: string;
  alerts: ColumnType<Alerts, string | undefined, string>;
  end_token: string;
};

type AlertLinkTable = { end_token: string; account_id: string; user_id: string; product_id: string };

type WatchedChangeTable = {
  id: Generated<number>;
  product_id: string;
  asked: Generated<boolean>;
  looked_at_until: string | null;
};

type OrderMailTable = { id: Generated<number>; order_id: string; subject: string; written_at: Instant };

/** Customers who may not sign in at the moment. */
type EndedAccountTable = {
  account_id: string;
  ended_at: Date;
  /** Since when there is money in its wallet that came after. */
  money_since: Generated<Date | null>;
};

type SuspendedCustomerTable = {
  account_id: string;
  reason: string;
  suspended_at: Generated<Date>;
  suspended_by: string | null;
};

type LicenseTable = {
  license_id: string;
  name: string;
  facts: Json<LicenseFacts>;
  sha256: string;
  updated_at: Instant;
};

type SearchPostingTable = { key: string; block: number; offsets: ColumnType<number[], never, never> };

type SearchSpellingTable = { spelling: string; variants: ColumnType<string[], never, never> };

type SearchQueueTable = {
  id: MadeByDatabase<number>;
  position: number;
  before: ColumnType<Searched | null, never, never>;
};

export type SellerTable = {
  seller_id: string;
  name: string | null;
  /** Of its page: /sellers/{address}. */
  address: string | null;
  /** What no other address may look like. */
  address_skeleton: string | null;
  /** What no other name may look like. */
  name_skeleton: ColumnType<string | null, string | null | undefined, string | null>;
  state: Generated<SellerState>;
  /** Which its rights follow: a suspended shop stays so while it closes. */
  acting_state: ColumnType<SellerState, never, never>;
  country: Generated<string>;
  responsible: Generated<string>;
  sells: Generated<string>;
  about: Generated<string>;
  support_email: Generated<string>;
  /** The support address that was shown to be theirs; empty: none was. */
  support_confirmed: Generated<string>;
  terms_accepted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  reason: Generated<string>;
  created_at: Instant;
  updated_at: Instant;
  approved_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type SellerMemberTable = {
  seller_id: string;
  account_id: string;
  /** Where mails of the shop go to. */
  user_id: string;
  role: SellerRole;
  joined_at: Instant;
  role_since: Instant;
};

export type SellerInvitationTable = {
  invitation_id: string;
  seller_id: string;
  email: string;
  token_sha256: string;
  role: SellerRole;
  invited_by: string;
  created_at: Instant;
  expires_at: Date;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

type SellerSupportMailTable = {
  seller_id: string;
  email: string;
  token_sha256: string;
  sent_at: Date;
  expires_at: Date;
};

/** A product as its seller sees it; its row in api.product begins with the first approval. */
export type ListingTable = {
  product_id: string;
  seller_id: string;
  version: ColumnType<number | null, number | null | undefined, number | null>;
  draft: ColumnType<ListingContent | null, string | null | undefined, string | null>;
  draft_revision: Generated<number>;
  draft_state: ColumnType<DraftState | null, DraftState | null | undefined, DraftState | null>;
  /** The revision of the draft that waits for a decision. */
  submitted_revision: ColumnType<number | null, number | null | undefined, number | null>;
  /** How many things the draft lacks before it can be submitted. */
  missing: Generated<number>;
  return_reason: Generated<string>;
  paused: Generated<boolean>;
  archived: Generated<boolean>;
  archived_by_closing: Generated<boolean>;
  hidden_reason: ColumnType<string | null, string | null | undefined, string | null>;
  state: MadeByDatabase<ListingState>;
  attention: MadeByDatabase<number>;
  name: Generated<string>;
  name_folded: Generated<string>;
  price_micros: Generated<number>;
  stock: ColumnType<number | null, number | null | undefined, number | null>;
  sold: Generated<number>;
  views: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
};

/** A picture that lies in the storage. */
export type PictureTable = {
  hash: string;
  /** Null: the staff, for a product of the operator's own. */
  seller_id: string | null;
  width: number;
  height: number;
  size_bytes: number;
  sent_at: Instant;
  checked_at: Instant;
  unused_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type ProductVersionTable = {
  product_id: string;
  version: number;
  content: Json<ListingContent>;
  approval_id: string | null;
  approved_by: string | null;
  approved_at: Instant;
};

export type ApprovalTable = {
  approval_id: string;
  kind: ApprovalKind;
  /** Of an application the seller, otherwise the product. */
  subject_id: string;
  seller_id: string;
  title: string;
  content: Json<object>;
  base_version: number | null;
  state: Generated<ApprovalState>;
  reason: Generated<string>;
  submitted_by: string;
  submitted_at: Instant;
  decided_by: ColumnType<string | null, string | null | undefined, string | null>;
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

type SellerKeyTable = {
  key_id: string;
  seller_id: string;
  name: string;
  /** How the key begins. */
  prefix: string;
  sha256: string;
  scopes: Json<SellerAction[]>;
  /** The account that made it, and the one that answers for it now. */
  created_by: string;
  kept_by: string;
  created_at: Instant;
  expires_at: Date | null;
  last_used_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
};

/** A key that the shop signs goods with. */
type SigningKeyTable = {
  key_id: string;
  purpose: 'manifest' | 'token';
  public_pem: string;
  /** Null: it signs no more. */
  private_sealed: Uint8Array | null;
  created_at: Instant;
  valid_from: Date;
  valid_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  retired_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** Invoices, credit notes and cancellations. Once its PDF is kept a row stays as it is (a trigger). */
type InvoiceTable = {
  invoice_id: string;
  issuer: string;
  kind: InvoiceKind;
  year: number;
  sequence: number;
  number: string;
  order_id: string;
  refund_id: string | null;
  corrects: string | null;
  lines: ColumnType<InvoicedLine[], string, never>;
  total_cents: number;
  tax_cents: number;
  paper: ColumnType<Paper, string, never>;
  content_hash: string;
  pdf: ColumnType<Uint8Array | null, undefined, Uint8Array>;
  issued_at: Date;
};

/** The last number that was given. */
type InvoiceCounterTable = { issuer: string; kind: InvoiceKind; year: number; last: number; issued_at: Date };

/** Whom a buyer wants invoices made out to. */
type InvoiceDetailsTable = InvoiceDetails & { account_id: string; updated_at: Generated<Date> };

export type DataExportTable = {
  account_id: string;
  state: Exclude<DataExport['state'], 'none'>;
  requested_at: Date;
  due_at: Date;
  attempts: Generated<number>;
  round: Generated<number>;
  ready_at: Date | null;
  expires_at: Date | null;
  /** A bigint: the driver tells it as text where it is a server's. */
  size_bytes: string | number | null;
};

/** Packed, each by itself. */
type DataExportPartTable = { account_id: string; round: number; part: number; content: Uint8Array };

export type LibraryTokenTable = {
  token_id: string;
  account_id: string;
  name: string;
  /** How the token begins. */
  prefix: string;
  sha256: string;
  created_at: Instant;
  expires_at: Date | null;
  last_used_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
};

type WebhookTable = {
  webhook_id: string;
  seller_id: string;
  url: string;
  events: Json<WebhookEvent[]>;
  /** An account, or `key:` and the id of a key. */
  created_by: Generated<string | null>;
  enabled: Generated<boolean>;
  off_reason: Generated<OffReason | null>;
  /** Sealed; the one before signs beside it until then. */
  secret: Uint8Array;
  previous_secret: Generated<Uint8Array | null>;
  previous_until: Generated<Date | null>;
  failing_since: Generated<Date | null>;
  failures: Generated<number>;
  paused_until: Generated<Date | null>;
  created_at: Instant;
  updated_at: Instant;
};

type WebhookDeliveryTable = {
  id: string;
  webhook_id: string;
  seller_id: string;
  event_id: string;
  type: DeliveredEvent;
  body: string;
  created_at: Instant;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  due_at: Instant;
  finished_at: Generated<Date | null>;
  failure: Generated<string | null>;
};

type WebhookAttemptTable = {
  attempt_id: MadeByDatabase<number>;
  delivery_id: string;
  at: Instant;
  url: string;
  request_headers: Json<Record<string, string>>;
  status: number | null;
  answer: string;
  duration_ms: number;
  error: string | null;
};

/** Bytes in the storage, under goods/OBJECT_ID. */
export type GoodsObjectTable = {
  object_id: string;
  seller_id: string | null;
  size_bytes: number;
  /** Null until it is complete. */
  sha256: ColumnType<string | null, string | null | undefined, string | null>;
  state: Generated<'uploading' | 'complete'>;
  scan: Generated<'waiting' | 'off' | 'clean' | 'refused'>;
  scan_note: Generated<string>;
  /** As the storage dated the bytes when they last had their hash. */
  stored_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Instant;
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  work_at: Instant;
  work_attempts: Generated<number>;
  unused_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** A file that is on its way. */
export type UploadTable = {
  object_id: string;
  /** Null: the staff. */
  seller_id: string | null;
  growth: ColumnType<Record<string, unknown>, string | undefined, string>;
  metadata: ColumnType<Record<string, string | null>, string | undefined, string>;
  created_at: Instant;
  expires_at: ColumnType<Date, Date, Date>;
  received_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  lock_holder: Generated<string | null>;
  locked_until: Generated<Date | null>;
  lock_wanted: Generated<boolean>;
};

/** The files of a product at one time. */
export type ReleaseTable = {
  release_id: string;
  product_id: string;
  seller_id: string | null;
  /** '' for the product as a whole; otherwise the key of the variant that it is for. */
  edition: Generated<string>;
  number: number;
  version: string;
  notes: Generated<string>;
  state: Generated<'draft' | 'complete'>;
  commit_sha: ColumnType<string | null, string | null | undefined, string | null>;
  manifest: ColumnType<object | null, string | null | undefined, string | null>;
  created_at: Instant;
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  published_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type ReleaseFileTable = {
  release_id: string;
  path: string;
  path_folded: string;
  object_id: string;
  size_bytes: number;
  sha256: string | null;
  media_type: Generated<string>;
  sample: Generated<'none' | 'rows' | 'file'>;
  facts: ColumnType<unknown, string | null | undefined, string | null>;
  rows: ColumnType<unknown, string | null | undefined, string | null>;
};

/** What somebody may have, and why. */
export type EntitlementTable = {
  entitlement_id: string;
  /** Null once the customer has left. */
  account_id: string | null;
  product_id: string;
  product_name: string;
  seller_id: string | null;
  edition: Generated<string>;
  selected_options: ColumnType<SelectedOption[], string | undefined, string>;
  quantity: number;
  goods: ColumnType<GoodsOfOne, string, never>;
  license: Generated<string>;
  product_version: number | null;
  because: 'order' | 'free' | 'gift';
  order_id: string | null;
  line: number | null;
  granted_by: ColumnType<string | null, string | null | undefined, string | null>;
  note: Generated<string>;
  request_key: ColumnType<string | null, string | null | undefined, never>;
  granted_at: Instant;
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  withdrawn_reason: Generated<string>;
};

/** What is called when something was bought that only the shop can set up; seller_id '' is the operator. */
export type ProvisionEndpointTable = {
  seller_id: string;
  url: string;
  /** Sealed; the one before signs beside it until then. */
  secret: Uint8Array;
  previous_secret: Generated<Uint8Array | null>;
  previous_until: Generated<Date | null>;
  last_success_at: Generated<Date | null>;
  failing_since: Generated<Date | null>;
  failures: Generated<number>;
  last_failure: Generated<string | null>;
  paused_until: Generated<Date | null>;
  created_at: Instant;
  updated_at: Instant;
};

export type ProvisionCallTable = {
  id: string;
  seller_id: string;
  type: ProvisionCallType;
  entitlement_id: string;
  session_id: string | null;
  body: string;
  promised_at: Date | null;
  give_up_at: Date;
  created_at: Instant;
  state: Generated<ProvisionCallState>;
  attempts: Generated<number>;
  due_at: Instant;
  finished_at: Generated<Date | null>;
  failure: Generated<string | null>;
};

export type AccessGrantTable = {
  entitlement_id: string;
  state: 'waiting' | 'ready' | 'withdrawn';
  round: Generated<number>;
  call_id: Generated<string | null>;
  promised_at: Generated<Date | null>;
  ready_at: Generated<Date | null>;
  /** What the endpoint answered, sealed. */
  answer: Generated<Uint8Array | null>;
  /** When it is over, where a time was bought. Of what waits for its endpoint only when the entitlement itself is. */
  ends_at: Generated<Date | null>;
  late_told_at: Generated<Date | null>;
  money_back_at: Generated<Date | null>;
};

export type HoursBalanceTable = {
  entitlement_id: string;
  minutes: number;
  bought: Generated<number>;
  used: Generated<number>;
  expires_at: Generated<Date | null>;
};

export type MachineSessionTable = {
  session_id: string;
  entitlement_id: string;
  seller_id: string;
  by: 'endpoint' | 'hand';
  state: SessionState;
  requested_at: Date;
  started_at: Generated<Date | null>;
  stopped_at: Generated<Date | null>;
  stop_reason: Generated<StopReason | null>;
  failure: Generated<string | null>;
  counted: Generated<number>;
  returned: Generated<number>;
  fields: Generated<Uint8Array | null>;
  warned_at: Generated<Date | null>;
  to_tell: Generated<'started' | 'low' | 'stopped' | null>;
  shop_to_tell: Generated<'start' | 'stop' | 'extend' | null>;
  shop_told_at: Generated<Date | null>;
  request_key: string | null;
};

export type HoursEntryTable = {
  entry_id: MadeByDatabase<number>;
  entitlement_id: string;
  kind: HoursEntryKind;
  minutes: number;
  at: Date;
  session_id: string | null;
  reason: Generated<string>;
  by: string;
};

export type HoursOutageTable = {
  outage_id: string;
  seller_id: string;
  product_id: string | null;
  session_id: string | null;
  from_at: Date;
  to_at: Date;
  reason: string;
  by: string;
  created_at: Instant;
  settled_at: Generated<Date | null>;
};

export type OutageReturnTable = {
  outage_id: string;
  session_id: string;
  entitlement_id: string;
  minutes: number;
  told_at: Generated<Date | null>;
};

/** Keys of a product, or of a variant that has keys of its own. */
type ProductKeyListTable = {
  product_id: string;
  edition: Generated<string>;
  selected_options: ColumnType<SelectedOption[], string | undefined, string>;
  last_batch: Generated<number>;
  /** How many keys of it are of each state: the table counts them itself (0070-counted-keys.sql). */
  free: Generated<number>;
  given: Generated<number>;
  revoked: Generated<number>;
  low_told_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  waiting_told_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

type ProductKeyTable = {
  key_id: string;
  product_id: string;
  edition: Generated<string>;
  seller_id: string | null;
  source: 'list' | 'signed';
  /** The order in which they are given out. */
  place: Generated<number>;
  /** The text. */
  sealed: Uint8Array;
  digest: Uint8Array;
  state: ProductKeyState;
  batch: Generated<string>;
  entitlement_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Instant;
  given_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** Paid, and not given out because there was none. */
type ProductKeyWaitTable = {
  entitlement_id: string;
  product_id: string;
  edition: string;
  missing: number;
  since: Date;
  place: Generated<number>;
};

/** What went out of a file within a day. */
type DownloadTable = {
  download_id: string;
  door: 'link' | 'hub' | 'free';
  entitlement_id: string | null;
  account_id: string | null;
  product_id: string;
  seller_id: string | null;
  release_id: string;
  path: string;
  size_bytes: number;
  started_at: Instant;
  last_at: Instant;
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  bytes: Generated<number>;
  /** First and last bytes. */
  parts: JsonWithDefault<Array<[number, number]>>;
  open: Generated<boolean>;
  network: Generated<string>;
  agent: Generated<string>;
};

/** Where a shop's money goes to, and when. */
type PayoutSettingsTable = {
  seller_id: string;
  method: PayoutMethod | null;
  schedule: PayoutSchedule;
  day: number | null;
  next_at: Date | null;
  minimum_cents: number;
  bank: Generated<Buffer | null>;
  bank_last4: Generated<string | null>;
  bank_changed_at: Generated<Date | null>;
  /** When the money was last sent to somewhere else than before; null: never. */
  destination_changed_at: Generated<Date | null>;
  destination_changed_by: Generated<string | null>;
  destination_confirmed_by: Generated<string | null>;
  connect_account: Generated<string | null>;
  connect_ready: Generated<boolean>;
  connect_missing: JsonWithDefault<string[]>;
  updated_at: Date;
  updated_by: string;
};

/** A view of a list of the back office; without an account once who saved it has left. */
export type StaffViewTable = {
  view_id: string;
  list: string;
  name: string;
  query: string;
  shared: boolean;
  account_id: string | null;
  created_at: Instant;
  updated_at: Instant;
};

/** What the staff do with many rows at once (staff-job). */
export type StaffJobTable = {
  job_id: string;
  kind: string;
  asked_by: string;
  asked: Json<Record<string, unknown>>;
  list_query: string | null;
  list_zone: Generated<string>;
  state: JobState;
  total: number;
  done: Generated<number>;
  changed: Generated<number>;
  same: Generated<number>;
  refused: Generated<number>;
  added_since: Generated<number | null>;
  message: Generated<string>;
  undoes: Generated<string | null>;
  created_at: Instant;
  started_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  undo_until: Generated<Date | null>;
  attempts: Generated<number>;
  next_at: Instant;
};

export type StaffJobRowTable = {
  job_id: string;
  number: number;
  row_id: string;
  name: string;
  input: JsonWithDefault<Record<string, unknown> | null>;
  outcome: JobOutcome;
  is_done: Generated<boolean>;
  message: Generated<string>;
  before: JsonWithDefault<JobValues | null>;
  after: JsonWithDefault<JobValues | null>;
};

type PayoutTable = {
  payout_id: string;
  seller_id: string;
  request_key: string;
  asked_cents: number | null;
  amount_cents: number;
  state: Generated<PayoutState>;
  method: PayoutMethod;
  from_version: number;
  to_version: number;
  has_left: Generated<boolean>;
  failure: Generated<string | null>;
  hold: string | null;
  released_by: Generated<string | null>;
  bank: Buffer | null;
  bank_last4: string | null;
  connect_account: string | null;
  transfer: Generated<string | null>;
  provider_payout: Generated<string | null>;
  begun_at: Generated<Date | null>;
  refusals: Generated<number>;
  batch_id: Generated<string | null>;
  by_schedule: boolean;
  requested_by: string;
  created_at: Date;
  sent_at: Generated<Date | null>;
  paid_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  next_check_at: Generated<Date | null>;
  stuck_since: Generated<Date | null>;
  stuck_because: Generated<string | null>;
};

type PayoutBatchTable = {
  batch_id: string;
  made_at: Date;
  made_by: string;
  sent_at: Generated<Date | null>;
  sent_by: Generated<string | null>;
  debtor: Json<BankAccount>;
  /** In which its files write texts: `utf8` in those of before, `basic` what every bank takes. */
  charset: Generated<'utf8' | 'basic'>;
};

/** What the staff note of an order for each other. */
type OrderNoteTable = {
  note_id: string;
  order_id: string;
  account_id: string | null;
  written_by: string;
  text: string;
  written_at: Date;
};

type OwnProductTable = {
  product_id: string;
  paused: Generated<boolean>;
  archived: Generated<boolean>;
  updated_at: Instant;
};

export type ImportCounts = Record<'rows' | 'new' | 'changed' | 'same' | 'refused' | 'adjusted' | 'bytes_read', number>;

export type StaffImportTable = {
  import_id: string;
  name: string;
  size_bytes: number;
  storage_key: string;
  format: 'csv' | 'jsonl';
  found: ColumnType<Array<{ name: string; samples: string[] }>, string, never>;
  columns: ColumnType<Record<string, string | null>, string, string>;
  replace: Generated<boolean>;
  state: ImportState;
  check_counts: ColumnType<Partial<ImportCounts>, string | undefined, string>;
  import_counts: ColumnType<Partial<ImportCounts>, string | undefined, string>;
  message: Generated<string>;
  asked_by: string;
  created_at: Instant;
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  worker: Generated<string | null>;
  leased_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type CheckRunTable = {
  run_id: string;
  name: CheckName;
  repairs: Generated<boolean>;
  state: CheckRunState;
  origin: CheckOrigin;
  asked_by: string | null;
  created_at: Instant;
  started_at: Date | null;
  ended_at: Date | null;
  took_ms: number | null;
  attempts: Generated<number>;
  difference_count: Generated<number>;
  differences: ColumnType<string[], string | undefined, string>;
  message: Generated<string>;
  worker: string | null;
  leased_until: Date | null;
};

export type StaffImportRowTable = {
  import_id: string;
  phase: ImportPhase;
  number: number;
  line: number;
  product_id: string;
  outcome: Exclude<ImportOutcomeWord, 'same'>;
  told: ColumnType<
    {
      changes: Array<{ field: string; before: string; after: string }>;
      remarks: Array<{ field: string; reason: string }>;
    },
    string,
    never
  >;
};

export type PlannedSaleTable = {
  sale_id: string;
  product_id: string;
  state: Generated<PlannedSaleState>;
  starts_at: Date;
  ends_at: Date;
  percent: number | null;
  sale_price_micros: number | null;
  note: Generated<string>;
  by_account: string;
  created_at: Instant;
};

type StockChangeTable = {
  change_id: MadeByDatabase<number>;
  product_id: string;
  at: Instant;
  by_account: string;
  reason: string;
  selected_options: JsonWithDefault<SelectedOption[]>;
  stock_before: number | null;
  stock_after: number | null;
};

export type ApiTables = {
  'api.product': ProductTable;
  /** What visitors and buyers read: products that their sellers, and the operator, want to be sold now. */
  'api.listed_product': ProductTable;
  'api.seller': SellerTable;
  'api.seller_member': SellerMemberTable;
  'api.seller_invitation': SellerInvitationTable;
  'api.seller_support_mail': SellerSupportMailTable;
  'api.own_product': OwnProductTable;
  'api.stock_change': StockChangeTable;
  'api.planned_sale': PlannedSaleTable;
  'api.staff_import': StaffImportTable;
  'api.staff_import_row': StaffImportRowTable;
  'api.check_run': CheckRunTable;
  'api.check_schedule': { name: CheckName; due_at: Date };
  'api.listing': ListingTable;
  'api.picture': PictureTable;
  'api.product_version': ProductVersionTable;
  'api.approval': ApprovalTable;
  'api.seller_key': SellerKeyTable;
  'api.signing_key': SigningKeyTable;
  'api.webhook': WebhookTable;
  'api.product_day': ProductDayTable;
  'api.shop_quarter': ShopCounts & { quarter: Date };
  'api.shop_change': ShopCounts & { change_id: MadeByDatabase<number>; quarter: Date };
  'api.shop_views_from': { one: Generated<boolean>; at: Generated<Date> };
  /** Kept by a trigger of orders. */
  'api.order_given_back': { given_back_id: MadeByDatabase<number>; order_id: string; at: Date; cents: number };
  'api.webhook_delivery': WebhookDeliveryTable;
  'api.webhook_attempt': WebhookAttemptTable;
  'api.user': UserTable;
  'api.suspended_customer': SuspendedCustomerTable;
  'api.ended_account': EndedAccountTable;
  'api.review': ReviewTable;
  'api.review_report': ReviewReportTable;
  'api.review_queue': ReviewQueueTable;
  'api.review_decision': ReviewDecisionTable;
  'api.hidden_review': HiddenReviewTable;
  'api.catalogue_change': CatalogueChangeTable;
  'api.coupon': CouponTable;
  'api.coupon_day': CouponDayTable;
  'api.license': LicenseTable;
  'api.license_text': { license_id: string; sha256: string; text: string };
  'api.order': OrderTable;
  'api.order_line': OrderLineTable;
  'api.coupon_use': CouponUseTable;
  'api.cart_item': CartItemTable;
  'api.cart_coupon': CartCouponTable;
  'api.payment_event': PaymentEventTable;
  'api.refund': RefundTable;
  'api.refund_line': RefundLineTable;
  'api.refund_share': RefundShareTable;
  'api.buyer_wallet': BuyerWalletTable;
  'api.pay_in': PayInTable;
  'api.pay_in_refund': PayInRefundTable;
  'api.payout': PayoutTable;
  'api.payout_batch': PayoutBatchTable;
  'api.payout_settings': PayoutSettingsTable;
  'api.fee_rule': FeeRuleTable;
  'api.holding_rule': HoldingRuleTable;
  'api.manual_movement': ManualMovementTable;
  'api.provider_transaction': ProviderTransactionTable;
  'api.provider_transaction_sum': ProviderTransactionSumTable;
  'api.reconciliation': ReconciliationTable;
  'api.closed_posting': ClosedPostingTable;
  'api.seller_order': SellerOrderTable;
  'api.thread': ThreadTable;
  'api.message': MessageTable;
  'api.thread_block': ThreadBlockTable;
  'api.report': ReportTable;
  'api.staff_view': StaffViewTable;
  'api.staff_job': StaffJobTable;
  'api.staff_job_row': StaffJobRowTable;
  'api.dispute': DisputeTable;
  'api.line_dispute': LineDisputeTable;
  'api.dispute_message': DisputeMessageTable;
  'api.unmatched_payment': UnmatchedPaymentTable;
  'api.receipt': ReceiptTable;
  'api.order_mail': OrderMailTable;
  'api.order_note': OrderNoteTable;
  'api.goods_object': GoodsObjectTable;
  'api.upload': UploadTable;
  'api.release': ReleaseTable;
  'api.release_file': ReleaseFileTable;
  'api.entitlement': EntitlementTable;
  'api.provision_endpoint': ProvisionEndpointTable;
  'api.provision_call': ProvisionCallTable;
  'api.access_grant': AccessGrantTable;
  'api.hours_balance': HoursBalanceTable;
  'api.machine_session': MachineSessionTable;
  'api.hours_entry': HoursEntryTable;
  'api.hours_outage': HoursOutageTable;
  'api.outage_return': OutageReturnTable;
  'api.product_key_list': ProductKeyListTable;
  'api.product_key': ProductKeyTable;
  'api.product_key_wait': ProductKeyWaitTable;
  'api.invoice': InvoiceTable;
  'api.invoice_counter': InvoiceCounterTable;
  'api.invoice_details': InvoiceDetailsTable;
  'api.library_token': LibraryTokenTable;
  'api.data_export': DataExportTable;
  'api.data_export_part': DataExportPartTable;
  'api.download': DownloadTable;
  'api.search_posting': SearchPostingTable;
  'api.search_spelling': SearchSpellingTable;
  'api.search_queue': SearchQueueTable;
  'api.saved_product': SavedProductTable;
  'api.alert_link': AlertLinkTable;
  'api.watched_change': WatchedChangeTable;
};
