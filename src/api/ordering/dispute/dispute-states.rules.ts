// Steps of disputes: those of a buyer about one line, and those that the buyer's bank decides.
import type { CardDisputeState, LineDisputeState } from '#contract/ordering/dispute-terms.ts';
import type { Transitions } from '#platform/state/transitions.rules.ts';

export const lineDisputeTransitions = {
  /** The seller's first words; for the operator's own products the staff's. */
  answer: { from: ['open'], to: 'answered' },
  decide: { from: ['open', 'answered'], to: 'decided' },
  withdraw: { from: ['open', 'answered'], to: 'withdrawn' },
  /** The seller has not answered in time. */
  lose_by_silence: { from: ['open'], to: 'lost_by_silence' },
  /** The money has gone back without a decision: nothing is left to dispute. */
  settle: { from: ['open', 'answered'], to: 'settled' },
} as const satisfies Transitions<LineDisputeState>;

export type LineDisputeStep = keyof typeof lineDisputeTransitions;

export const cardDisputeTransitions = {
  win: { from: ['open'], to: 'won' },
  lose: { from: ['open'], to: 'lost' },
} as const satisfies Transitions<CardDisputeState>;
