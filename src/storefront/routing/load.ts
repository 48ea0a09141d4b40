import { data, type LoaderFunctionArgs } from 'react-router';
import { type ApiClient, ApiError } from '#client/api-client/api-client.ts';
import { listProducts } from '#client/api-client/product.ts';
import type { ProductList } from '#contract/product.ts';
import type { ProductQuery } from '#contract/product-query.ts';

/**
 * Throws what the error screen understands: an unknown thing is a 404, a shop that cannot answer for a moment is a 503, and
 * anything else carries its request id.
 */
export async function orNotFound<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw data({ requestId: error.requestId }, { status: [404, 503].includes(error.status) ? error.status : 502 });
  }
}

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

export type Load = LoaderFunctionArgs;

export function notFound(): never {
  throw data(null, { status: 404 });
}
