import type { Product, ProductList, SitemapPart, SitemapParts } from '#contract/product.ts';
import { type ProductQuery, writeProductQuery } from '#contract/product-query.ts';
import type { ApiClient } from './api-client.ts';

type Init = { signal?: AbortSignal };

export function getProduct(api: ApiClient, id: string, init?: Init): Promise<Product> {
  return api.get(`/product/${encodeURIComponent(id)}`, init);
}

export function listProducts(
  api: ApiClient,
  query: Partial<ProductQuery> & { limit?: number },
  init?: Init,
): Promise<ProductList> {
  const params = writeProductQuery(query);
  if (query.limit) params.set('limit', String(query.limit));
  const search = params.toString();
  return api.get(`/product${search && `?${search}`}`, init);
}

export function getSitemapParts(api: ApiClient): Promise<SitemapParts> {
  return api.get('/product/sitemap');
}

export function getSitemapPart(api: ApiClient, after: string): Promise<SitemapPart> {
  return api.get(`/product/sitemap/part?${new URLSearchParams({ after })}`);
}
