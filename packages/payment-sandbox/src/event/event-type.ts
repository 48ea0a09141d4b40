/** Every kind of event that the sandbox has. */
export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'account.updated'
  | 'transfer.created'
  | 'transfer.updated'
  | 'transfer.reversed'
  | 'payout.created'
  | 'payout.updated'
  | 'payout.paid'
  | 'payout.failed'
  | 'payout.canceled'
  | ThinEventType;

/** Those of version 2 of the API: they tell what has changed, and whoever hears of it asks for the rest. */
export type ThinEventType =
  | 'v2.core.account.created'
  | 'v2.core.account.updated'
  | 'v2.core.account.closed'
  | 'v2.core.account[requirements].updated'
  | 'v2.core.account[configuration.recipient].updated'
  | 'v2.core.account[configuration.recipient].capability_status_updated'
  | 'v2.core.account_link.returned';
