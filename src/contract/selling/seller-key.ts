// Words about keys: what a seller's own programs say who they are by. Free of the validator.

/** Prefix of every key. */
export const keyStart = 'hearth_sk_';

/**
 * Scopes of a key, by the names that the rules of access have for them (api/access/access.rules.ts). What a shop says of itself,
 * its people, its keys and its end are for people.
 */
export const keyScopes = [
  'readListings',
  'editListings',
  'readOrders',
  'deliverOrders',
  'refundOrders',
  'answerReviews',
  'readMessages',
  'writeMessages',
  'readFigures',
  'readWallet',
  'manageGoods',
  'manageWebhooks',
] as const;
export type KeyScope = (typeof keyScopes)[number];

/** So many keys of a shop may be good at once. */
export const keyMaximum = 20;
