import type { ColumnType, Generated } from 'kysely';
import type { AcceptedLicense } from '#contract/catalogue/license.ts';
import type { ProductType, SelectedOption } from '#contract/catalogue/product/product.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import type { Billing } from '#contract/ordering/checkout.ts';
import type {
  CardDisputeState,
  DisputeDecision,
  DisputeSide,
  LineDisputeReason,
  LineDisputeState,
} from '#contract/ordering/dispute-terms.ts';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import type { OrderStatus, PaymentMethod, RefundState, ReviewReason } from '#contract/ordering/order.ts';
import type { SellerOrderState } from '#contract/ordering/seller-order.ts';
import type { Instant, MadeByDatabase } from './column.ts';

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
  /** Cents of the discount that the sellers bear. */
  seller_percent: Generated<number>;
  created_at: Instant;
  /** Grows with each change of its terms. */
  revision: Generated<number>;
  updated_at: Generated<Date>;
};

/** Numbers of a coupon on a day, in UTC; a day is the sum of its slots. */
type CouponDayTable = {
  code: string;
  day: ColumnType<string, string, string>;
  slot: number;
  orders: Generated<number>;
  sales_cents: Generated<number>;
  discount_cents: Generated<number>;
  /** Cents of the discount that the sellers bear. */
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
  /** Cents that were really received; null until something was. */
  received_cents: Generated<number | null>;
  review_reason: Generated<ReviewReason | null>;
  /** Status to which an order in review returns. */
  resume_status: Generated<Exclude<OrderStatus, 'in_review' | 'refunded'> | null>;
  /** A whole refund has put its items back into stock. */
  items_returned: Generated<boolean>;
  /** Its payment is in the ledger. */
  in_ledger: Generated<boolean>;
  /** When the reconciliation looks at the order next; null: there is nothing that could still come. */
  next_check_at: Date | null;
  failed_checks: Generated<number>;
  /** It has all of its invoices. */
  invoiced: Generated<boolean>;
  /** Cents of the total from the buyer's wallet, and whether they are back there because the order ended unpaid. */
  wallet_cents: Generated<number>;
  wallet_returned: Generated<boolean>;
  /** Key that its buyer's client has sent with it, and the hash of what was ordered by it. */
  request_key: ColumnType<string | null, string | null | undefined, string | null>;
  request_sha256: ColumnType<string | null, string | null | undefined, string | null>;
  updated_at: Date;
};

type OrderLineTable = {
  order_id: string;
  line: number;
  product_id: string;
  product_name: string;
  unit_price_micros: number;
  quantity: number;
  /** Machines that are rented at once; 1 of everything else. */
  machines: Generated<number>;
  /** Units of stock that it takes; null, of older lines: its quantity. */
  taken: ColumnType<number | null, number | undefined, never>;
  /** Those of them that are in stock again because the rental has ended. */
  machines_returned: Generated<number>;
  /** How long its machines are reserved once it is delivered; null: it is no rental, or its hours say when it ends. */
  rental_seconds: ColumnType<number | null, never, number>;
  /** Entitlement of the machine that it is more time for; null: it is something of its own. */
  extends: ColumnType<string | null, string | null | undefined, never>;
  amount_cents: number;
  discount_cents: number;
  counted: boolean;
  selected_options: ColumnType<SelectedOption[], string | undefined, string>;
  /** The variant of these choices was bought; otherwise they are wishes. */
  is_variant: Generated<boolean>;
  /** Unit of one piece, such as 'hour'; may be empty. */
  price_unit: Generated<string>;
  license: Generated<string>;
  license_texts: ColumnType<AcceptedLicense[], string | undefined, string>;
  /** Goods promised to the buyer. */
  goods: ColumnType<GoodsOfOne, string | undefined, never>;
  /** Hours within which its seller has promised what a person delivers; null: no time was promised. */
  delivery_within_hours: ColumnType<number | null, number | null | undefined, never>;
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
  /** Cents of its refunds that have not failed. */
  refunded_cents: Generated<number>;
  /** All that was paid for it has arrived at the buyer again. */
  given_back: Generated<boolean>;
  /** Cents refunded, as figures count them. */
  counted_refund_cents: Generated<number>;
  /** The terms of its sale, as they were. */
  fee_rule: Generated<string>;
  fee_rate_bp: Generated<number>;
  fee_fixed_cents: Generated<number>;
  fee_returned: Generated<boolean>;
  holding_hours: Generated<number>;
  seller_discount_cents: Generated<number | null>;
  /** Cents of the contained tax that the operator pays on. */
  withheld_tax_cents: Generated<number>;
  /** When its money comes to its seller, and since when it has. */
  release_at: ColumnType<Date | null, Date | string | null | undefined, Date | null>;
  released_at: ColumnType<Date | null, Date | string | null | undefined, Date | null>;
  released_cents: Generated<number | null>;
  released_discount_cents: Generated<number | null>;
  released_fee_cents: Generated<number | null>;
  released_tax_cents: Generated<number | null>;
  /** Its money waits for the end of a dispute. */
  disputed: Generated<boolean>;
};

/** The share of a refund, or of a disputed payment, in a line. */
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

/** The part of a refund that names a line. */
type RefundLineTable = {
  refund_id: string;
  order_id: string;
  line: number;
  amount_cents: number;
  /** Machine time that goes with it; null: none. */
  minutes: Generated<number | null>;
};

/** Kept by triggers of orders and their lines. */
type SellerOrderTable = {
  [Column in 'seller_id' | 'order_id']: MadeByDatabase<string>;
} & { paid_at: MadeByDatabase<Date>; state: MadeByDatabase<SellerOrderState> };

type CartItemTable = {
  account_id: string;
  user_id: string;
  line: number;
  product_id: string;
  quantity: number;
  machines: Generated<number>;
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
  /** Its refunds are on credit notes, as far as they are to be. */
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

export type DisputeTable = {
  dispute_id: string;
  order_id: string;
  state: CardDisputeState;
  reason: string;
  amount_cents: number;
  evidence_due_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
};

/** A dispute of a buyer about one line. */
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
  /** Machine time that goes with it; null: none. */
  decided_minutes: Generated<number | null>;
  decision_reason: Generated<string>;
  decided_by: Generated<string | null>;
  hold_id: Generated<string | null>;
};

/** A message in a dispute: a text, or a file. */
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

type OrderMailTable = { id: Generated<number>; order_id: string; subject: string; written_at: Instant };

/** Whom a buyer wants invoices made out to. */
type InvoiceDetailsTable = InvoiceDetails & { account_id: string; updated_at: Generated<Date> };

/** A note of the staff on an order, for each other. */
type OrderNoteTable = {
  note_id: string;
  order_id: string;
  account_id: string | null;
  written_by: string;
  text: string;
  written_at: Date;
};

export type OrderingTables = {
  'api.coupon': CouponTable;
  'api.coupon_day': CouponDayTable;
  'api.order': OrderTable;
  'api.order_line': OrderLineTable;
  'api.coupon_use': CouponUseTable;
  'api.cart_item': CartItemTable;
  'api.cart_coupon': CartCouponTable;
  'api.payment_event': PaymentEventTable;
  'api.refund': RefundTable;
  'api.refund_line': RefundLineTable;
  'api.refund_share': RefundShareTable;
  'api.seller_order': SellerOrderTable;
  'api.dispute': DisputeTable;
  'api.line_dispute': LineDisputeTable;
  'api.dispute_message': DisputeMessageTable;
  'api.unmatched_payment': UnmatchedPaymentTable;
  'api.order_mail': OrderMailTable;
  'api.order_note': OrderNoteTable;
  'api.invoice_details': InvoiceDetailsTable;
};
