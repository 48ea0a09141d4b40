import {
  type FeedPart,
  type Product,
  type ProductList,
  reservedProductId,
  type SitemapPart,
  type SitemapParts,
} from '#contract/catalogue/product/product.ts';
import { type ProductQuery, writeProductQuery } from '#contract/catalogue/product/product-query.ts';
import { type ApiClient, ApiError } from '../api/api-client.ts';

type Init = { signal?: AbortSignal };

/** `forPage`: its own page shows it, which its seller's figures count. */
export async function getProduct(api: ApiClient, id: string, init?: Init & { forPage?: boolean }): Promise<Product> {
  // These would be other addresses of the API; no product can have such an id.
  if (['', '.', '..', reservedProductId].includes(id))
    throw new ApiError(404, 'There is no product with this id.', null);
  return api.get(`/product/${encodeURIComponent(id)}${init?.forPage ? '?for=page' : ''}`, init);
}

export type ListProductsQuery = Partial<Omit<ProductQuery, 'view'>> & {
  limit?: number;
  /** Whether the values to filter by, and the attributes of the products, are told too. */
  withFacets?: boolean;
  withAttributes?: boolean;
};

export function listProducts(api: ApiClient, query: ListProductsQuery, init?: Init): Promise<ProductList> {
  const params = writeProductQuery(query);
  if (query.limit) params.set('limit', String(query.limit));
  if (query.withFacets) params.set('facets', 'true');
  if (query.withAttributes) params.set('attributes', 'true');
  const search = params.toString();
  return api.get(`/product${search && `?${search}`}`, init);
}

export function getSitemapParts(api: ApiClient): Promise<SitemapParts> {
  return api.get('/sitemap');
}

export function getSitemapPart(api: ApiClient, after: string): Promise<SitemapPart> {
  return api.get(`/sitemap/part?${new URLSearchParams({ after })}`);
}

export function getFeedPart(api: ApiClient, after: string): Promise<FeedPart> {
  return api.get(`/feed/part?${new URLSearchParams({ after })}`);
}
