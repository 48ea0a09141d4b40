import type { FrozenTax } from '../../schema/order.record.ts';
// Taxes that prices contain: which rate a line is sold at, and how much of what is paid for it is tax (docs/decisions/0042-prices-contain-taxes.md).

import type { ProductType } from '#contract/catalogue/product/product.ts';
import { percentText } from '#contract/money/amount/percent.ts';
import type { StoreTax, TaxRate } from '#contract/store.ts';

/** Thousandths of a percent: rates have three decimals. */
const THOUSANDTHS = 1_000;

const untaxed: FrozenTax = { tax_name: null, tax_thousandths: null, tax_cents: 0, tax_country: null };

/** The tax in what was paid for a line, by the rates of the moment. `country` null: nobody knows, and the shop's own is taken. */
export function taxOf(
  tax: StoreTax | null,
  {
    country,
    category,
    grossCents,
    at,
  }: { country: string | null; category: ProductType; grossCents: number; at: Date },
): FrozenTax {
  if (!tax || grossCents <= 0) return untaxed;
  const buyers = country || tax.home_country;
  const rate = rateFor(tax.rates, { country: buyers, category, at });
  if (!rate) return untaxed;
  const thousandths = Math.round(rate.percent * THOUSANDTHS);
  return {
    tax_name: rate.name,
    tax_thousandths: thousandths,
    tax_cents: containedTax(grossCents, thousandths),
    tax_country: buyers,
  };
}

/** True if the operator issues the invoice and pays the tax on: for its own products, and for sellers' where it invoices for them. */
export function isTaxWithheld(invoices: 'operator' | 'seller', sellerId: string | null): boolean {
  return invoices === 'operator' || sellerId === null;
}

/** The most specific rate of the day (UTC): the country counts before the category. */
export function rateFor(
  rates: readonly TaxRate[],
  { country, category, at }: { country: string; category: ProductType; at: Date },
): TaxRate | null {
  const day = at.toISOString().slice(0, 10);
  const fitting = rates.filter(
    (rate) =>
      (rate.country === country || rate.country === '*') &&
      (rate.category === undefined || rate.category === category) &&
      (rate.from === undefined || rate.from <= day) &&
      (rate.until === undefined || day <= rate.until),
  );
  return fitting.toSorted((a, b) => specificity(b) - specificity(a))[0] ?? null;
}

function specificity({ country, category }: TaxRate): number {
  return (country === '*' ? 0 : 2) + (category === undefined ? 0 : 1);
}

/** The tax in a gross amount, in cents, rounded half up. */
export function containedTax(grossCents: number, thousandths: number): number {
  const whole = 100n * BigInt(THOUSANDTHS) + BigInt(thousandths);
  return Number((2n * BigInt(grossCents) * BigInt(thousandths) + whole) / (2n * whole));
}

/** The tax in a part of what was paid for a line, where `before` were parts of it already: all parts have all of its tax. */
export function taxOfPart({ before, part }: { before: number; part: number }, { tax_thousandths }: FrozenTax): number {
  if (tax_thousandths === null) return 0;
  return containedTax(before + part, tax_thousandths) - containedTax(before, tax_thousandths);
}

export type TaxSum = { name: string; thousandths: number; net: number; tax: number; gross: number };

/** Sums of lines by rate, in cents, in the order in which rates are met. Lines without a tax are in none. */
export function sumTaxes(lines: ReadonlyArray<FrozenTax & { gross: number }>): TaxSum[] {
  const sums = new Map<string, TaxSum>();
  for (const { tax_name: name, tax_thousandths: thousandths, tax_cents, gross } of lines) {
    if (name === null || thousandths === null) continue;
    const key = `${thousandths} ${name}`;
    const sum = sums.get(key) ?? { name, thousandths, net: 0, tax: 0, gross: 0 };
    sum.tax += tax_cents;
    sum.gross += gross;
    sum.net = sum.gross - sum.tax;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

export function percentOf(thousandths: number): number {
  return thousandths / THOUSANDTHS;
}

/** '19 % VAT'. */
export function rateText({ name, thousandths }: { name: string; thousandths: number }): string {
  return `${percentText(percentOf(thousandths))} ${name}`;
}
