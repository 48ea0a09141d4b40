import type { ListingState } from '#contract/selling/listing/listing-labels.ts';
import { type Message, msg, t } from '#language/message.ts';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';

const looks: Record<ListingState, { badge: BadgeState; word: Message }> = {
  hidden: { badge: 'bad', word: msg('Hidden') },
  returned: { badge: 'due', word: msg('Returned') },
  draft: { badge: 'draft', word: msg('Draft') },
  changes_waiting: { badge: 'on', word: msg('On sale, change waits') },
  waiting: { badge: 'wait', word: msg('Waiting') },
  on_sale: { badge: 'on', word: msg('On sale') },
  paused: { badge: 'off', word: msg('Paused') },
  archived: { badge: 'off', word: msg('Archived') },
};

/** Where a product of a shop stands. */
export function ListingBadge({ state }: { state: ListingState }) {
  const { badge, word } = looks[state];
  return <StatusBadge state={badge}>{t(word)}</StatusBadge>;
}
