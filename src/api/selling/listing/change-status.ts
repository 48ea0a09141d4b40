import type { ListingState } from '#contract/selling/listing/listing-labels.ts';
import { changesBetween } from '#platform/audit/audit-changes.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { type AuditAction, recordAudit } from '../../audit/audit.ts';
import { type Acting, lockOwnListings, type Refused, refusalOf, unknownListing } from './acting.ts';
import { withdrawLocked } from './draft/submit-listing.ts';
import { updateListed } from './listed.store.ts';
import { type ListingChange, readListings, updateListings, type WholeListing } from './listing.store.ts';
import { stateOf } from './listing-state.rules.ts';

export type StatusAction = 'pause' | 'resume' | 'archive' | 'restore';

const changes: Record<StatusAction, { change: ListingChange; audit: AuditAction }> = {
  pause: { change: { paused: true }, audit: 'listing.paused' },
  resume: { change: { paused: false }, audit: 'listing.resumed' },
  archive: { change: { archived: true }, audit: 'listing.archived' },
  restore: { change: { archived: false }, audit: 'listing.restored' },
};

/** Outcome of one product, done or expected: `isSame` where it is so already. */
type StatusOutcome = Refused | { name: string; isSame: boolean; before: ListingState; after: ListingState };

/**
 * Pauses, resumes, archives products or takes them out of the archive: visitors see it at once. What waits of a product that is archived is
 * taken back. `isDryRun` only says what would become of them.
 */
export async function changeStatus(
  { db, sellerId, accountId }: Acting,
  productIds: readonly string[],
  action: StatusAction,
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<Map<string, StatusOutcome>> {
  const { change, audit } = changes[action];
  return inTransaction(db, async (transaction) => {
    const { shop, listings } = await (isDryRun
      ? readListings(transaction, sellerId, productIds)
      : lockOwnListings(transaction, { sellerId, accountId }, productIds));
    const outcomes = new Map<string, StatusOutcome>();
    const changed: WholeListing[] = [];
    for (const id of new Set(productIds)) {
      const whole = listings.get(id);
      const refused = whole ? refusalOf(shop, whole, action) : unknownListing;
      if (!whole) outcomes.set(id, unknownListing);
      // An unchanged status counts as done; products that were never on sale can be neither paused nor resumed.
      else if (isSo(whole, change) && (whole.listing.version !== null || !('paused' in change)))
        outcomes.set(id, outcomeOf(whole, {}));
      else if (refused) outcomes.set(id, refused);
      else {
        changed.push(whole);
        outcomes.set(id, outcomeOf(whole, change));
      }
    }
    if (isDryRun) return outcomes;
    const ids = changed.map(({ listing }) => listing.product_id);
    if (action === 'archive')
      for (const whole of changed)
        if (whole.listing.draft_state === 'waiting') await withdrawLocked(transaction, { sellerId, accountId }, whole);
    await updateListings(transaction, ids, change);
    await updateListed(transaction, { productIds: ids });
    for (const { listing } of changed)
      await recordAudit(
        transaction,
        { kind: 'customer' },
        {
          action: audit,
          subject: { kind: 'listing', id: listing.product_id },
          details: { by: accountId, seller: sellerId },
          changes: changesBetween(listing, change),
        },
      );
    return outcomes;
  });
}

function isSo({ listing }: WholeListing, change: ListingChange): boolean {
  return Object.entries(change).every(([name, value]) => listing[name as keyof typeof listing] === value);
}

function outcomeOf({ listing }: WholeListing, change: ListingChange): StatusOutcome {
  const withdrawn = change.archived &&
    listing.draft_state === 'waiting' && { draft_state: listing.draft && ('draft' as const) };
  return {
    name: listing.name,
    isSame: Object.keys(change).length === 0,
    before: listing.state,
    after: stateOf({ ...listing, ...withdrawn, ...change }),
  };
}
