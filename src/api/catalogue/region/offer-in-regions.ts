import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import type { Db } from '../../schema/db.ts';
import { findVariants } from '../product/product-list.store.ts';
import { offeredInRegion } from './region-offer.rules.ts';
import { createCodeTest } from './regions.rules.ts';

/** Products that are read already, as they are offered in the regions of these codes; without any as they are. */
export async function offerInRegions(
  db: Db,
  products: readonly ProductSummary[],
  codes: readonly string[],
): Promise<ProductSummary[]> {
  if (codes.length === 0) return [...products];
  const variants = await findVariants(
    db,
    products.map(({ product_id }) => product_id),
  );
  const isWanted = createCodeTest(codes);
  return products.map((product) =>
    offeredInRegion(product, {
      variants: variants.get(product.product_id) ?? [],
      regions: product.regions ?? [],
      isWanted,
    }),
  );
}
