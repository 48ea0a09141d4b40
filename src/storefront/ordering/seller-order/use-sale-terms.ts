import { useApi } from '#client/query/use-api.ts';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { SaleTerms } from '#contract/money/commission.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** Commission of a sale in this category now. */
export function useSaleTerms(sellerId: string, category: ProductType): Loaded<SaleTerms> {
  return useApi('/seller/{sellerId}/sale-terms', { params: { path: { sellerId }, query: { category } } });
}
