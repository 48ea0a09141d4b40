// Actors for a shop on its listings, and how they learn that something is not done.

import type { Kysely } from 'kysely';
import type { ListingAction, ListingRefusal } from '#contract/selling/listing/listing-labels.ts';
import { assertStillActs } from '../../access/still-acts.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { contentOf, type WholeContent } from './draft/listing-content.rules.ts';
import { type Locked, lockListings, type Shop, type WholeListing } from './listing.store.ts';
import { listingRefusal, shopRefusal } from './listing-state.rules.ts';

export type Acting = {
  db: Kysely<ApiTables>;
  sellerId: string;
  /** The account that acts, or the key. */
  accountId: string;
};

/** `unknown`: there is none of this id, or it is another shop's. */
export type Refused = { refused: { code: ListingRefusal | 'unknown'; message: string } };

export function refuse(code: ListingRefusal | 'unknown', message: string): Refused {
  return { refused: { code, message } };
}

export const unknownListing = refuse('unknown', 'Your shop has no product with this id.');

/** Locks listings (`lockListings`) for whoever acts; throws where they may write products of the shop no more, once it is their turn. */
export async function lockOwnListings(
  transaction: Kysely<ApiTables>,
  { sellerId, accountId }: Pick<Acting, 'sellerId' | 'accountId'>,
  productIds: readonly string[],
): Promise<Locked> {
  const locked = await lockListings(transaction, sellerId, productIds);
  await assertStillActs(transaction, { sellerId, by: accountId }, 'editListings');
  return locked;
}

/** Why this cannot be done with a listing now; null: it can. */
export function refusalOf(shop: Shop, { listing }: WholeListing, action: ListingAction): Refused | null {
  const ofShop = shopRefusal(shop.state, action);
  if (ofShop) return refuse('seller_not_open', ofShop);
  const ofListing = listingRefusal(listing, action);
  return ofListing ? refuse('listing_state', ofListing) : null;
}

/** Content that is on sale, or was; null before the first approval. */
export function approvedOf({ product }: WholeListing): WholeContent | null {
  return product && contentOf(product);
}

/** Facts that its draft is judged by. */
export function judgedAs(whole: WholeListing) {
  return { productId: whole.listing.product_id, ownPictures: approvedOf(whole)?.pictures ?? [] };
}
