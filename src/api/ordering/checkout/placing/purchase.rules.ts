// Purchases, and why the shop refuses one.

import { isOfferedQuantity } from '#contract/catalogue/product/rental.ts';
import { variantKey } from '#contract/catalogue/product/variant.ts';
import { cardAmountProblem, largestCardPayment, smallestCardPayment } from '#contract/money/amount/card-amount.ts';
import type { Billing, CartItem } from '#contract/ordering/checkout.ts';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import type { PaymentMethod } from '#contract/ordering/order.ts';
import type { Refusal } from '#contract/refusal.ts';
import type { OwnedLine } from '../../../goods/ports.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import { couponCode } from '../../coupon/coupon.rules.ts';
import { SENT_TWICE_MS } from '../../order/unpaid-order-limits.rules.ts';
import {
  canBeHad,
  isAmount,
  itemKey,
  mergeItems,
  nameOf,
  type PricedCart,
  type PricedLine,
  wantedOfStock,
} from './quote.rules.ts';
import { changeSinceSeen, isAsSeen } from './seen-terms.rules.ts';

/**
 * `userId` is the address that mails go to; `accountId` is whose order it becomes. Price, unit and license of
 * an item are what the buyer has seen: they are compared, never taken.
 */
export type Purchase = {
  items: CartItem[];
  amount: number;
  coupon: string | null;
  /** Part of the amount that the buyer's wallet is to pay, in cents. */
  walletCents: number;
  userId: string;
  accountId: string;
  /** A request that may be sent again: one of the same key is the same order. `sha256` is of what it asks for. */
  request?: { key: string; sha256: string };
  /** When the token was issued with which it is asked for; none where the shop itself places it. */
  since?: Date;
};

export type PaidBy = { method: PaymentMethod; billing: Billing | null };

/** Why a cart is not sold as it is; null when it is. */
export function refusalOfCart(cart: PricedCart, purchase: Purchase, method: PaymentMethod): Refusal | null {
  const wrongTime = refusalOfTimes(cart.lines);
  if (wrongTime) return wrongTime;
  const short = shortage(cart.lines);
  if (short) return short;
  if (cart.couponProblem) return { code: 'coupon_refused', problem: cart.couponProblem };
  const changed = changeSinceSeen(cart, purchase);
  if (changed) return changed;
  // Payments wholly from the wallet, and the rest that it leaves, are checked where its balance is known.
  const isByCard = method === 'card' && !isFree(cart) && walletPart(purchase, cart.totalCents) === 0;
  return isByCard ? refusalOfCardAmount(cart.totalCents) : null;
}

/** Refusal of files that the buyer has and has not asked for again; null when there are none. `owned` is of each line. */
export function refusalOfOwned(
  { lines }: PricedCart,
  { items }: Pick<Purchase, 'items'>,
  owned: ReadonlyArray<OwnedLine | null>,
): Refusal | null {
  const again = lines.find((line, index) => owned[index]?.hasSameFiles && !isWantedAgain(line, items));
  return again ? { code: 'already_owned', productName: nameOf(again) } : null;
}

/** An item that names no choices means the default. */
function isWantedAgain({ product_id: id, selected_options: chosen }: PricedLine, items: CartItem[]): boolean {
  const key = variantKey(chosen);
  return items.some(
    ({ product_id, buy_again, selected_options: selected = [] }) =>
      buy_again === true && product_id === id && (selected.length === 0 || variantKey(selected) === key),
  );
}

/** Part of a total that the wallet pays, in cents. A wallet that covers the client's own total pays all of it, whatever that rounds. */
export function walletPart(
  { walletCents, amount }: Pick<Purchase, 'walletCents' | 'amount'>,
  totalCents: number,
): number {
  const isWhole = walletCents > 0 && walletCents / 100 > amount - 0.005;
  return isWhole ? totalCents : Math.min(walletCents, totalCents);
}

/** Why the rest that the wallet leaves cannot be paid by card; null where it can, or where nothing is left. */
export function refusalOfRest(restCents: number): Refusal | null {
  if (restCents === 0) return null;
  return restCents < smallestCardPayment
    ? { code: 'card_rest_too_small', restCents, smallestCents: smallestCardPayment }
    : refusalOfCardAmount(restCents);
}

/** True if there is nothing to pay: every line is free, or the coupon takes all of it off. An amount of less than a cent is not free. */
export function isFree({ lines, totalCents }: Pick<PricedCart, 'lines' | 'totalCents'>): boolean {
  return totalCents === 0 && lines.every((line) => line.unit_price_micros === 0 || line.amount_cents > 0);
}

/** Refusal of a line that is short of the wanted quantity; null when none is. */
export function shortage(lines: PricedLine[]): Refusal | null {
  const short = lines.find((line) => !canBeHad(line.free, wantedOfStock(lines, line)));
  return short ? { code: 'out_of_stock', productName: nameOf(short), left: short.free ?? 0 } : null;
}

/** Refusal of a rental that is shorter or longer than its product offers; null when none is. */
export function refusalOfTimes(lines: PricedLine[]): Refusal | null {
  const wrong = lines.find((line) => !isOfferedQuantity(line, line.quantity));
  if (!wrong) return null;
  const { price_unit: unit, least_quantity, most_quantity } = wrong;
  if (wrong.extends) return { code: 'extension_too_long', productName: nameOf(wrong), unit, left: most_quantity ?? 0 };
  return { code: 'time_out_of_range', productName: nameOf(wrong), unit, least_quantity, most_quantity };
}

function refusalOfCardAmount(cents: number): Refusal | null {
  const problem = cardAmountProblem(cents);
  if (problem === null) return null;
  return problem === 'too_small'
    ? { code: 'amount_out_of_range', bound: 'smallest', boundCents: smallestCardPayment }
    : { code: 'amount_out_of_range', bound: 'largest', boundCents: largestCardPayment };
}

/** True if an order has the coupon that was typed: none is also the same as none. */
export function hasSameCoupon(order: Pick<StoredOrder, 'coupon_code'>, typed: string | null): boolean {
  return order.coupon_code === couponCode(typed);
}

/**
 * True if the order is this cart, still waiting to be paid: from a second click, a second tab or a retry. The default variant must
 * be named by the items (name-defaults.ts).
 */
export function isSamePurchase(order: StoredOrder, purchase: Purchase, { method }: PaidBy, now: Date): boolean {
  const wanted = mergeItems(purchase.items);
  const isRecent = method === 'card' || now.getTime() - order.created_at.getTime() < SENT_TWICE_MS;
  return (
    order.payment_method === method &&
    isRecent &&
    order.expires_at > now &&
    isAmount(purchase.amount, order.total_cents) &&
    order.wallet_cents === walletPart(purchase, order.total_cents) &&
    hasSameCoupon(order, purchase.coupon) &&
    order.lines.length === wanted.length &&
    wanted.every((item) =>
      order.lines.some((line) => line.quantity === item.quantity && itemKey(line) === itemKey(item)),
    ) &&
    order.lines.every((line) => isAsSeen(line, purchase.items))
  );
}

/** True if an order has the invoice details that its buyer names now. Orders with a billing form have them there. */
export function isInvoicedTo(
  { billing, invoice_to }: Pick<StoredOrder, 'billing' | 'invoice_to'>,
  wanted: InvoiceDetails | null,
): boolean {
  const texts = (details: InvoiceDetails | null) =>
    details && [details.name, details.address, details.country, details.tax_number];
  return billing !== null || JSON.stringify(texts(invoice_to)) === JSON.stringify(texts(wanted));
}
