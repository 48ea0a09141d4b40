import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import type { Db } from '../../schema/db.ts';
import { findOfferParts } from '../product/product-list.store.ts';
import { type AskedOffer, offeredAsAsked } from './asked-offer.rules.ts';

/** Products that are read already, as they are offered where this is asked for; where nothing is, as they are. */
export async function offerAsAsked(
  db: Db,
  products: readonly ProductSummary[],
  asked: AskedOffer | null,
): Promise<ProductSummary[]> {
  if (asked === null) return [...products];
  const parts = await findOfferParts(
    db,
    products.map(({ product_id }) => product_id),
  );
  return products.map((product) => {
    const { variants = [], attributes = {} } = parts.get(product.product_id) ?? {};
    return offeredAsAsked(product, { variants, regions: product.regions ?? [], attributes }, asked);
  });
}
