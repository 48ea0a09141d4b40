import type { ListingState } from '#contract/selling/listing/listing-labels.ts';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';

const looks: Record<ListingState, { badge: BadgeState; word: string }> = {
  hidden: { badge: 'bad', word: 'Hidden' },
  returned: { badge: 'due', word: 'Returned' },
  draft: { badge: 'draft', word: 'Draft' },
  changes_waiting: { badge: 'on', word: 'On sale, change waits' },
  waiting: { badge: 'wait', word: 'Waiting' },
  on_sale: { badge: 'on', word: 'On sale' },
  paused: { badge: 'off', word: 'Paused' },
  archived: { badge: 'off', word: 'Archived' },
};

/** Where a product of a shop stands. */
export function ListingBadge({ state }: { state: ListingState }) {
  const { badge, word } = looks[state];
  return <StatusBadge state={badge}>{word}</StatusBadge>;
}
