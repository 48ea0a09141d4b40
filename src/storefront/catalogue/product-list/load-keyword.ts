// Loaded with load-list.ts, when a list is asked for in the browser.
import type { ApiClient } from '#client/api/api-client.ts';
import { readProductQuery } from '#contract/catalogue/product/read-product-query.ts';
import { loadAlsoFits } from './load-also-fits.ts';
import { loadList } from './load-list.ts';

/** The list of a keyword, and what fits it beside that. */
export async function loadKeyword(api: ApiClient, request: Request, keyword: string) {
  const query = { ...readProductQuery(new URL(request.url).searchParams, { keyword }), keyword };
  const [list, alsoFits] = await Promise.all([
    loadList(api, request, { keyword }),
    loadAlsoFits(api, query, request.signal),
  ]);
  return { ...list, alsoFits };
}
