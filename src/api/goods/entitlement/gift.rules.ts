// Why a gift is refused, in sentences that screens and commands share, and until when one lasts.
import type { GiftRefusal } from '#contract/goods/library/gift.ts';

export const giftRefusalSentences: Record<GiftRefusal, string> = {
  no_account: 'Nobody with this address has signed in to the shop yet. Ask them to sign in once, then give it to them.',
  no_product: 'There is no such product. Look for it under Products: its product_id stands there.',
  of_a_shop:
    'This product is a shop’s, and giving it takes keys and hours of theirs. Ask the shop for it, or an administrator to give it.',
  by_hand:
    'This product is delivered by hand: there is nothing to put into a library. Say on its screen what buyers get, or deliver it yourself.',
  of_variants:
    'Only variants of this product promise something, and a gift is of the product as a whole. Say on its screen what the product itself comes with, or give another one.',
  no_keys: 'No key of this product is left that nobody has paid for or is about to: load more, then give it.',
  until_passed: 'The last day has passed. Choose today or a later day, or none.',
  another_gift:
    'Something was given with this Idempotency-Key before, and it was not this. Close this and look under Given; then give it anew.',
  own_account: 'This is your own account: somebody else of the staff gives to it.',
};

/** The end of a day such as 2027-01-31, in UTC; null: there is no such day. */
export function endOfDay(day: string): Date | null {
  const end = new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T23:59:59Z` : Number.NaN);
  // Some engines read the 31st of February as a day of March.
  return !Number.isNaN(end.getTime()) && end.toISOString().startsWith(day) ? end : null;
}
