// Effects of a decision on a product, in the transaction of the decision (api/approval hands it in).
import type { Kysely } from 'kysely';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { faultsText, mergeRow } from '../../../catalogue/ports.rules.ts';
import { catalogueTable, storeProducts } from '../../../catalogue/ports.ts';
import { recordEvent } from '../../../event/event.store.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import type { Approval } from '../../approval/approval.store.ts';
import { approvedOf, judgedAs, type Refused, refuse } from '../acting.ts';
import { updateListed } from '../listed.store.ts';
import {
  findPaidPrice,
  type ListedProduct,
  lockListings,
  moveDraft,
  ownProduct,
  publishVersion,
  takenIds,
} from '../listing.store.ts';
import { insertVersion, nextVersion } from '../version/listing-version.store.ts';
import { asSubmitted, contentOf, draftOf, hasPrices, pricesOf } from './listing-content.rules.ts';
import { findCompleteReleases, publishReleases } from './listing-release.store.ts';
import { judgeListing, missingOf } from './missing.rules.ts';

type Decided = Pick<Approval, 'approval_id' | 'subject_id' | 'seller_id' | 'content'>;

/**
 * Puts what was approved on sale: it is stored as an import would store it, kept as a version, and seen by visitors if nothing keeps it from
 * that. What changes at once stays as it is now. The approval must be locked, and wait until this. Refused is what cannot be sold any
 * more, such as a license that has been taken away meanwhile.
 */
export async function publishListing(
  transaction: Kysely<ApiTables>,
  { approval, by }: { approval: Decided; by: string },
): Promise<{ version: number } | Refused> {
  const { subject_id: productId, seller_id: sellerId } = approval;
  const { shop, listings } = await lockListings(transaction, sellerId, [productId]);
  const whole = listings.get(productId);
  if (whole?.listing.draft_state !== 'waiting')
    return refuse('listing_state', 'It does not wait for a decision any more.');
  if ((await takenIds(transaction, sellerId, [productId])).has(productId))
    return refuse(
      'listing_state',
      'Its id has become that of another product. Return it, so that its seller makes a new one.',
    );
  const wanted = asSubmitted(approval.content as ListingContent, approvedOf(whole));
  const judged = { ...judgedAs(whole), releases: await findCompleteReleases(transaction, productId) };
  const { faults, reading } = judgeListing(wanted, judged);
  if (!reading) return refuse('listing_incomplete', faultsText(faults));
  const { product: before } = whole;
  const merge = mergeRow(reading, before, before ?? { held: 0, variants_held: [] });
  if (!merge.ok) return refuse('listing_incomplete', faultsText(merge.faults));
  const { pictures = [] } = wanted;
  const product = { ...reading.product, ...merge.product, provider: shop.name ?? '', product_img: pictures[0] ?? '' };
  await storeProducts(transaction, catalogueTable, [product]);
  await publishReleases(transaction, productId, reading.product.goods);

  const version = await nextVersion(transaction, productId);
  await ownProduct(transaction, { productId, sellerId, version, pictures });
  const content = contentOf({ ...product, pictures });
  await insertVersion(transaction, { productId, version, content, approvalId: approval.approval_id, approvedBy: by });

  const { listing } = whole;
  const isAllDecided = listing.draft_revision === listing.submitted_revision;
  const left = isAllDecided || !listing.draft ? null : stillWritten(listing.draft, { ...product, pictures });
  const paid = await findPaidPrice(transaction, productId);
  await publishVersion(transaction, {
    productId,
    version,
    name: product.product_name,
    priceMicros: paid.effective_micros,
    stock: paid.stock,
    left,
    missing: left ? missingOf(asSubmitted(left, content), judged).length : 0,
  });
  await updateListed(transaction, { productIds: [productId] });
  await recordEvent(transaction, sellerId, 'listing.approved', { product_id: productId, version });
  return { version };
}

/** Draft that was written since it was submitted, over what is on sale now. */
function stillWritten(
  draft: ListingContent,
  product: Parameters<typeof contentOf>[0] & Partial<ListedProduct>,
): ListingContent | null {
  const approved = contentOf(product);
  return draftOf(draft, approved, hasPrices(draft) ? pricesOf(draft) : null);
}

/** Gives back what was asked for, with a reason that stands on the product. What is on sale goes on selling. */
export async function returnListing(
  transaction: Kysely<ApiTables>,
  { approval, reason }: { approval: Pick<Decided, 'subject_id' | 'seller_id'>; reason: string },
): Promise<{ returned: true } | Refused> {
  const { subject_id: productId, seller_id: sellerId } = approval;
  const { listings } = await lockListings(transaction, sellerId, [productId]);
  const whole = listings.get(productId);
  if (whole?.listing.draft_state !== 'waiting')
    return refuse('listing_state', 'It does not wait for a decision any more.');
  await moveDraft(transaction, productId, 'return', { submitted_revision: null, return_reason: reason });
  await recordEvent(transaction, sellerId, 'listing.returned', { product_id: productId, reason });
  return { returned: true };
}
