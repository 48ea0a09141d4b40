// Steps of a payout, whoever takes them: the staff of a bank transfer, the provider of its own.
import type { PayoutState } from '#contract/money/payout.ts';
import type { Transitions } from '#platform/state/transitions.rules.ts';

export const payoutTransitions = {
  send: { from: ['pending'], to: 'sent' },
  arrive: { from: ['sent'], to: 'paid' },
  fail: { from: ['pending', 'sent'], to: 'failed' },
  /** The bank has sent it back after it had arrived. */
  return: { from: ['paid'], to: 'returned' },
} as const satisfies Transitions<PayoutState>;

export type PayoutStep = keyof typeof payoutTransitions;
