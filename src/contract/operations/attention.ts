// Tasks in the overview of Admin: each needs somebody. Free of the validator.

/** In the order in which they are shown: what costs money when it waits comes first. */
export const attentionKinds = [
  'card_disputes',
  'disputes_to_decide',
  'orders_in_review',
  'refunds_failed',
  'refunds_waiting',
  'payouts_stuck',
  'transactions_open',
  'checks_differ',
  'orders_late',
  'payouts_pending',
  'movements_proposed',
  'wallets_of_deleted',
  'application',
  'product',
  'change',
  'reports',
  'reviews_waiting',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** More are not counted. */
export const attentionMost = 1_000;
