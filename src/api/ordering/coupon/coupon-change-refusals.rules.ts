// Why a coupon is not made, changed or ended.
export type CouponRefusal =
  | { code: 'coupon_exists' }
  | { code: 'coupon_changed' }
  /** The discount, and what it applies to, stay as they are. */
  | { code: 'coupon_used'; what: 'discount' }
  /** It was used more often than the limit would be. */
  | { code: 'coupon_used'; what: 'limit'; used: number }
  | { code: 'coupon_ended' }
  | { code: 'expiry_past' };

/** Why it is not done, and what to do instead, for the staff and for operators. */
export function couponRefusalText(code: string, refused: CouponRefusal): string {
  switch (refused.code) {
    case 'coupon_exists':
      return `There is a coupon ${code} already. Open that one, or choose another code.`;
    case 'coupon_changed':
      return 'Somebody has changed this coupon meanwhile. Nothing of yours was saved: look at what it is now, and save again.';
    case 'coupon_used':
      return refused.what === 'limit'
        ? `${code} was used ${refused.used} times already: allow at least as many, or end it.`
        : `${code} was used already: what it takes off, and of what, stays as people were told. End it, and make another.`;
    case 'coupon_ended':
      return `${code} has ended already.`;
    case 'expiry_past':
      return 'must be to come; a coupon that is to take nothing off is ended';
  }
}
