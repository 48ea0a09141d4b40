import type Stripe from 'stripe';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { Coupon } from '../schema.ts';

/** The coupon as the API shows it at `now`. */
export function couponObject(coupon: Coupon, now: Date): Stripe.Coupon {
  return {
    id: coupon.id,
    object: 'coupon',
    amount_off: coupon.amount_off,
    created: unixSeconds(coupon.created_at),
    currency: coupon.currency,
    duration: 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: coupon.max_redemptions,
    metadata: coupon.metadata,
    name: coupon.name,
    percent_off: null,
    redeem_by: coupon.redeem_by && unixSeconds(coupon.redeem_by),
    times_redeemed: coupon.times_redeemed,
    valid: isRedeemable(coupon, now),
  };
}

/** True if a session can use the coupon. */
export function isRedeemable({ max_redemptions: most, times_redeemed: times, redeem_by: end }: Coupon, now: Date) {
  return (most === null || times < most) && (end === null || end > now);
}
