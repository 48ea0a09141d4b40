import type { AcceptedLicense } from '#contract/catalogue/license.ts';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { type GoodsOfOne, kindsOf } from '#contract/goods/goods.ts';
import { fromMicros, sumCents } from '#contract/money/amount/money.ts';
import type { Billing } from '#contract/ordering/checkout.ts';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import type { Order, OrderStatus, RefundState, ReviewReason } from '#contract/ordering/order.ts';
import type { BankAccount } from '#contract/store.ts';
import type { SaleTerms } from '../../money/sale-terms/sale-terms.rules.ts';
import { type FrozenTax, percentOf, sumTaxes } from '../../money/tax/tax.rules.ts';

/** What may follow what. A payment that arrives late still makes its order paid, where the items can be had. */
const following: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'cancelled', 'expired', 'refunded', 'in_review'],
  paid: ['fulfilled', 'refunded', 'in_review'],
  fulfilled: ['refunded', 'in_review'],
  cancelled: ['paid', 'refunded', 'in_review'],
  expired: ['paid', 'refunded', 'cancelled', 'in_review'],
  // A refund that failed after all leaves the money here.
  refunded: ['paid', 'fulfilled'],
  in_review: ['paid', 'fulfilled', 'refunded'],
};

export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return following[from].includes(to);
}

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
  /** Whether its payment is in the ledger; of before that, it comes there later. */
  in_ledger: boolean;
  /** What of the total the buyer's wallet pays, and whether that is back there because the order ended unpaid. */
  wallet_cents: number;
  wallet_returned: boolean;
  next_check_at: Date | null;
  lines: StoredLine[];
  refunds: StoredRefund[];
};

/** `created_at` as the database writes it into JSON. */
type StoredRefund = {
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
  quantity: number;
  amount_cents: number;
  discount_cents: number;
  counted: boolean;
  selected_options: SelectedOption[];
  is_variant: boolean;
  price_unit: string;
  /** What the buyer accepted by ordering, and its texts as they were. */
  license: string;
  license_texts: AcceptedLicense[];
  /** What the buyer was promised; empty: it is delivered by hand. */
  goods: GoodsOfOne;
  /** For which variant its releases are made; '' where its goods are those of the whole product. */
  edition: string;
  /** Whose product it was (null: the operator's own), and which approved version was bought (null: none is kept). */
  seller_id: string | null;
  product_version: number | null;
  /** What of the discount its seller bears; null: all, as before this was said. */
  seller_discount_cents: number | null;
  /** Of the tax contained in what was paid: what the operator pays on. */
  withheld_tax_cents: number;
} & SaleTerms;

/** A line with what has become of it. */
export type StoredLine = NewLine & {
  line: number;
  /** As the database writes it into JSON. */
  delivered_at: string | null;
  /** When access that was bought for a time is over; null: it has no end, or is not there yet. As the database writes it into JSON. */
  access_ends_at: string | null;
  /** What was decided to go back for it and has not failed; and whether all that was paid for it has arrived there. */
  refunded_cents: number;
  given_back: boolean;
  /** When its money comes to its seller, and since when it has; and what of it that was, in cents. As the database writes times into JSON. */
  release_at: string | null;
  released_at: string | null;
  released_cents: number | null;
  released_discount_cents: number | null;
  released_fee_cents: number | null;
  released_tax_cents: number | null;
  /** Whether its money waits for the end of a dispute. */
  disputed: boolean;
  /** The shop whose product it was, as it is called now; null: the operator's own. */
  seller: { name: string; address: string } | null;
  /** Whether that shop is suspended now. */
  seller_suspended: boolean;
};

/** By product, the addresses of the pictures of those that are sold. */
export type Pictures = ReadonlyMap<string, string>;

/** Whose pictures these orders are told with. */
export function productIdsOf(orders: readonly Pick<StoredOrder, 'lines'>[]): string[] {
  return orders.flatMap(({ lines }) => lines.map(({ product_id: id }) => id));
}

/** As the API tells it to its customer. `bank` is where the shop takes transfers. */
export function toOrder(
  order: StoredOrder,
  { bank, pictures }: { bank: BankAccount | null; pictures: Pictures },
): Order {
  const pending = order.status === 'pending';
  const { card_brand: brand, card_last4: last4 } = order;
  const taxes = taxesOf(order.lines).map(({ name, thousandths, net, tax, gross }) => ({
    name,
    percent: percentOf(thousandths),
    net: net / 100,
    amount: tax / 100,
    gross: gross / 100,
  }));
  const taxNumber = taxNumberOfBuyer(order);
  return {
    order_id: order.order_id,
    create_time: order.created_at.toISOString(),
    order_status: order.status,
    review_reason: order.review_reason,
    products: order.lines.map((line) => ({
      product_id: line.product_id,
      product_name: line.product_name,
      ...(pictures.has(line.product_id) && { product_img: pictures.get(line.product_id) ?? '' }),
      num: line.quantity,
      unit_price: fromMicros(line.unit_price_micros),
      amount: line.amount_cents / 100,
      ...(line.selected_options.length > 0 && { selected_options: line.selected_options }),
      ...(line.price_unit && { price_unit: line.price_unit }),
      ...(line.license && { license: line.license, license_texts: line.license_texts }),
      ...(kindsOf(line.goods).length > 0 && { goods: kindsOf(line.goods) }),
      ...(line.product_version !== null && { version: line.product_version }),
      ...(line.seller && { seller: line.seller }),
      ...(line.delivered_at && { delivered_at: new Date(line.delivered_at).toISOString() }),
      ...accessOf(order, line),
      ...refundOf(order, line),
      ...(line.tax_name !== null && {
        tax: { name: line.tax_name, percent: percentOf(line.tax_thousandths ?? 0), amount: line.tax_cents / 100 },
      }),
    })),
    subtotal: order.subtotal_cents / 100,
    discount: order.discount_cents / 100,
    coupon: order.coupon_code,
    total: order.total_cents / 100,
    ...(taxes.length > 0 && { taxes }),
    ...(taxNumber && { tax_number: taxNumber }),
    refunded: order.refunded_cents / 100,
    refunding: refundingCents(order) / 100,
    refunds: arrivedRefunds(order).map((refund) => ({
      create_time: new Date(refund.created_at).toISOString(),
      amount: refund.amount_cents / 100,
      reason: refund.reason,
      to: refund.destination === 'wallet' ? ('wallet' as const) : ('card' as const),
    })),
    payment_method: order.payment_method,
    ...(fromWalletCents(order) > 0 && { wallet_amount: fromWalletCents(order) / 100 }),
    card: brand && last4 ? { brand, last4 } : null,
    paid_at: order.paid_at?.toISOString() ?? null,
    expires_at: pending ? order.expires_at.toISOString() : null,
    bank: pending && order.payment_method === 'transfer' ? bank : null,
    checkout_url: pending ? order.checkout_url : null,
  };
}

/** What the lines come to by rate of tax. */
export function taxesOf(lines: readonly StoredLine[]) {
  return sumTaxes(lines.map((line) => ({ ...line, gross: lineCents(line).paid })));
}

/** By which the buyer's business is known to its tax office, as it was given with the order; empty where none was. */
export function taxNumberOfBuyer({ billing, invoice_to }: Pick<StoredOrder, 'billing' | 'invoice_to'>): string {
  return (billing ? billing.tax_number : invoice_to?.tax_number) ?? '';
}

/** What was paid for a line, in cents, and what of that is left. */
export function lineCents(line: Pick<StoredLine, 'amount_cents' | 'discount_cents' | 'refunded_cents'>) {
  const paid = line.amount_cents - line.discount_cents;
  return { paid, left: paid - line.refunded_cents };
}

/** Whether all that was paid for a line goes back, or has: nobody is to deliver it any more. */
export function isGoingBack(line: StoredLine): boolean {
  return line.given_back || (line.refunded_cents > 0 && lineCents(line).left === 0);
}

/**
 * Whether nothing of a line can be had any more because its money goes back, or has: by a refund of its own, or with all of its order, as its
 * entitlement says it (entitlement.rules.ts).
 */
export function isRefunded(order: StoredOrder, line: StoredLine): boolean {
  if (order.status === 'refunded' || isGoingBack(line)) return true;
  return (
    lineCents(line).paid > 0 && order.refunds.some(({ state }) => state !== 'failed') && refundableCents(order) <= 0
  );
}

/** Until when the access of a line works, where a time was bought; what has gone back has none. */
function accessOf(order: StoredOrder, line: StoredLine): { access_until?: string } {
  if (!line.access_ends_at || line.goods.access?.valid_days === undefined || isRefunded(order, line)) return {};
  return { access_until: new Date(line.access_ends_at).toISOString() };
}

/** What the API tells of the refunds of a line. */
function refundOf(order: StoredOrder, line: StoredLine): { refunded?: number; all_refunded?: true } {
  const isWhole = isRefunded(order, line);
  const cents = isWhole ? lineCents(line).paid : line.refunded_cents;
  return { ...(cents > 0 && { refunded: cents / 100 }), ...(isWhole && { all_refunded: true }) };
}

/** When a line was delivered: by itself, or with an order that was fulfilled as a whole. */
export function deliveredAt(order: Pick<StoredOrder, 'lines' | 'fulfilled_at'>, line: StoredLine): Date | null {
  if (line.delivered_at) return new Date(line.delivered_at);
  return order.lines.some((other) => other.delivered_at) ? null : order.fulfilled_at;
}

/** The lines that are still owed to the buyer. */
export function openLines(order: Pick<StoredOrder, 'lines' | 'fulfilled_at'>): StoredLine[] {
  return order.lines.filter((line) => !line.given_back && deliveredAt(order, line) === null);
}

/** Whether it is delivered by what it promises, and by nobody's word. */
export function comesByItself({ goods }: Pick<StoredLine, 'goods'>): boolean {
  return kindsOf(goods).length > 0;
}

/** The lines whose items are counted, and so are held, sold and put back. */
export function countedItems(order: Pick<StoredOrder, 'lines'>): StoredLine[] {
  return order.lines.filter((line) => line.counted);
}

/** Whether its items are held: it waits for its payment, or for somebody to look at the one that came. */
export function isHolding({ status, resume_status }: Pick<StoredOrder, 'status' | 'resume_status'>): boolean {
  return status === 'pending' || resume_status === 'pending';
}

/** Of orders that were paid and are not given back. */
export const paidStatuses = ['paid', 'fulfilled'] as const satisfies OrderStatus[];

export function isPaid({ status }: Pick<StoredOrder, 'status'>): boolean {
  return (paidStatuses as readonly OrderStatus[]).includes(status);
}

/** Whether its items are sold. A dispute alone puts nothing back. */
export function isSold({ status, resume_status }: Pick<StoredOrder, 'status' | 'resume_status'>): boolean {
  return isPaid({ status }) || (resume_status !== null && isPaid({ status: resume_status }));
}

/** Whether its items were sold, also where all of its money went back since. */
export function wasSold(order: Pick<StoredOrder, 'status' | 'resume_status' | 'items_returned'>): boolean {
  return isSold(order) || order.items_returned;
}

/** Whether its buyer has deleted the account. */
export function isOfNobody({ user_id, account_id }: Pick<StoredOrder, 'user_id' | 'account_id'>): boolean {
  return user_id === null && account_id === null;
}

/** What was received for a paid order, in cents: what it costs, unless the operator took another amount. */
export function paidCents({
  received_cents,
  total_cents,
}: Pick<StoredOrder, 'received_cents' | 'total_cents'>): number {
  return received_cents ?? total_cents;
}

/** What the card is to pay, in cents: all that the wallet does not. */
export function cardCents({ total_cents, wallet_cents }: Pick<StoredOrder, 'total_cents' | 'wallet_cents'>): number {
  return total_cents - wallet_cents;
}

/** What the order has of its buyer's wallet, in cents. */
export function fromWalletCents({
  wallet_cents,
  wallet_returned,
}: Pick<StoredOrder, 'wallet_cents' | 'wallet_returned'>): number {
  return wallet_returned ? 0 : wallet_cents;
}

/** What can still go back to where it was paid from beside the wallet, in cents. */
export function originRefundableCents(order: StoredOrder): number {
  const gone = order.refunds.filter(({ state, destination }) => state !== 'failed' && destination === 'origin');
  return Math.max(0, receivedCents(order) - fromWalletCents(order) - sumOf(gone));
}

/** Those that have arrived, oldest first. */
export function arrivedRefunds({ refunds }: Pick<StoredOrder, 'refunds'>): StoredRefund[] {
  return refunds.filter(({ state }) => state === 'succeeded');
}

/** What was decided to go back and has not arrived, in cents. */
function refundingCents({ refunds }: Pick<StoredOrder, 'refunds'>): number {
  return sumOf(refunds.filter(({ state }) => state === 'decided' || state === 'pending'));
}

/** What can still be given back, in cents: what was received, less what went back or is on its way. */
export function refundableCents(order: StoredOrder): number {
  return receivedCents(order) - sumOf(order.refunds.filter(({ state }) => state !== 'failed'));
}

/** Processes of before it was noted note no amount. */
function receivedCents(order: StoredOrder): number {
  return order.received_cents ?? (order.paid_at ? order.total_cents : 0);
}

function sumOf(refunds: StoredRefund[]): number {
  return sumCents(refunds.map(({ amount_cents }) => amount_cents));
}
