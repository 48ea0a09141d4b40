// What a coupon takes off, and when it does not.

import { formatCents } from '#contract/money.ts';
import type { ProductType } from '#contract/product.ts';

export type Coupon = {
  code: string;
  percent: number | null;
  amount_cents: number | null;
  minimum_cents: number;
  category: ProductType | null;
  expires_at: Date | null;
  total_limit: number | null;
  customer_limit: number | null;
  used: number;
  enabled: boolean;
};

export type CouponLine = { product_type: ProductType; amount_cents: number };

/** As coupons are told apart: people type them as they like. */
export function couponCode(text: string): string {
  return text.trim().toUpperCase();
}

/** Why the coupon takes nothing off these lines now, for the person who typed it; null when it does. */
export function couponProblem(
  coupon: Coupon | null,
  given: { lines: CouponLine[]; usedByCustomer: number; now: Date },
): string | null {
  if (!coupon?.enabled) return 'This coupon code is not known.';
  if (coupon.expires_at && coupon.expires_at <= given.now) return 'This coupon has expired.';
  if (coupon.total_limit !== null && coupon.used >= coupon.total_limit) return 'This coupon has been used up.';
  if (coupon.customer_limit !== null && given.usedByCustomer >= coupon.customer_limit)
    return 'You have used this coupon already.';
  const eligible = eligibleCents(coupon, given.lines);
  if (eligible === 0 && coupon.category) return `This coupon is for ${coupon.category} products only.`;
  const subtotal = given.lines.reduce((sum, line) => sum + line.amount_cents, 0);
  if (subtotal < coupon.minimum_cents)
    return `This coupon needs a subtotal of at least ${formatCents(coupon.minimum_cents)}.`;
  return null;
}

/** What it takes off each line, in cents; together never more than the lines that it is for. */
export function discounts(coupon: Coupon, lines: CouponLine[]): number[] {
  const eligible = eligibleCents(coupon, lines);
  const total =
    coupon.percent === null
      ? Math.min(coupon.amount_cents ?? 0, eligible)
      : Math.floor((eligible * coupon.percent + 50) / 100);
  return share(
    total,
    lines.map((line) => (isEligible(coupon, line) ? line.amount_cents : 0)),
  );
}

/** Divides `total` in proportion to the weights, in whole cents that add up to it: the largest remainders get the rest. */
export function share(total: number, weights: number[]): number[] {
  const sum = weights.reduce((before, weight) => before + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  // Whole numbers throughout: the products may be larger than a number holds exactly.
  const exact = weights.map((weight) => ({
    whole: Number((BigInt(total) * BigInt(weight)) / BigInt(sum)),
    rest: (BigInt(total) * BigInt(weight)) % BigInt(sum),
  }));
  let left = total - exact.reduce((before, { whole }) => before + whole, 0);
  const shares = exact.map(({ whole }) => whole);
  const byRest = exact.map(({ rest }, index) => ({ rest, index })).sort((a, b) => (a.rest < b.rest ? 1 : -1));
  for (const { index, rest } of byRest) {
    if (left === 0) break;
    if (rest === 0n) continue;
    shares[index] = (shares[index] ?? 0) + 1;
    left--;
  }
  return shares;
}

function eligibleCents(coupon: Coupon, lines: CouponLine[]): number {
  return lines.filter((line) => isEligible(coupon, line)).reduce((sum, line) => sum + line.amount_cents, 0);
}

function isEligible(coupon: Coupon, line: CouponLine): boolean {
  return coupon.category === null || coupon.category === line.product_type;
}
