// What stands on a receipt, as texts. How it looks is the business of draw-receipt.ts.
import { cardText } from '#contract/card.ts';
import { countryName } from '#contract/countries.ts';
import { formatCents, formatUnitPrice, fromMicros } from '#contract/money.ts';
import { quantityInUnits } from '#contract/price-unit.ts';
import { selectedOptionsText } from '#contract/variant.ts';
import { arrivedRefunds, paidCents, type StoredOrder } from '../order/order.rules.ts';

/** Characters of a product's name: more says nothing on paper, and a hundred long names are pages of work. */
const NAME_LENGTH = 200;
/** Of what is chosen: that is what was sold, so only what nobody would read is cut. */
const CHOICES_LENGTH = 1_000;

export type Seller = {
  name: string;
  /** Where visitors reach the shop. */
  origin: string;
  address: string[];
  email: string;
  /** As the seller writes it, such as 'VAT ID DE123456789'; null where there is none. */
  taxNumber: string | null;
};

export type Receipt = {
  orderId: string;
  shop: string;
  seller: string[];
  /** Empty once the account is deleted, where the order has no billing details. */
  buyer: string[];
  facts: Array<[label: string, value: string]>;
  /** `details`: what is chosen of the product, and what the quantity is in its unit. */
  lines: Array<{ name: string; details: string; price: string; quantity: string; amount: string }>;
  sums: Array<{ label: string; amount: string; strong?: true }>;
  refunds: Array<{ day: string; reason: string; amount: string }>;
  /** Whom to ask, at the foot of every page. */
  contact: string;
  /** The moment the document says it was made; ISO 8601. */
  moment: string;
};

function detailsOf({ selected_options, quantity, price_unit, license }: StoredOrder['lines'][number]): string {
  const parts = [
    shortened(selectedOptionsText(selected_options), CHOICES_LENGTH),
    quantityInUnits(quantity, price_unit) ?? '',
    license && `License: ${license}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

export function receiptOf(order: StoredOrder, seller: Seller): Receipt {
  const paid = paidCents(order);
  return {
    orderId: order.order_id,
    shop: seller.name,
    seller: sellerLines(seller),
    buyer: buyerOf(order),
    facts: factsOf(order),
    lines: order.lines.map((line) => ({
      name: shortened(line.product_name, NAME_LENGTH),
      details: detailsOf(line),
      price: formatUnitPrice(fromMicros(line.unit_price_micros)),
      quantity: String(line.quantity),
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
      ...(order.refunded_cents > 0
        ? [
            { label: 'Refunded', amount: minus(order.refunded_cents) },
            { label: 'Paid after refunds', amount: formatCents(paid - order.refunded_cents), strong: true as const },
          ]
        : []),
    ],
    refunds: arrivedRefunds(order).map((refund) => ({
      day: day(new Date(refund.created_at)),
      reason: shortened(refund.reason, NAME_LENGTH),
      amount: minus(refund.amount_cents),
    })),
    contact: [seller.email, seller.origin.replace(/^https?:\/\//, '')].filter(Boolean).join('  ·  '),
    moment: (order.paid_at ?? order.created_at).toISOString(),
  };
}

/** Nothing was to be paid, and nothing was. */
function isFree(order: StoredOrder): boolean {
  return order.total_cents === 0 && paidCents(order) === 0;
}

function sellerLines({ taxNumber, ...seller }: Seller): string[] {
  return taxNumber ? [...addressLines(seller), taxNumber] : addressLines(seller);
}

/** With the name of the shop above its address, which often begins with it. */
export function addressLines({ name, address }: Pick<Seller, 'name' | 'address'>): string[] {
  return address[0]?.includes(name) ? address : [name, ...address];
}

function buyerOf({ billing, user_id: email }: StoredOrder): string[] {
  if (!billing) return email ? [email] : [];
  return [
    billing.company ?? '',
    `${billing.first_name} ${billing.last_name}`,
    billing.address,
    `${billing.postcode} ${billing.city}`,
    countryName(billing.country),
    billing.email,
  ].filter((line) => line.trim() !== '');
}

function factsOf(order: StoredOrder): Receipt['facts'] {
  const { card_brand: brand, card_last4: last4 } = order;
  const card = brand && last4 ? cardText({ brand, last4 }) : 'Card';
  return [
    ['Order', order.order_id],
    ['Ordered', moment(order.created_at)],
    ...(order.paid_at ? [['Paid', moment(order.paid_at)] as [string, string]] : []),
    ['Payment', isFree(order) ? 'Free' : { card, transfer: 'Bank transfer', check: 'Check' }[order.payment_method]],
  ];
}

function discountLabel(coupon: string | null): string {
  return coupon ? `Coupon ${coupon}` : 'Discount';
}

function minus(cents: number): string {
  return `-${formatCents(cents)}`;
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** '20 Nov 2026' in UTC. */
function day(date: Date): string {
  return days.format(date);
}

function moment(date: Date): string {
  return `${day(date)}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** Cut between characters as people count them. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const characters = Array.from(new Intl.Segmenter('en').segment(text.slice(0, longest * 8)), ({ segment }) => segment);
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}
