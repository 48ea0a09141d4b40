// Loaded when a list is asked for in the browser, and not before: its first page comes with its data.
import { redirect } from 'react-router';
import { type ApiClient, ApiError } from '#client/api/api-client.ts';
import type { Category, ProductList } from '#contract/catalogue/product/product.ts';
import type { ProductQuery } from '#contract/catalogue/product/product-query.ts';
import { readChoices, readProductQuery } from '#contract/catalogue/product/read-product-query.ts';
import { orNotFound } from '../../routing/loader-errors.ts';
import { categoryPath } from '../paths.ts';
import { type ListProductsQuery, listProducts } from '../product/read-products.ts';
import { tidyAddress } from './filter/price-fields.ts';
import type { ListData } from './list-data.ts';
import { saveView } from './preferred-view.ts';

/** The list of an address, whose path says a category or a keyword. */
export async function loadList(
  api: ApiClient,
  request: Request,
  path: { category: Category } | { keyword: string },
): Promise<ListData> {
  const { pathname, searchParams } = new URL(request.url);
  const tidied = tidyAddress(searchParams);
  if (tidied) throw redirect(tidied.size > 0 ? `${pathname}?${tidied}` : pathname);
  const query: ProductQuery = { ...readProductQuery(searchParams, path), ...path };
  const preferred = pathname === categoryPath('computing') && saveView(searchParams, query.view);
  if (preferred) throw redirect(`${pathname}?${preferred}`);
  const { view, ...asked } = query;
  const list = await loadPage(api, { ...asked, withFacets: true, withAttributes: view === 'table' }, request.signal);
  return { query, faults: readChoices(searchParams, query.category).faults, list };
}

/**
 * A page of the list; the first one when the address carries a page mark that the API does not know (any more), so
 * that an old link still shows products.
 */
function loadPage(api: ApiClient, query: ListProductsQuery, signal: AbortSignal): Promise<ProductList> {
  const page = listProducts(api, query, { signal }).catch((error) => {
    if (!query.cursor || !(error instanceof ApiError) || error.status !== 400) throw error;
    return listProducts(api, { ...query, cursor: null }, { signal });
  });
  return orNotFound(page);
}
