// Steps of a refund, as the provider says them.
import type { RefundState } from '#contract/ordering/order.ts';
import type { Transitions } from '#platform/state/transitions.rules.ts';

export const refundTransitions = {
  send: { from: ['decided'], to: 'pending' },
  arrive: { from: ['decided', 'pending'], to: 'succeeded' },
  /** Also one that had arrived: the bank of the buyer has sent it back. */
  fail: { from: ['decided', 'pending', 'succeeded'], to: 'failed' },
} as const satisfies Transitions<RefundState>;

export type RefundStep = keyof typeof refundTransitions;

/** The step that leads to what the provider says; a refund is never decided twice. */
export const refundStepTo = { pending: 'send', succeeded: 'arrive', failed: 'fail' } as const satisfies Record<
  Exclude<RefundState, 'decided'>,
  RefundStep
>;
