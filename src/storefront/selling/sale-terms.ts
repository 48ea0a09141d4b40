import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { getSaleTerms } from '#client/api-client/sale-terms.ts';
import type { ProductType } from '#contract/product.ts';
import type { SaleTerms } from '#contract/sale-terms.schema.ts';
import { type Loaded, useLoaded } from '#ui/use-loaded.ts';

/** What a sale of this category costs the shop now. */
export function useSaleTerms(sellerId: string, category: ProductType): Loaded<SaleTerms> {
  return useLoaded(() => getSaleTerms(createBrowserApi(), sellerId, category));
}
