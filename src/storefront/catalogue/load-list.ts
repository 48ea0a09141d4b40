import { type ApiClient, ApiError } from '#client/api-client/api-client.ts';
import { listProducts } from '#client/api-client/product.ts';
import type { ProductList } from '#contract/product.ts';
import type { ProductQuery } from '#contract/product-query.ts';
import { orNotFound } from '../routing/loader-errors.ts';

/**
 * A page of the list; the first one when the address carries a page mark that the API does not know (any more), so
 * that an old link still shows products.
 */
export function loadList(api: ApiClient, query: ProductQuery, signal: AbortSignal): Promise<ProductList> {
  const page = listProducts(api, query, { signal }).catch((error) => {
    if (!query.cursor || !(error instanceof ApiError) || error.status !== 400) throw error;
    return listProducts(api, { ...query, cursor: null }, { signal });
  });
  return orNotFound(page);
}
