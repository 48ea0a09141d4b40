// Steps of a request for a decision of the staff.
import type { ApprovalState } from '#contract/selling/listing/approval.ts';
import type { Transitions } from '#platform/state/transitions.rules.ts';

export const approvalTransitions = {
  approve: { from: ['waiting'], to: 'approved' },
  return: { from: ['waiting'], to: 'returned' },
  withdraw: { from: ['waiting'], to: 'withdrawn' },
  /** By something newer for the same subject. */
  replace: { from: ['waiting'], to: 'replaced' },
} as const satisfies Transitions<ApprovalState>;
