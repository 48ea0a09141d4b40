import type { ShopPage, ShopPageName } from '#contract/shop-pages.ts';
import type { ApiClient } from './api-client.ts';

/** One of the pages that the operator writes. */
export function getShopPage(api: ApiClient, name: ShopPageName, init?: { signal?: AbortSignal }): Promise<ShopPage> {
  return api.get(`/page/${name}`, init);
}
