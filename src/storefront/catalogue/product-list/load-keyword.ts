// Loaded with load-list.ts, when a list is asked for in the browser.
import type { ApiClient } from '#client/api/api-client.ts';
import { filtersInForce } from '#contract/catalogue/product/filters-in-force.ts';
import { placeInName } from '#contract/catalogue/product/place-in-name.ts';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { readProductQuery } from '#contract/catalogue/product/read-product-query.ts';
import type { SearchResult } from '#contract/catalogue/search.ts';
import type { ListData } from './list-data.ts';
import { loadAlsoFits } from './load-also-fits.ts';
import { loadList } from './load-list.ts';

/** The list of a keyword, and what fits it beside that; `isNamed` where the first name has it as a word, or at the beginning of one. */
export async function loadKeyword(api: ApiClient, request: Request, keyword: string) {
  const query = { ...readProductQuery(new URL(request.url).searchParams, { keyword }), keyword };
  const [list, alsoFits] = await Promise.all([
    loadList(api, request, { keyword }),
    loadAlsoFits(api, query, request.signal),
  ]);
  const pinned = list.list.page === 1 ? (alsoFits?.products.slice(0, alsoFits.pinned) ?? []) : [];
  const [first] = list.list.products;
  const isNamed = first !== undefined && placeInName(first.product_name, keyword) > 1;
  return { ...eachOnce(list, alsoFits, isNamed, pinned), isNamed, quiet: quietOf(list, alsoFits, keyword) };
}

/** How an empty list is shown that no filter has emptied: as a sentence above what fits, or as the message of the page. */
function quietOf(
  { list, query }: ListData,
  alsoFits: SearchResult | null,
  keyword: string,
): 'sentence' | 'message' | null {
  if (list.total > 0 || filtersInForce(query, { keyword }).length > 0) return null;
  const others = alsoFits ? alsoFits.products.length + alsoFits.closest.length : 0;
  return others > 0 ? 'sentence' : 'message';
}

/** Products that stand above are not shown again below. */
function eachOnce(list: ListData, alsoFits: SearchResult | null, isNamed: boolean, pinned: readonly ProductSummary[]) {
  const without = (products: ProductSummary[], others: readonly ProductSummary[]) => {
    const ids = new Set(others.map((one) => one.product_id));
    return products.filter((one) => !ids.has(one.product_id));
  };
  if (!alsoFits) return { ...list, alsoFits };
  if (isNamed) {
    const products = [...pinned, ...without(list.list.products, pinned)];
    return {
      ...list,
      list: { ...list.list, products },
      alsoFits: { ...alsoFits, products: without(alsoFits.products, products) },
    };
  }
  return { ...list, list: { ...list.list, products: without(list.list.products, alsoFits.products) }, alsoFits };
}
