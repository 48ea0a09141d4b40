// Texts of a receipt.
import { countText } from '#contract/catalogue/product/price-unit.ts';
import { cardText } from '#contract/money/amount/card.ts';
import { formatCents, formatUnitPrice, fromMicros } from '#contract/money/amount/money.ts';
import type { Pdf } from '../../schema/invoice.record.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import { arrivedRefunds, fromWalletCents, paidCents, taxesOf } from '../order-amount/order-amount.rules.ts';
import {
  buyerOf,
  contactOf,
  day,
  detailsOf,
  includedTax,
  minus,
  moment,
  NAME_LENGTH,
  paidFrom,
  type Seller,
  sellerLines,
  sellerOfLine,
  shortened,
  taxRows,
} from './pdf.rules.ts';

export function receiptOf(order: StoredOrder, seller: Seller): Pdf {
  const paid = paidCents(order);
  return {
    kind: 'receipt',
    number: order.order_id,
    shop: seller.name,
    isOwn: true,
    seller: sellerLines(seller),
    buyer: buyerOf(order),
    facts: factsOf(order),
    lines: order.lines.map((line) => ({
      name: shortened(line.product_name, NAME_LENGTH),
      details: detailsOf(line, {
        tax: includedTax(line, line.tax_cents),
        seller: sellerOfLine(order, line, seller.name),
      }),
      price: formatUnitPrice(fromMicros(line.unit_price_micros)),
      quantity: countText(line.quantity, line.machines),
      amount: formatCents(line.amount_cents),
    })),
    sums: [
      ...(order.discount_cents > 0
        ? [
            { label: 'Subtotal', amount: formatCents(order.subtotal_cents) },
            { label: discountLabel(order.coupon_code), amount: minus(order.discount_cents) },
          ]
        : []),
      { label: 'Total', amount: isFree(order) ? 'Free' : formatCents(order.total_cents), strong: true },
      ...(paid === order.total_cents ? [] : [{ label: 'Received', amount: formatCents(paid) }]),
      ...paidFrom(order),
      ...(order.refunded_cents > 0
        ? [
            { label: 'Refunded', amount: minus(order.refunded_cents) },
            { label: 'Paid after refunds', amount: formatCents(paid - order.refunded_cents), strong: true as const },
          ]
        : []),
    ],
    taxes: taxRows(taxesOf(order.lines)),
    refunds: arrivedRefunds(order).map((refund) => ({
      day: day(new Date(refund.created_at)),
      reason: shortened(refund.reason, NAME_LENGTH),
      amount: minus(refund.amount_cents),
    })),
    notes: [],
    contact: contactOf(seller),
    moment: (order.paid_at ?? order.created_at).toISOString(),
  };
}

/** Nothing was to be paid, and nothing was. */
function isFree(order: StoredOrder): boolean {
  return order.total_cents === 0 && paidCents(order) === 0;
}

function factsOf(order: StoredOrder): Pdf['facts'] {
  return [
    ['Order', order.order_id],
    ['Ordered', moment(order.created_at)],
    ...(order.paid_at ? [['Paid', moment(order.paid_at)] as [string, string]] : []),
    ['Payment', paymentOf(order)],
  ];
}

/** By what an order was paid. */
export function paymentOf(order: StoredOrder): string {
  const { card_brand: brand, card_last4: last4 } = order;
  const card = brand && last4 ? cardText({ brand, last4 }) : 'Card';
  if (!isFree(order) && fromWalletCents(order) === paidCents(order)) return 'Wallet';
  const byCard = fromWalletCents(order) > 0 ? `Wallet and ${card}` : card;
  return isFree(order) ? 'Free' : { card: byCard, transfer: 'Bank transfer', check: 'Check' }[order.payment_method];
}

export function discountLabel(coupon: string | null): string {
  return coupon ? `Coupon ${coupon}` : 'Discount';
}
