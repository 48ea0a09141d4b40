// Steps of the draft of a listing. The state that its seller sees of the listing follows from the draft, from what is on sale
// and from whether it is paused, archived or hidden (`stateOf`).
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { DraftState } from '#contract/selling/listing/listing-labels.ts';
import type { Transitions } from '#platform/state/transitions.rules.ts';

/** `none`: nothing is written that is not on sale. */
export const draftTransitions = {
  write: { from: ['none'], to: 'draft' },
  /** The draft says what is on sale again. */
  clear: { from: ['draft', 'returned'], to: 'none' },
  submit: { from: ['draft', 'returned'], to: 'waiting' },
  /** Nothing is left where it was written back meanwhile. */
  withdraw: { from: ['waiting'], to: ['draft', 'none'] },
  return: { from: ['waiting'], to: ['returned', 'none'] },
  /** Changes since it was submitted stay. */
  approve: { from: ['waiting'], to: ['none', 'draft'] },
  discard: { from: ['draft', 'waiting', 'returned'], to: 'none' },
} as const satisfies Transitions<DraftState | 'none'>;

/** The state of a draft after writing. One that waits goes on waiting as it was submitted; one that was returned says why until it is submitted again. */
export function writtenState(before: DraftState | null, draft: ListingContent | null): DraftState | null {
  return before === 'waiting' ? before : draft && (before ?? 'draft');
}
