import { randomBytes } from 'node:crypto';
import type { ListingContent, NewListing, PutDraft } from '#contract/selling/listing/listing.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { withdrawApproval } from '../../approval/approval.store.ts';
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
import { writtenState } from '../draft-states.rules.ts';
import {
  deleteListing,
  findListing,
  insertDrafts,
  readShop,
  takenIds,
  updateDrafts,
  type WholeListing,
} from '../listing.store.ts';
import { newProductId } from '../listing-id.rules.ts';
import { shopRefusal } from '../listing-state.rules.ts';
import { asSubmitted, draftOf, hasPrices, isSame, pricesOf } from './listing-content.rules.ts';
import { withoutReleases } from './listing-goods.rules.ts';
import { missingOf } from './missing.rules.ts';

/** A new draft. Its id is made of the name that it has now. */
export async function createListing(
  { db, sellerId }: Acting,
  { copy_of: copyOf, content = {} }: NewListing,
): Promise<{ productId: string } | Refused> {
  const { state } = await readShop(db, sellerId, { lock: false });
  const ofShop = shopRefusal(state, 'edit');
  if (ofShop) return refuse('seller_not_open', ofShop);
  let draft: ListingContent = content;
  if (copyOf !== undefined) {
    const original = await findListing(db, sellerId, copyOf);
    if (!original) return unknownListing;
    const copied = asSubmitted(original.listing.draft, approvedOf(original));
    draft = {
      ...copied,
      ...(copied.goods && { goods: withoutReleases(copied.goods) }),
      product_name: `${copied.product_name ?? ''} (copy)`.trim(),
      ...content,
    };
  }
  // Somebody else's id is found as often as two random ones are the same.
  for (;;) {
    const productId = newProductId(draft.product_name ?? '', randomBytes(8));
    if ((await takenIds(db, sellerId, [productId])).size > 0) continue;
    const missing = missingOf(draft, { productId }).length;
    const [stored] = await insertDrafts(db, sellerId, [{ productId, draft, missing }]);
    if (stored) return { productId: stored };
  }
}

/** Saves the whole draft of somebody who has seen this revision of it. */
export async function saveDraft(
  { db, sellerId, accountId }: Acting,
  productId: string,
  { revision, content }: PutDraft,
): Promise<{ saved: true } | Refused> {
  return inTransaction(db, async (transaction): Promise<{ saved: true } | Refused> => {
    const { shop, listings } = await lockOwnListings(transaction, { sellerId, accountId }, [productId]);
    const whole = listings.get(productId);
    if (!whole) return unknownListing;
    const refused = refusalOf(shop, whole, 'edit');
    if (refused) return refused;
    if (revision !== whole.listing.draft_revision) return draftChanged();
    const draft = newDraft(whole, content);
    const { draft: before, draft_state: state } = whole.listing;
    if (draft && before && isSame(draft, before)) return { saved: true };
    if (!draft && !before) return { saved: true };
    await updateDrafts(transaction, [
      {
        productId,
        draft,
        state: writtenState(state, draft),
        missing: draft ? missingOf(asSubmitted(draft, approvedOf(whole)), judgedAs(whole)).length : 0,
        isNew: whole.listing.version === null,
      },
    ]);
    return { saved: true };
  });
}

export function draftChanged(): Refused {
  return refuse(
    'draft_changed',
    'Somebody else has changed this draft since you opened it. Look at the newer one, then save yours again or keep theirs.',
  );
}

/** Draft that is kept of what somebody has written. Prices that wait with a draft are changed by it; others are not a draft's. */
export function newDraft(whole: WholeListing, content: ListingContent): ListingContent | null {
  const approved = approvedOf(whole);
  const { draft } = whole.listing;
  if (!approved || !hasPrices(draft)) return draftOf(content, approved);
  const prices = pricesOf(hasPrices(content) ? content : (draft ?? {}));
  const isAsNow = isSame(
    { ...approved, variants: content.variants ?? approved.variants },
    { ...approved, variants: asSubmitted(draftOf(content, approved), approved).variants ?? [], ...prices },
  );
  return draftOf(content, approved, isAsNow ? null : prices);
}

/** Throws away what has been written. What was never approved is gone as a whole. */
export async function discardDraft(
  { db, sellerId, accountId }: Acting,
  productId: string,
): Promise<{ isGone: boolean } | Refused> {
  return inTransaction(db, async (transaction): Promise<{ isGone: boolean } | Refused> => {
    const { shop, listings } = await lockOwnListings(transaction, { sellerId, accountId }, [productId]);
    const whole = listings.get(productId);
    if (!whole) return unknownListing;
    const isNew = whole.listing.version === null;
    const refused = refusalOf(shop, whole, isNew ? 'delete' : 'discard');
    if (refused) return refused;
    if (whole.listing.draft_state === 'waiting') await withdrawApproval(transaction, productId);
    if (isNew) await deleteListing(transaction, sellerId, productId);
    else await updateDrafts(transaction, [{ productId, draft: null, state: null, missing: 0, isNew }]);
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: isNew ? 'listing.deleted' : 'listing.draft_discarded',
        subject: { kind: 'listing', id: productId },
        details: { by: accountId, seller: sellerId },
      },
    );
    return { isGone: isNew };
  });
}
