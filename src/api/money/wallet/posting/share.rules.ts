// Shares of a line, in whole cents: the same for its release, and for what a refund takes back of it.

import { commissionOf } from '#contract/money/commission-amount.ts';
import { partOf } from '#contract/text/part-of.ts';

export type LineTerms = {
  amount_cents: number;
  discount_cents: number;
  /** Null: of before this was said. All of it is the seller's. */
  seller_discount_cents: number | null;
  fee_rate_bp: number;
  fee_fixed_cents: number;
  fee_returned: boolean;
  /** Contained in what was paid, and the operator's to pay on; 0: nothing is. */
  tax_cents: number;
};

/** In cents. `paid` of the buyer's money and `discount` of the operator's are what `fee`, `tax` and `seller` sum to. */
export type Share = { paid: number; discount: number; fee: number; tax: number; seller: number };

/** Share of a line after `refunded` cents went back, or are to, before its money came to its seller. */
export function releasedShare(line: LineTerms, refunded: number): Share {
  const whole = line.amount_cents - line.discount_cents;
  const paid = Math.max(0, whole - refunded);
  const borne = line.discount_cents - (line.seller_discount_cents ?? line.discount_cents);
  const discount = partOf(borne, paid, whole);
  const base = paid + discount;
  const tax = partOf(line.tax_cents, paid, whole);
  const fee = Math.min(
    base - tax,
    commissionOf(base, { rate_bp: line.fee_rate_bp, fixed_cents: line.fee_fixed_cents }),
  );
  return { paid, discount, fee, tax, seller: base - fee - tax };
}

/** `taken_cents`: what refunds and disputes have taken of it. */
export type WaitingTerms = LineTerms & { taken_cents: number | string };

/** In cents: what of a line comes to its seller when its time has come. */
export function comingShare(line: WaitingTerms): number {
  return releasedShare(line, Number(line.taken_cents)).seller;
}

/** The same of many, as many `lines` as have the same terms at once. */
export function sumOfShares(counted: ReadonlyArray<WaitingTerms & { lines: number }>): number {
  return counted.reduce((sum, terms) => sum + comingShare(terms) * terms.lines, 0);
}

/** As it is kept with the line when it is released. */
export type Released = { paid: number; discount: number; fee: number; tax: number };

/**
 * Share that goes back when `cents` of a released line do, after `before` cents have: so that all parts together are the whole. The fixed
 * fee stays; the percentage goes back where the rule says so.
 */
export function returnedShare(
  released: Released,
  terms: { fee_fixed_cents: number; fee_returned: boolean },
  given: { before: number; cents: number },
): Share {
  const { before, cents } = given;
  const upTo = (whole: number) =>
    partOf(whole, Math.min(before + cents, released.paid), released.paid) -
    partOf(whole, Math.min(before, released.paid), released.paid);
  const returnable = terms.fee_returned ? Math.max(0, released.fee - terms.fee_fixed_cents) : 0;
  const discount = released.paid === 0 ? 0 : upTo(released.discount);
  const fee = released.paid === 0 ? 0 : upTo(returnable);
  const tax = released.paid === 0 ? 0 : upTo(released.tax);
  return { paid: cents, discount, fee, tax, seller: cents + discount - fee - tax };
}
