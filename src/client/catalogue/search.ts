import type { Category } from '#contract/catalogue/product/product.ts';
import type { SearchResult, Suggestions } from '#contract/catalogue/search.ts';
import type { ApiClient } from '../api/api-client.ts';

type Init = { signal?: AbortSignal };

/** What fits a query, without the products that the list of its keyword has. */
export function searchBeyondName(
  api: ApiClient,
  { query, category, limit }: { query: string; category: Category; limit: number },
  init?: Init,
): Promise<SearchResult> {
  const params = new URLSearchParams({ q: query, category, beyond_name: 'true', limit: String(limit) });
  return api.get(`/search?${params}`, init);
}

export function getSuggestions(api: ApiClient, query: string, init?: Init): Promise<Suggestions> {
  return api.get(`/search/suggestions?${new URLSearchParams({ q: query })}`, init);
}
