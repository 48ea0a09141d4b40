// Steps of a shop. Nothing else changes its state.
import type { SellerState } from '#contract/selling/seller.ts';
import { canTake, type Transitions } from '#platform/state/transitions.rules.ts';

export const sellerTransitions = {
  /** By an owner: the application goes to the staff, and comes back. */
  submit: { from: ['draft', 'returned'], to: 'submitted' },
  withdraw: { from: ['submitted'], to: 'draft' },
  /** By the staff. */
  approve: { from: ['submitted'], to: 'approved' },
  return: { from: ['submitted'], to: 'returned' },
  suspend: { from: ['approved', 'closing'], to: 'suspended' },
  reinstate: { from: ['suspended'], to: 'approved' },
  /** By an owner: nothing is sold any more. What is open is ended first, and meanwhile they may change their mind. */
  close: { from: ['approved', 'suspended'], to: 'closing' },
  reopen: { from: ['closing'], to: 'approved' },
  /** Closing is no way out of a suspension. */
  reopenSuspended: { from: ['closing'], to: 'suspended' },
  /** By the shop itself, once nothing is open. */
  finish: { from: ['closing'], to: 'closed' },
} as const satisfies Transitions<SellerState>;

export type SellerStep = keyof typeof sellerTransitions;

/** The state that the step leads to; null where it cannot be taken. */
export function nextState(state: SellerState, step: SellerStep): SellerState | null {
  const transition = sellerTransitions[step];
  return canTake<SellerState>(transition, state) ? transition.to : null;
}

/** True if the application can be written. */
export function isBeingWritten(state: SellerState): boolean {
  return state === 'draft' || state === 'returned';
}

const sentences: Record<SellerState, string> = {
  draft: 'The application of this shop is not submitted yet.',
  submitted: 'The application of this shop is being read. Withdraw it to change it.',
  returned: 'The application of this shop came back. Change it and submit it again.',
  approved: 'This shop is approved.',
  suspended: 'This shop is suspended. Ask the marketplace why.',
  closing: 'This shop is closing. Reopen it first.',
  closed: 'This shop has closed.',
};

/** Why a step cannot be taken from this state. */
export function stateSentence(state: SellerState): string {
  return sentences[state];
}
