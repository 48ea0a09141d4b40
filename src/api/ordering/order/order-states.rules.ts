// Steps of an order and of its lines.
import type { OrderStatus } from '#contract/ordering/order.ts';
import type { Transitions } from '#platform/state/transitions.rules.ts';

export const orderTransitions = {
  /** A payment that arrives late still makes its order paid, where the items can be had. */
  pay: { from: ['pending', 'cancelled', 'expired', 'in_review'], to: 'paid' },
  fulfill: { from: ['paid'], to: 'fulfilled' },
  /** The provider's own message that the session has ended may be here first. */
  cancel: { from: ['pending', 'expired'], to: 'cancelled' },
  expire: { from: ['pending'], to: 'expired' },
  /** Nothing can be delivered for what was paid: all of it goes back. */
  return_payment: { from: ['cancelled', 'expired'], to: 'refunded' },
  refund: { from: ['paid', 'fulfilled', 'in_review'], to: 'refunded' },
  /** A refund that failed after all leaves the money here. */
  restore_paid: { from: ['refunded'], to: 'paid' },
  restore_fulfilled: { from: ['refunded'], to: 'fulfilled' },
  /** Another amount was paid than the order costs. */
  review_amount: { from: ['pending', 'cancelled', 'expired'], to: 'in_review' },
  /** The buyer's bank has asked for the money back. */
  review_dispute: { from: ['paid', 'fulfilled'], to: 'in_review' },
  /** The bank has decided: the order is what it was. */
  resume_paid: { from: ['in_review'], to: 'paid' },
  resume_fulfilled: { from: ['in_review'], to: 'fulfilled' },
} as const satisfies Transitions<OrderStatus>;

export type OrderStep = keyof typeof orderTransitions;

/** `ordered`: it is owed to the buyer; `earned`: its money has come to its seller; `given_back`: all that was paid for it has gone back. */
type LineState = 'ordered' | 'delivered' | 'earned' | 'given_back';

export const lineTransitions = {
  /** Where nothing is held back the money comes at once. */
  deliver: { from: ['ordered'], to: ['delivered', 'earned'] },
  /** A seller may be paid for what waits for no delivery. */
  release: { from: ['ordered', 'delivered'], to: 'earned' },
  give_back: { from: ['ordered', 'delivered', 'earned'], to: 'given_back' },
  /** Its refund has failed after all. */
  take_back: { from: ['given_back'], to: ['ordered', 'delivered', 'earned'] },
} as const satisfies Transitions<LineState>;
