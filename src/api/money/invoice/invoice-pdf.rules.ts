// Texts of an invoice, a credit note and a cancellation.
import { countText } from '#contract/catalogue/product/price-unit.ts';
import { countryName } from '#contract/countries.ts';
import { formatCents, formatUnitPrice, fromMicros, sumCents } from '#contract/money/amount/money.ts';
import { invoiceTitles } from '#contract/money/invoice-labels.ts';
import type { Pdf } from '../../schema/invoice.record.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import { paidCents } from '../order-amount/order-amount.rules.ts';
import {
  buyerOf,
  contactOf,
  day,
  detailsOf,
  includedTax,
  minus,
  NAME_LENGTH,
  paidFrom,
  type Seller,
  sellerLines,
  sellerOfLine,
  shortened,
  taxRows,
} from '../receipt/pdf.rules.ts';
import { discountLabel, paymentOf } from '../receipt/receipt.rules.ts';
import { sumTaxes } from '../tax/tax.rules.ts';
import { type Draft, linesOn, totalOf } from './invoice.rules.ts';

/** A shop that invoices in its own name. */
export type IssuingShop = {
  seller_id: string;
  name: string | null;
  responsible: string;
  country: string;
  support_email: string;
};

type Given = {
  draft: Draft;
  order: StoredOrder & { paid_at: Date };
  number: string;
  issuedAt: Date;
  /** The operator, and the shop in whose name it is; null: in the operator's. */
  operator: Seller;
  shop: IssuingShop | null;
};

export function invoicePdfOf(given: Given): Pdf {
  const { draft, order, number, issuedAt, operator, shop } = given;
  const lines = linesOn(order, draft.lines);
  return {
    kind: draft.kind,
    number,
    shop: shop ? shopName(shop) : operator.name,
    isOwn: shop === null,
    seller: shop ? shopLines(shop) : sellerLines(operator),
    buyer: buyerOf(order),
    facts: factsOf(given),
    lines: lines.map(({ stored, cents, tax_cents }) => ({
      name: shortened(stored.product_name, NAME_LENGTH),
      // How many there were says nothing of what goes back.
      details: detailsOf(draft.kind === 'invoice' ? stored : { ...stored, price_unit: '' }, {
        tax: includedTax(stored, tax_cents),
        seller: shop ? '' : sellerOfLine(order, stored, operator.name),
      }),
      ...(draft.kind === 'invoice'
        ? {
            price: formatUnitPrice(fromMicros(stored.unit_price_micros)),
            quantity: countText(stored.quantity, stored.machines),
            amount: formatCents(stored.amount_cents),
          }
        : { price: '', quantity: '', amount: formatCents(cents) }),
    })),
    sums:
      draft.kind === 'invoice'
        ? invoiceSums(given)
        : [{ label: sumLabels[draft.kind], amount: formatCents(totalOf(draft.lines).cents), strong: true }],
    taxes: taxRows(sumTaxes(lines.map(({ stored, cents, tax_cents }) => ({ ...stored, tax_cents, gross: cents })))),
    refunds: [],
    notes: notesOf(given),
    contact: shop
      ? [shop.support_email, `Sold through ${operator.name}`].filter(Boolean).join('  ·  ')
      : contactOf(operator),
    moment: issuedAt.toISOString(),
  };
}

const sumLabels = { credit_note: 'Total credited', cancellation: 'Total credited no more' } as const;

function invoiceSums({ draft, order }: Given): Pdf['sums'] {
  const lines = linesOn(order, draft.lines).map(({ stored }) => stored);
  const discount = sumCents(lines.map((line) => line.discount_cents));
  const subtotal = sumCents(lines.map((line) => line.amount_cents));
  return [
    ...(discount > 0
      ? [
          { label: 'Subtotal', amount: formatCents(subtotal) },
          { label: discountLabel(order.coupon_code), amount: minus(discount) },
        ]
      : []),
    { label: 'Total', amount: formatCents(subtotal - discount), strong: true },
    ...(isWhole(draft, order) ? paidFrom(order) : []),
  ];
}

/** True if all of the order is on it, so that the amounts paid by wallet and card are those of the invoice. */
function isWhole({ lines }: Draft, order: StoredOrder): boolean {
  return totalOf(lines).cents === order.total_cents;
}

function factsOf({ draft, order, number, issuedAt }: Given): Pdf['facts'] {
  const own: Pdf['facts'] = [
    ['Number', number],
    ['Date', day(issuedAt)],
  ];
  const about: Pdf['facts'] = [['Order', order.order_id]];
  if (draft.kind === 'invoice') return [...own, ...about, ['Paid', day(order.paid_at)], ['Payment', paymentOf(order)]];
  const corrected = draft.kind === 'credit_note' ? invoiceTitles.invoice : invoiceTitles.credit_note;
  return [...own, [corrected, draft.corrects?.number ?? ''], ...about];
}

function notesOf({ draft, order }: Given): string[] {
  const { refund, corrects } = draft;
  if (draft.kind === 'invoice')
    return [
      `Paid on ${day(order.paid_at)}. Nothing is due.`,
      ...(isWhole(draft, order) ? [] : partsNote(order)),
      amountsNote(draft),
    ];
  const arrived = refund ? day(new Date(refund.created_at)) : '';
  const reason = refund?.reason ? [`Reason: ${shortened(refund.reason, NAME_LENGTH)}`] : [];
  return draft.kind === 'credit_note'
    ? [
        `Takes back the amounts above from invoice ${corrects?.number}. Refund of ${arrived}.`,
        ...reason,
        amountsNote(draft),
      ]
    : [`The refund of ${arrived} did not arrive: credit note ${corrects?.number} counts no more.`, amountsNote(draft)];
}

/** Wallet and card parts of a whole order. On several invoices, nothing says which of them they paid. */
function partsNote(order: StoredOrder): string[] {
  const parts = paidFrom(order).map(({ label, amount }) => `${label} ${amount}`);
  return parts.length === 0 ? [] : [`Of the whole order, ${formatCents(paidCents(order))}: ${parts.join(', ')}.`];
}

function amountsNote({ lines }: Draft): string {
  return totalOf(lines).tax > 0 ? 'Amounts are in US dollars and contain the tax.' : 'Amounts are in US dollars.';
}

function shopName({ name, seller_id }: Pick<IssuingShop, 'name' | 'seller_id'>): string {
  return name || `Seller ${seller_id}`;
}

/** Name and address of the shop. The shop's own text names who is responsible, with a postal address. */
function shopLines(shop: IssuingShop): string[] {
  const responsible = shop.responsible.split('\n').map((line) => line.trim());
  const country = shop.country && countryName(shop.country);
  const hasCountry = responsible.some((line) => line.toLowerCase() === country.toLowerCase());
  const name = shopName(shop);
  return [...(responsible[0] === name ? [] : [name]), ...responsible, hasCountry ? '' : country].filter(Boolean);
}
