import type { Kysely } from 'kysely';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { faultsText } from '../../../catalogue/ports.rules.ts';
import { findLostPictures } from '../../../catalogue/ports.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { submitApproval, withdrawApproval } from '../../approval/approval.store.ts';
import {
  type Acting,
  approvedOf,
  judgedAs,
  lockOwnListings,
  type Refused,
  refusalOf,
  refuse,
  unknownListing,
} from '../acting.ts';
import { moveDraft, type WholeListing } from '../listing.store.ts';
import { asSubmitted, contentOf, hasPrices, immediateFields, isSame } from './listing-content.rules.ts';
import { findCompleteReleases, hasProvisionEndpoint } from './listing-release.store.ts';
import { judgeListing } from './missing.rules.ts';
import { draftChanged } from './save-draft.ts';

/** Asks for a decision on what has been written. What waited before is replaced by it. */
export async function submitListing(
  { db, ...acting }: Acting,
  productId: string,
  revision: number,
): Promise<{ approvalId: string } | Refused> {
  return inTransaction(db, async (transaction): Promise<{ approvalId: string } | Refused> => {
    const { shop, listings } = await lockOwnListings(transaction, acting, [productId]);
    const whole = listings.get(productId);
    if (!whole) return unknownListing;
    if (revision !== whole.listing.draft_revision) return draftChanged();
    const refused = refusalOf(shop, whole, 'submit');
    if (refused) return refused;
    return submitLocked(transaction, acting, whole);
  });
}

/** The listing must be locked, and have something that can be submitted. */
export async function submitLocked(
  transaction: Kysely<ApiTables>,
  { sellerId, accountId }: Omit<Acting, 'db'>,
  whole: WholeListing,
): Promise<{ approvalId: string } | Refused> {
  const { product_id: productId, draft, draft_revision: revision, version } = whole.listing;
  const approved = approvedOf(whole);
  const wanted = asSubmitted(draft, approved);
  if (approved && isSame(wanted, approved))
    return refuse('listing_state', 'It is as it is on sale: there is nothing to submit.');
  const lostPictures = await findLostPictures(transaction, wanted.pictures ?? []);
  const releases = await findCompleteReleases(transaction, productId);
  const hasEndpoint = await hasProvisionEndpoint(transaction, sellerId);
  const { faults, reading } = judgeListing(wanted, { ...judgedAs(whole), lostPictures, releases, hasEndpoint });
  if (!reading) return refuse('listing_incomplete', faultsText(faults));
  const approvalId = await submitApproval(transaction, {
    kind: version === null ? 'product' : 'change',
    subjectId: productId,
    sellerId,
    title: reading.product.product_name,
    content: askedFor({ ...contentOf({ ...reading.product, pictures: wanted.pictures ?? [] }) }, whole),
    baseVersion: version,
    submittedBy: accountId,
  });
  await moveDraft(transaction, productId, 'submit', { submitted_revision: revision, return_reason: '' });
  await recordAudit(
    transaction,
    { kind: 'customer' },
    {
      action: 'listing.submitted',
      subject: { kind: 'listing', id: productId },
      details: { by: accountId, seller: sellerId, approval: approvalId },
    },
  );
  return { approvalId };
}

/** A change says nothing of what changes at once, but for prices that wait with it: what they are when it is approved stays. */
function askedFor(content: ListingContent, { listing, product }: WholeListing): ListingContent {
  if (!product) return content;
  const kept = hasPrices(listing.draft) ? ['stock'] : immediateFields;
  return Object.fromEntries(Object.entries(content).filter(([field]) => !(kept as readonly string[]).includes(field)));
}

/** Takes back what waits. What has been written stays, to be written on. */
export async function withdrawListing(
  { db, sellerId, accountId }: Acting,
  productId: string,
): Promise<{ withdrawn: true } | Refused> {
  return inTransaction(db, async (transaction): Promise<{ withdrawn: true } | Refused> => {
    const { shop, listings } = await lockOwnListings(transaction, { sellerId, accountId }, [productId]);
    const whole = listings.get(productId);
    if (!whole) return unknownListing;
    const refused = refusalOf(shop, whole, 'withdraw');
    if (refused) return refused;
    await withdrawLocked(transaction, { sellerId, accountId }, whole);
    return { withdrawn: true };
  });
}

/** The listing must be locked, and wait. */
export async function withdrawLocked(
  transaction: Kysely<ApiTables>,
  { sellerId, accountId }: Omit<Acting, 'db'>,
  { listing }: WholeListing,
): Promise<void> {
  await withdrawApproval(transaction, listing.product_id);
  await moveDraft(transaction, listing.product_id, 'withdraw', { submitted_revision: null });
  await recordAudit(
    transaction,
    { kind: 'customer' },
    {
      action: 'listing.withdrawn',
      subject: { kind: 'listing', id: listing.product_id },
      details: { by: accountId, seller: sellerId },
    },
  );
}
