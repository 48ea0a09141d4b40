import type { ApiClient } from '#client/api/api-client.ts';
import { isNarrowed, type ProductQuery } from '#contract/catalogue/product/product-query.ts';
import { longestQuery, type SearchResult } from '#contract/catalogue/search.ts';

/** As many as a page of a list has; whoever wants more of it says more. */
const SHOWN = 24;

/**
 * Matches of a keyword besides the products that have it in their names, for the first page of its list. Null where the
 * list is narrowed down, as this would not be, and where it could not be asked for: the list stands without it.
 */
export async function loadAlsoFits(
  api: ApiClient,
  query: ProductQuery,
  signal: AbortSignal,
): Promise<SearchResult | null> {
  const { keyword, category } = query;
  if (keyword === '' || keyword.length > longestQuery || isNarrowed(query)) return null;
  const found = await api
    .get('/search', { params: { query: { q: keyword, category, beyond_name: 'true', limit: SHOWN } }, signal })
    .catch(() => null);
  return found && found.products.length + found.closest.length + found.filters.length > 0 ? found : null;
}
