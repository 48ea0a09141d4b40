import type { AcceptedLicense } from '#contract/catalogue/license.ts';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import type { Billing } from '#contract/ordering/checkout.ts';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import type { Order, OrderStatus, RefundState, ReviewReason } from '#contract/ordering/order.ts';
import type { Db } from './db.ts';

/** Tax of an order's line, as it was when it was ordered. */
export type FrozenTax = {
  tax_name: string | null;
  /** Thousandths of a percent: 19000 is 19 %. */
  tax_thousandths: number | null;
  tax_cents: number;
  /** Country of the buyer, by which the rate was chosen. */
  tax_country: string | null;
};

/** Terms of commission and payout hold of an order's line, as they were when it was ordered. */
export type FrozenCommission = {
  /** The rule's name; empty: there is no fee. */
  fee_rule: string;
  fee_rate_bp: number;
  fee_fixed_cents: number;
  fee_returned: boolean;
  holding_hours: number;
};

/** The order as its table keeps it, with its lines. */
export type StoredOrder = {
  order_id: string;
  user_id: string | null;
  account_id: string | null;
  status: OrderStatus;
  payment_method: Order['payment_method'];
  subtotal_cents: number;
  discount_cents: number;
  total_cents: number;
  refunded_cents: number;
  coupon_code: string | null;
  received_cents: number | null;
  review_reason: ReviewReason | null;
  resume_status: Exclude<OrderStatus, 'in_review' | 'refunded'> | null;
  session_id: string | null;
  checkout_url: string | null;
  payment_intent: string | null;
  /** Known some moments after it is paid (money/receipt/receipts.ts). */
  card_brand: string | null;
  card_last4: string | null;
  billing: Billing | null;
  /** Whom a card order is invoiced to. */
  invoice_to: InvoiceDetails | null;
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
  fulfilled_at: Date | null;
  items_returned: boolean;
  /** Its payment is in the ledger; an older one comes there later. */
  in_ledger: boolean;
  /** Cents of the total from the buyer's wallet, and whether they are back there because the order ended unpaid. */
  wallet_cents: number;
  wallet_returned: boolean;
  request_key?: string | null;
  request_sha256?: string | null;
  next_check_at: Date | null;
  lines: StoredLine[];
  refunds: StoredRefund[];
};

/** `created_at` as the database writes it into JSON. */
export type StoredRefund = {
  refund_id: string;
  amount_cents: number;
  state: RefundState;
  reason: string;
  destination: 'origin' | 'wallet';
  created_at: string;
};

/** A line as it is when it is ordered. */
export type NewLine = FrozenTax & {
  product_id: string;
  product_name: string;
  unit_price_micros: number;
  /** Units of its price: of a rental its time. */
  quantity: number;
  /** Machines that are rented at once; 1 of everything else. */
  machines: number;
  /** Units of stock that it takes (contract/catalogue/product/rental.ts). */
  taken: number;
  /** Entitlement of the machine that it is more time for. */
  extends?: string | null;
  amount_cents: number;
  discount_cents: number;
  counted: boolean;
  selected_options: SelectedOption[];
  is_variant: boolean;
  price_unit: string;
  /** License that the buyer accepted by ordering, and its texts as they were. */
  license: string;
  license_texts: AcceptedLicense[];
  /** Goods promised to the buyer; empty: it is delivered by hand. */
  goods: GoodsOfOne;
  /** Hours within which its seller has promised what a person delivers. */
  delivery_within_hours?: number | null;
  /** For which variant its releases are made; '' where its goods are those of the whole product. */
  edition: string;
  /** Whose product it was (null: the operator's own), and which approved version was bought (null: none is kept). */
  seller_id: string | null;
  product_version: number | null;
  /** Cents of the discount that its seller bears; null, of older lines: all. */
  seller_discount_cents: number | null;
  /** Cents of the contained tax that the operator pays on. */
  withheld_tax_cents: number;
} & FrozenCommission;

/** A line with what has become of it. */
export type StoredLine = NewLine & {
  line: number;
  /** Units of its stock that are there again because the rental has ended. */
  machines_returned: number;
  /** As the database writes it into JSON. */
  delivered_at: string | null;
  /** When access that was bought for a time is over; null: it has no end, or is not there yet. As the database writes it into JSON. */
  access_ends_at: string | null;
  /** Cents of its refunds that have not failed; and whether all that was paid for it has arrived at the buyer. */
  refunded_cents: number;
  given_back: boolean;
  /** When its money comes to its seller, and since when it has; and what of it that was, in cents. As the database writes times into JSON. */
  release_at: string | null;
  released_at: string | null;
  released_cents: number | null;
  released_discount_cents: number | null;
  released_fee_cents: number | null;
  released_tax_cents: number | null;
  /** Its money waits for the end of a dispute. */
  disputed: boolean;
  /** The shop whose product it was, as it is called now; null: the operator's own. */
  seller: { name: string; address: string } | null;
  /** That shop is suspended now. */
  seller_suspended: boolean;
};

/** Reads an order; null where there is none. */
export type FindOrder = (db: Db, orderId: string) => Promise<StoredOrder | null>;
/** The same, and nobody else changes it until the transaction ends. */
export type LockOrder = FindOrder;

/** One machine of a rental, as long as the transaction that has locked it. */
export type LockedMachine = {
  /** Puts it into stock again; false where it is not reserved for the line any more, such as after a refund. */
  giveBack: () => Promise<boolean>;
  /** Reserves one again; false where all of them are rented. */
  takeAgain: () => Promise<boolean>;
};
/** Locks a machine of an order's line; null where the line takes none of the stock. */
export type LockMachine = (db: Db, orderId: string, line: number) => Promise<LockedMachine | null>;
