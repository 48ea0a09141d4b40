// Steps of a release: once it is complete nothing of it changes.
import type { ReleaseState } from '#contract/goods/release.ts';
import type { Transitions } from '#platform/state/transitions.rules.ts';

export const releaseTransitions = {
  complete: { from: ['draft'], to: 'complete' },
} as const satisfies Transitions<ReleaseState>;
