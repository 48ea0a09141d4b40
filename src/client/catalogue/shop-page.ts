import type { ShopPage, ShopPageName } from '#contract/catalogue/shop-pages.ts';
import type { ApiClient } from '../api/api-client.ts';

/** One of the pages that the operator writes. */
export function getShopPage(api: ApiClient, name: ShopPageName, init?: { signal?: AbortSignal }): Promise<ShopPage> {
  return api.get(`/page/${name}`, init);
}
