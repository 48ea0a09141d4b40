// Discount of a coupon, and when it does not apply.

import type { ProductType } from '#contract/catalogue/product/product.ts';
import { sumCents } from '#contract/money/amount/money.ts';
import type { CouponProblem } from '#contract/refusal.ts';

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
  /** Percentage of the discount that the sellers bear; the operator bears the rest. */
  seller_percent: number;
};

/** `revision` grows with each change of its terms. */
export type StoredCoupon = Coupon & { revision: number; created_at: Date; updated_at: Date };

type CouponLine = { product_type: ProductType; amount_cents: number };

/** True if somebody has used it already: its discount, and what it applies to, stay as promised. */
export function isFixed({ used }: Coupon): boolean {
  return used > 0;
}

/** As coupons are told apart: people type them as they like. Null where nothing was typed. */
export function couponCode(text: string | null | undefined): string | null {
  return text?.trim().toUpperCase() || null;
}

/** Why the coupon takes nothing off these lines now; null when it does. `coupon` is null for a code that is not known. */
export function couponProblem(
  coupon: Coupon | null,
  given: { lines: CouponLine[]; usedByCustomer: number; now: Date },
): CouponProblem | null {
  if (!coupon?.enabled) return { code: 'unknown' };
  const { category, customer_limit: customerLimit, expires_at: end, minimum_cents: minimumCents } = coupon;
  if (end && end <= given.now) return { code: 'expired' };
  if (coupon.total_limit !== null && coupon.used >= coupon.total_limit) return { code: 'used_up' };
  if (customerLimit !== null && given.usedByCustomer >= customerLimit) return { code: 'used_before' };
  if (category && eligibleCents(coupon, given.lines) === 0) return { code: 'other_category', category };
  const subtotal = sumCents(given.lines.map((line) => line.amount_cents));
  return subtotal < minimumCents ? { code: 'below_minimum', minimumCents } : null;
}

/** Discount of each line, in cents; together never more than the lines that it is for. */
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
function share(total: number, weights: number[]): number[] {
  const sum = sumCents(weights);
  if (sum === 0) return weights.map(() => 0);
  // Whole numbers throughout: the products may be larger than a number holds exactly.
  const exact = weights.map((weight) => ({
    whole: Number((BigInt(total) * BigInt(weight)) / BigInt(sum)),
    rest: (BigInt(total) * BigInt(weight)) % BigInt(sum),
  }));
  const shares = exact.map(({ whole }) => whole);
  let left = total - sumCents(shares);
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
  return sumCents(lines.filter((line) => isEligible(coupon, line)).map((line) => line.amount_cents));
}

function isEligible(coupon: Coupon, line: CouponLine): boolean {
  return coupon.category === null || coupon.category === line.product_type;
}
