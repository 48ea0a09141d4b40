import type { SellerPage, SellerProducts } from '#contract/selling/seller.schema.ts';
import { findListed } from '../../../catalogue/ports.ts';
import type { Db } from '../../../schema/db.ts';
import { isSupportConfirmed } from '../missing.rules.ts';
import {
  countListed,
  findPublicSeller,
  listPositions,
  medianAnswerHours,
  medianDeliveryHours,
  rateSeller,
} from './seller-page.store.ts';

/** Public page of a shop; null: there is none at this address, or it was never let in. */
export async function readSellerPage(db: Db, address: string): Promise<SellerPage | null> {
  const seller = await findPublicSeller(db, address);
  if (!seller) return null;
  const [rating, deliveryHours, answerHours, products] = await Promise.all([
    rateSeller(db, seller.seller_id),
    medianDeliveryHours(db, seller.seller_id),
    medianAnswerHours(db, seller.seller_id),
    countListed(db, seller.seller_id),
  ]);
  return {
    name: seller.name ?? '',
    address,
    state: seller.state as SellerPage['state'],
    since: (seller.approved_at ?? seller.created_at).toISOString(),
    closed_at: seller.closed_at?.toISOString() ?? null,
    country: seller.country,
    sells: seller.sells,
    about: seller.about,
    responsible: seller.responsible,
    support_email: seller.support_email !== '' && isSupportConfirmed(seller) ? seller.support_email : null,
    rating,
    delivery_hours: deliveryHours.byHand,
    automatic_delivery_hours: deliveryHours.automatic,
    answer_hours: answerHours,
    products,
  };
}

/** A page of what a shop sells, newest first; null: there is no such shop. */
export async function readSellerProducts(
  db: Db,
  address: string,
  page: { before: number | null; limit: number },
): Promise<SellerProducts | null> {
  const seller = await findPublicSeller(db, address);
  if (!seller) return null;
  const positions = await listPositions(db, seller.seller_id, { ...page, limit: page.limit + 1 });
  const shown = positions.slice(0, page.limit);
  const next = positions.length > page.limit ? String(shown.at(-1)) : null;
  return { products: await findListed(db, shown), next };
}
