import type { Adoption } from '#contract/selling/staff-seller.schema.ts';
import type { AdoptOutcome } from '#contract/selling/staff-seller.ts';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';

type Item = Adoption['items'][number];

const badges: Record<AdoptOutcome, BadgeState> = { adopted: 'on', had: 'draft', unknown: 'bad', foreign: 'bad' };

function wordOf({ outcome, seller }: Item, isDone: boolean): string {
  switch (outcome) {
    case 'adopted':
      return isDone ? 'Handed over' : 'Will be handed over';
    case 'had':
      return 'It has it already';
    case 'unknown':
      return 'There is no such product';
    case 'foreign':
      return seller ? `Of the shop ${seller}` : 'Of another shop';
  }
}

/** Outcome of each product, expected or final. */
export function AdoptionList({ items, isDone }: { items: readonly Item[]; isDone: boolean }) {
  return (
    <ul aria-label={isDone ? 'What became of each' : 'What will become of each'} className="border-t text-sm">
      {items.map((item) => (
        <li key={item.product_id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b py-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <bdi className="font-[560]">{item.name ?? item.product_id}</bdi>
            {item.name && <span className="block text-xs text-ink-3">{item.product_id}</span>}
          </span>
          <StatusBadge state={badges[item.outcome]}>{wordOf(item, isDone)}</StatusBadge>
        </li>
      ))}
    </ul>
  );
}
