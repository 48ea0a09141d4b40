// Words about what is given to a customer without an order. Free of the validator.

/**
 * Why nothing is given. `no_account`: nobody has signed in under the address yet; `of_a_shop`: what shops sell is given by
 * administrators alone; `by_hand`: the product promises nothing that a library holds;
 * `of_variants`: only its variants do; `no_keys`: none is left that nobody waits for; `another_gift`: the request was known, and gave something else; `own_account`: staff give nothing to themselves.
 */
export const giftRefusals = [
  'no_account',
  'no_product',
  'of_a_shop',
  'by_hand',
  'of_variants',
  'no_keys',
  'until_passed',
  'another_gift',
  'own_account',
] as const;
export type GiftRefusal = (typeof giftRefusals)[number];

export const giftStates = ['active', 'expired', 'withdrawn'] as const;
export type GiftState = (typeof giftStates)[number];

/** Length of the note of a gift, and of the reason for which one is withdrawn, in characters. */
export const giftTextMaximum = 600;
