import { kindsOf } from '#contract/goods/goods.ts';
import { fromMicros } from '#contract/money/amount/money.ts';
import type { Order, OrderStatus } from '#contract/ordering/order.ts';
import type { BankAccount } from '#contract/store.ts';
import {
  arrivedRefunds,
  fromWalletCents,
  lineCents,
  percentOf,
  refundableCents,
  refundingCents,
  taxesOf,
  taxNumberOfBuyer,
} from '../../money/ports.rules.ts';
import type { StoredLine, StoredOrder } from '../../schema/order.record.ts';

/** By product, the addresses of the pictures of those that are sold. */
type Pictures = ReadonlyMap<string, string>;

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
      ...(line.machines > 1 && { machines: line.machines }),
      ...(line.extends && { extends: line.extends }),
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

/** True if all that was paid for a line goes back, or has: nobody is to deliver it any more. */
export function isGoingBack(line: StoredLine): boolean {
  return line.given_back || (line.refunded_cents > 0 && lineCents(line).left === 0);
}

/**
 * True if a line can't be used any more because its money goes back, or has: by a refund of its own, or with all of its order, as its
 * entitlement says it (entitlement.rules.ts).
 */
function isRefunded(order: StoredOrder, line: StoredLine): boolean {
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

/** Refund fields of a line in the API. */
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

/** True if it is delivered automatically, by its deliverables. */
export function comesByItself({ goods }: Pick<StoredLine, 'goods'>): boolean {
  return kindsOf(goods).length > 0;
}

/** The lines whose items are counted, and so are held, sold and put back. */
export function countedItems(order: Pick<StoredOrder, 'lines'>): StoredLine[] {
  return order.lines.filter((line) => line.counted);
}

/** True if its items are held: it waits for its payment, or for a review of the one that came. */
export function isHolding({ status, resume_status }: Pick<StoredOrder, 'status' | 'resume_status'>): boolean {
  return status === 'pending' || resume_status === 'pending';
}

/** Statuses of orders that were paid and are not refunded. */
export const paidStatuses = ['paid', 'fulfilled'] as const satisfies OrderStatus[];

export function isPaid({ status }: Pick<StoredOrder, 'status'>): boolean {
  return (paidStatuses as readonly OrderStatus[]).includes(status);
}

/** True if its items are sold. A dispute alone puts nothing back. */
export function isSold({ status, resume_status }: Pick<StoredOrder, 'status' | 'resume_status'>): boolean {
  return isPaid({ status }) || (resume_status !== null && isPaid({ status: resume_status }));
}

/** True if its items were sold, also where all of its money went back since. */
export function wasSold(order: Pick<StoredOrder, 'status' | 'resume_status' | 'items_returned'>): boolean {
  return isSold(order) || order.items_returned;
}

/** True if its buyer has deleted the account. */
export function isOfNobody({ user_id, account_id }: Pick<StoredOrder, 'user_id' | 'account_id'>): boolean {
  return user_id === null && account_id === null;
}
