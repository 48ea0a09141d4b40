import type { ListingState } from '#contract/selling/listing/listing-words.ts';
import { Lamp, type LampState } from '#ui/lamp.tsx';

const looks: Record<ListingState, { lamp: LampState; word: string }> = {
  hidden: { lamp: 'bad', word: 'Hidden' },
  returned: { lamp: 'due', word: 'Returned' },
  draft: { lamp: 'draft', word: 'Draft' },
  changes_waiting: { lamp: 'on', word: 'On sale, change waits' },
  waiting: { lamp: 'wait', word: 'Waiting' },
  on_sale: { lamp: 'on', word: 'On sale' },
  paused: { lamp: 'off', word: 'Paused' },
  archived: { lamp: 'off', word: 'Archived' },
};

/** Where a product of a shop stands. */
export function ListingLamp({ state }: { state: ListingState }) {
  const { lamp, word } = looks[state];
  return <Lamp state={lamp}>{word}</Lamp>;
}
