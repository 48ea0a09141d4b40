// Words about coupons. Free of the validator.

/** Codes that people may type, in upper case: 3 to 40 letters, digits, underscores and hyphens. */
export const couponCodePattern = /^[\p{L}\p{N}_-]{3,40}$/u;
export const couponCodeText = 'A code has 3 to 40 letters, digits, underscores and hyphens.';

/** `used_up`: as often as it may be. */
export const couponStates = ['open', 'ended', 'expired', 'used_up'] as const;
export type CouponState = (typeof couponStates)[number];

/** Ranges of days that the figures of a coupon are told of. */
export const couponDays = ['7', '30', '90', '365'] as const;
export type CouponDays = (typeof couponDays)[number];

export const couponUsesMaximum = 1_000_000_000;
/** In US dollars. */
export const couponAmountMaximum = 10_000_000;
/** Most waiting orders that are counted. */
export const couponWaitingCounted = 1_000;
