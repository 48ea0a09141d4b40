// Actions that a listing allows as it is, and what its seller has to know of it.

import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { lowMark } from '#contract/goods/product-key.ts';
import {
  type DraftState,
  type ListingAction,
  type ListingState,
  listingActions,
} from '#contract/selling/listing/listing-labels.ts';
import type { SellerState } from '#contract/selling/seller.ts';

type ListingStatus = {
  state: ListingState;
  version: number | null;
  draft_state: DraftState | null;
  draft_revision: number;
  submitted_revision: number | null;
  paused: boolean;
  archived: boolean;
};

/** State of a listing as the database has it (migrations/0046-sellers.sql): for what would become of one. */
export function stateOf({
  archived,
  hidden_reason: hidden,
  draft_state: draft,
  version,
  paused,
}: Omit<ListingStatus, 'state'> & { hidden_reason: string | null }): ListingState {
  if (archived) return 'archived';
  if (hidden !== null) return 'hidden';
  if (draft === 'returned') return 'returned';
  if (version === null) return draft ?? 'draft';
  if (paused) return 'paused';
  return draft === 'waiting' ? 'changes_waiting' : 'on_sale';
}

/** True if something is written that nobody decides on yet. */
export function isUnsent({ draft_state, draft_revision, submitted_revision }: ListingStatus): boolean {
  return draft_state !== null && (draft_state !== 'waiting' || draft_revision !== submitted_revision);
}

/** In these a shop may write; only what is approved sells. */
const writing: readonly SellerState[] = ['draft', 'submitted', 'returned', 'approved'];

/** Why nothing can be done for a shop in this state; null: it can. */
export function shopRefusal(state: SellerState, action: ListingAction): string | null {
  const needsApproval = ['submit', 'offer', 'resume'].includes(action);
  if (needsApproval ? state === 'approved' : writing.includes(state) || action !== 'edit') return null;
  if (state === 'suspended') return 'The shop is suspended. Its page says why; nothing can be sold until that ends.';
  if (state === 'closing' || state === 'closed') return 'The shop is closed: nothing is sold any more.';
  return 'The shop is not approved yet. Products can be written, and submitted once it is.';
}

/** Why it cannot be done with a listing as it is, and what to do instead; null: it can. */
export function listingRefusal(listing: ListingStatus, action: ListingAction): string | null {
  const { archived, version, paused, draft_state } = listing;
  if (archived && action !== 'restore' && action !== 'delete')
    return 'It is archived. Restore it from the archive first.';
  switch (action) {
    case 'edit':
      return null;
    case 'submit':
      return isUnsent(listing)
        ? null
        : draft_state === 'waiting'
          ? 'It waits for a decision already.'
          : 'Nothing has been changed since it was approved.';
    case 'withdraw':
      return draft_state === 'waiting'
        ? null
        : 'Nothing of it waits for a decision: it may have been decided just now.';
    case 'discard':
      return version !== null && draft_state !== null ? null : 'There is no draft to discard.';
    case 'delete':
      return version === null ? null : 'It has been approved, and orders may know it: archive it instead.';
    case 'offer':
      return version === null ? 'It is not approved yet: its price and stock are part of the draft.' : null;
    case 'pause':
      if (version === null) return 'It is not on sale yet.';
      return paused ? 'It is paused already.' : null;
    case 'resume':
      if (version === null) return 'It is not on sale yet.';
      return paused ? null : 'It is not paused.';
    case 'archive':
      return null;
    case 'restore':
      return archived ? null : 'It is not archived.';
  }
}

export function actionsOf(listing: ListingStatus, sellerState: SellerState): ListingAction[] {
  return listingActions.filter(
    (action) => shopRefusal(sellerState, action) === null && listingRefusal(listing, action) === null,
  );
}

/** Keys of one list that nobody has: of the product as a whole, or of a variant with keys of its own. `last_batch`: how many were loaded last. */
export type KeyListLeft = { selected_options: SelectedOption[]; free: number; last_batch: number };

/** One sentence or two; empty where there is nothing to know. */
export function attentionOf(
  listing: ListingStatus & {
    missing: number;
    stock: number | null;
    /** Lists of keys that it is sold from. */
    key_lists: readonly KeyListLeft[];
    return_reason: string;
    hidden_reason: string | null;
  },
): string {
  const { state, missing, version } = listing;
  const lacking = missing === 1 ? 'One thing is missing.' : `${missing} things are missing.`;
  const unsent = isUnsent(listing);
  switch (state) {
    case 'archived':
      return '';
    case 'hidden':
      return `Hidden by the marketplace: ${listing.hidden_reason}`;
    case 'returned':
      return `Returned: ${listing.return_reason}`;
    case 'draft':
      return missing > 0 ? lacking : 'It can be submitted.';
    case 'waiting':
      return `A new product; it waits for a decision.${unsent ? ' What was written since has not been submitted.' : ''}`;
    case 'changes_waiting':
      return `A change waits for a decision; version ${version} goes on selling.${unsent ? ' What was written since has not been submitted.' : ''}`;
    case 'paused':
      return unsent ? 'A change has been written and not submitted.' : '';
    case 'on_sale': {
      const soldOut = stockLabels(listing);
      const written = unsent ? `A change has been written and not submitted.${missing > 0 ? ` ${lacking}` : ''}` : '';
      return [soldOut, written].filter(Boolean).join(' ');
    }
  }
}

function stockLabels({ stock, key_lists }: { stock: number | null; key_lists: readonly KeyListLeft[] }): string {
  if (stock === 0) return key_lists.length === 0 ? 'Sold out.' : 'No key is left: it is sold out until you load more.';
  const low = key_lists.filter(({ free, last_batch }) => free <= lowMark(last_batch));
  const [list] = low;
  if (!list) return '';
  if (low.length > 1) return `${low.length} lists of keys are running low: load more.`;
  const { free, selected_options } = list;
  const of = selected_options.length > 0 ? ` of ${selectedOptionsText(selected_options)}` : '';
  const left = free === 0 ? 'No key is left' : free === 1 ? 'One key is left' : `${free} keys are left`;
  return `${left}${of}: load more.`;
}
