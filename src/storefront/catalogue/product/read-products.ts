import { type ApiClient, ApiError, queryOf } from '#client/api/api-client.ts';
import { type Product, type ProductList, reservedProductId } from '#contract/catalogue/product/product.ts';
import { type ProductQuery, writeProductQuery } from '#contract/catalogue/product/product-query.ts';

type Init = { signal?: AbortSignal };

/** `forPage`: its own page shows it, which its seller's figures count. */
export async function getProduct(api: ApiClient, id: string, init?: Init & { forPage?: boolean }): Promise<Product> {
  // These would be other addresses of the API; no product can have such an id.
  if (['', '.', '..', reservedProductId].includes(id))
    throw new ApiError(404, 'There is no product with this id.', null);
  return api.get('/product/{id}', {
    params: { path: { id }, query: { for: init?.forPage ? 'page' : undefined } },
    signal: init?.signal,
  });
}

export type ListProductsQuery = Partial<Omit<ProductQuery, 'view'>> & {
  limit?: number;
  /** Adds the values to filter by, and the attributes of the products. */
  withFacets?: boolean;
  withAttributes?: boolean;
};

export function listProducts(api: ApiClient, query: ListProductsQuery, init?: Init): Promise<ProductList> {
  const params = writeProductQuery(query);
  if (query.limit) params.set('limit', String(query.limit));
  if (query.withFacets) params.set('facets', 'true');
  if (query.withAttributes) params.set('attributes', 'true');
  // Attributes have names of their own, which no type knows.
  return api.get('/product', { params: { query: queryOf(params) }, ...init });
}
