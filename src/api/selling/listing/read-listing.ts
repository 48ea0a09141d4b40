import type { Listing, ListingContent } from '#contract/selling/listing/listing.ts';
import { findLostPictures } from '../../catalogue/ports.ts';
import { type Acting, approvedOf, judgedAs } from './acting.ts';
import { asSubmitted } from './draft/listing-content.rules.ts';
import { findCompleteReleases, hasProvisionEndpoint } from './draft/listing-release.store.ts';
import { missingOf } from './draft/missing.rules.ts';
import { publicPath } from './list-listings.ts';
import { findListing, findProgress, isListed, readShop } from './listing.store.ts';
import { actionsOf, isUnsent } from './listing-state.rules.ts';

/** A product as its seller sees it; null where the shop has none of this id. `mayEdit`: whether the caller may do anything with it. */
export async function readListing(
  { db, sellerId }: Pick<Acting, 'db' | 'sellerId'>,
  productId: string,
  { mayEdit }: { mayEdit: boolean },
): Promise<Listing | null> {
  const whole = await findListing(db, sellerId, productId);
  if (!whole) return null;
  const { listing } = whole;
  const { approval, versions } = await findProgress(db, productId);
  const shop = await readShop(db, sellerId, { lock: false });
  const approved = approvedOf(whole);
  const content: ListingContent = asSubmitted(listing.draft, approved);
  const lostPictures = await findLostPictures(db, content.pictures ?? []);
  const releases = await findCompleteReleases(db, productId);
  const hasEndpoint = await hasProvisionEndpoint(db, sellerId);
  return {
    product_id: listing.product_id,
    seller_id: listing.seller_id,
    name: listing.name,
    state: listing.state,
    version: listing.version,
    versions,
    draft_state: listing.draft_state,
    unsent: isUnsent(listing),
    revision: listing.draft_revision,
    content,
    approved,
    missing: missingOf(content, { ...judgedAs(whole), lostPictures, releases, hasEndpoint }),
    reason: listing.draft_state === 'returned' ? listing.return_reason : '',
    hidden_reason: listing.hidden_reason,
    approval: approval && { approval_id: approval.approval_id, submitted_at: approval.submitted_at.toISOString() },
    paused: listing.paused,
    archived: listing.archived,
    actions: mayEdit ? actionsOf(listing, shop.state) : [],
    sold: listing.sold,
    views: listing.views,
    created_at: listing.created_at.toISOString(),
    updated_at: listing.updated_at.toISOString(),
    path: (await isListed(db, productId)) ? publicPath(productId) : null,
  };
}
