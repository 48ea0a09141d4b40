import type { Pdf } from '../../schema/invoice.record.ts';
// Texts of a printed document, and how orders are written on it. How it looks is the business of draw-paper.ts.

import { quantityInUnits } from '#contract/catalogue/product/price-unit.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { countryName } from '#contract/countries.ts';
import { formatCents } from '#contract/money/amount/money.ts';
import { invoiceTitles } from '#contract/money/invoice-labels.ts';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import type { StoredLine, StoredOrder } from '../../schema/order.record.ts';
import { fromWalletCents, paidCents, taxNumberOfBuyer } from '../order-amount/order-amount.rules.ts';
import { rateText, type TaxSum } from '../tax/tax.rules.ts';

/** Characters of a product's name: more says nothing on paper, and a hundred long names are pages of work. */
export const NAME_LENGTH = 200;
/** Characters of the choices: they say what was sold, so only what nobody would read is cut. */
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

export const titles: Record<Pdf['kind'], string> = { receipt: 'Receipt', ...invoiceTitles };

/** `seller`: who sold the line, where that does not stand at the head; empty where it does. */
export function detailsOf(
  { selected_options, quantity, machines, price_unit, license }: StoredLine,
  { tax, seller }: { tax: string; seller: string },
): string {
  const parts = [
    shortened(selectedOptionsText(selected_options), CHOICES_LENGTH),
    quantityInUnits(quantity, price_unit, machines) ?? '',
    license && `License: ${license}`,
    seller && `Sold by ${shortened(seller, NAME_LENGTH)}`,
    tax,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Seller of a line, on a PDF of the operator: shops by name, and the operator beside them. Empty where all is the operator's own. */
export function sellerOfLine({ lines }: Pick<StoredOrder, 'lines'>, { seller }: StoredLine, operator: string): string {
  return lines.some((line) => line.seller) ? seller?.name || operator : '';
}

/** Parts of an order that the wallet and the card have paid; empty where the wallet paid nothing. */
export function paidFrom(order: StoredOrder): Array<{ label: string; amount: string }> {
  const ofWallet = fromWalletCents(order);
  if (ofWallet === 0) return [];
  const byCard = paidCents(order) - ofWallet;
  return [
    { label: 'From your wallet', amount: formatCents(ofWallet) },
    ...(byCard > 0 ? [{ label: 'By card', amount: formatCents(byCard) }] : []),
  ];
}

/** 'Includes 19 % VAT: $3.97'; empty where there is no tax. */
export function includedTax(
  { tax_name: name, tax_thousandths: thousandths }: Pick<StoredLine, 'tax_name' | 'tax_thousandths'>,
  cents: number,
): string {
  return name === null || thousandths === null
    ? ''
    : `Includes ${rateText({ name, thousandths })}: ${formatCents(cents)}`;
}

export function taxRows(sums: readonly TaxSum[]): Pdf['taxes'] {
  return sums.map((sum) => ({
    rate: rateText(sum),
    net: formatCents(sum.net),
    tax: formatCents(sum.tax),
    gross: formatCents(sum.gross),
  }));
}

export function sellerLines({ taxNumber, ...seller }: Seller): string[] {
  return taxNumber ? [...addressLines(seller), taxNumber] : addressLines(seller);
}

/** With the name of the shop above its address, which often begins with it. */
export function addressLines({ name, address }: Pick<Seller, 'name' | 'address'>): string[] {
  return address[0]?.includes(name) ? address : [name, ...address];
}

export function buyerOf(order: StoredOrder): string[] {
  const { billing, invoice_to: to, user_id: email } = order;
  const number = taxNumberOfBuyer(order);
  const lines = billing
    ? [
        billing.company ?? '',
        `${billing.first_name} ${billing.last_name}`,
        billing.address,
        `${billing.postcode} ${billing.city}`,
        countryName(billing.country),
        billing.email,
      ]
    : [...detailLines(to), email ?? ''];
  return [...lines, number && `Tax number ${number}`].filter((line) => line.trim() !== '');
}

function detailLines(to: InvoiceDetails | null): string[] {
  return to ? [to.name, ...to.address.split('\n'), to.country && countryName(to.country)] : [];
}

export function contactOf({ email, origin }: Pick<Seller, 'email' | 'origin'>): string {
  return [email, origin.replace(/^https?:\/\//, '')].filter(Boolean).join('  ·  ');
}

export function minus(cents: number): string {
  return `-${formatCents(cents)}`;
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** '20 Nov 2026' in UTC. */
export function day(date: Date): string {
  return days.format(date);
}

export function moment(date: Date): string {
  return `${day(date)}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** Cut between characters as people count them. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const characters = Array.from(new Intl.Segmenter('en').segment(text.slice(0, longest * 8)), ({ segment }) => segment);
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}
