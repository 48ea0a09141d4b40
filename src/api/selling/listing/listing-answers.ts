// Shared parts of the routes of listings: who is let in, and how a refusal is answered.
import { z } from '@hono/zod-openapi';
import type { ListingRefusal } from '#contract/selling/listing/listing-labels.ts';
import { may } from '../../access/access.rules.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import type { MemberOrKey } from '../../access/require-member.ts';
import type { CatalogueVersion } from '../../catalogue/ports.ts';
import { badRequest, notFound } from '../../http/answers.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { type Acting, type Refused, unknownListing } from './acting.ts';
import { readListing } from './read-listing.ts';

export type ListingDeps = {
  db: Db;
  authenticate: Authenticate;
  priceWaitPercent: number | null;
  allowWrite: AllowWrite;
  /** Immediate changes by a seller are seen at once by the next request here. */
  version: CatalogueVersion;
};

export const tags = ['Listings'];

export const ofSeller = z.object({ sellerId: z.string().meta({ description: 'seller_id' }) });
export const ofListing = ofSeller.extend({ productId: z.string().meta({ description: 'product_id' }) });

export function actingOf(db: Db, { sellerId, by }: MemberOrKey): Acting {
  return { db, sellerId, accountId: by };
}

export function mayEdit(member: MemberOrKey): boolean {
  return may(member.customer ?? null).actForSeller('editListings', member);
}

/** Another shop's product is not found, as one that does not exist. */
export function noListing() {
  return notFound(unknownListing.refused.message);
}

export function checkedId(productId: string): string {
  if (!isStorableText(productId)) throw noListing();
  return productId;
}

/** Result of an action. Throws where it was refused: with the listing as it is now, where the caller has seen another one. */
export async function done<T extends object>(
  outcome: T | Refused,
  where: { acting: Acting; member: MemberOrKey; productId?: string },
): Promise<T> {
  if (!('refused' in outcome)) return outcome;
  const { code, message } = (outcome as Refused).refused;
  if (code === 'unknown') throw notFound(message);
  if (code === 'offer_refused') throw badRequest(message);
  throw await refusalAnswer(code, message, where);
}

async function refusalAnswer(
  code: ListingRefusal,
  message: string,
  { acting, member, productId }: { acting: Acting; member: MemberOrKey; productId?: string },
): Promise<RefusalAnswer> {
  const current = productId === undefined ? null : await readListing(acting, productId, { mayEdit: mayEdit(member) });
  return new RefusalAnswer({ code }, { status: 409, message, retryAfterSeconds: null, ...(current && { current }) });
}
