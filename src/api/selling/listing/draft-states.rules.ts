// What may become of the draft of a listing. What its seller sees as the state of the listing follows from it, from what is on sale
// and from whether it is paused, archived or hidden (`stateOf`).
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { DraftState } from '#contract/selling/listing/listing-words.ts';
import type { Transitions } from '#platform/state/transitions.rules.ts';

/** `none`: nothing is written that is not on sale. */
export const draftTransitions = {
  write: { from: ['none'], to: 'draft' },
  /** What is written is what is on sale again. */
  clear: { from: ['draft', 'returned'], to: 'none' },
  submit: { from: ['draft', 'returned'], to: 'waiting' },
  /** Nothing is left where it was written back meanwhile. */
  withdraw: { from: ['waiting'], to: ['draft', 'none'] },
  return: { from: ['waiting'], to: ['returned', 'none'] },
  /** What was written since it was submitted stays. */
  approve: { from: ['waiting'], to: ['none', 'draft'] },
  discard: { from: ['draft', 'waiting', 'returned'], to: 'none' },
} as const satisfies Transitions<DraftState | 'none'>;

/** What becomes of a draft by writing. What waits goes on waiting as it was submitted; what was returned says why until it is submitted again. */
export function writtenState(before: DraftState | null, draft: ListingContent | null): DraftState | null {
  return before === 'waiting' ? before : draft && (before ?? 'draft');
}
