// The terms of a coupon as people say them and as they are stored.
import type { CouponTerms } from '#contract/ordering/coupon.schema.ts';
import type { CouponState } from '#contract/ordering/coupon.ts';
import type { Coupon } from './coupon.rules.ts';

/** Amounts in cents. */
export type StoredTerms = Pick<
  Coupon,
  | 'percent'
  | 'amount_cents'
  | 'minimum_cents'
  | 'category'
  | 'expires_at'
  | 'total_limit'
  | 'customer_limit'
  | 'seller_percent'
>;

/** A term that becomes another one, as the audit log has it. */
export type CouponChange = { name: string; before: Plain; after: Plain };
type Plain = string | number | boolean | null;

const cents = (dollars: number) => Math.round(dollars * 100);

export function toStored({ amount, minimum, expires_at, ...terms }: CouponTerms): StoredTerms {
  return {
    percent: terms.percent,
    category: terms.category,
    total_limit: terms.total_limit,
    customer_limit: terms.customer_limit,
    seller_percent: terms.seller_percent,
    amount_cents: amount === null ? null : cents(amount),
    minimum_cents: cents(minimum),
    expires_at: expires_at === null ? null : new Date(expires_at),
  };
}

/** In US dollars, as the API tells them. */
export function toCouponTerms(coupon: StoredTerms): CouponTerms {
  return {
    percent: coupon.percent,
    amount: coupon.amount_cents === null ? null : coupon.amount_cents / 100,
    minimum: coupon.minimum_cents / 100,
    category: coupon.category,
    expires_at: coupon.expires_at?.toISOString() ?? null,
    total_limit: coupon.total_limit,
    customer_limit: coupon.customer_limit,
    seller_percent: coupon.seller_percent,
  };
}

/** The terms alone, as the audit log has them. */
export function termsOf(coupon: StoredTerms): Record<keyof StoredTerms, Plain> {
  return {
    percent: coupon.percent,
    amount_cents: coupon.amount_cents,
    minimum_cents: coupon.minimum_cents,
    category: coupon.category,
    expires_at: coupon.expires_at?.toISOString() ?? null,
    total_limit: coupon.total_limit,
    customer_limit: coupon.customer_limit,
    seller_percent: coupon.seller_percent,
  };
}

/** Terms that would change. */
export function changedTerms(
  coupon: StoredTerms & { enabled: boolean },
  wanted: StoredTerms & { enabled: boolean },
): CouponChange[] {
  const [before, after] = [coupon, wanted].map(
    (one): Record<string, Plain> => ({ ...termsOf(one), enabled: one.enabled }),
  );
  return Object.keys(after ?? {}).flatMap((name) => {
    const change = { name, before: before?.[name] ?? null, after: after?.[name] ?? null };
    return change.before === change.after ? [] : [change];
  });
}

export function couponState(coupon: Coupon, now: Date): CouponState {
  if (!coupon.enabled) return 'ended';
  if (coupon.expires_at && coupon.expires_at <= now) return 'expired';
  return coupon.total_limit !== null && coupon.used >= coupon.total_limit ? 'used_up' : 'open';
}
