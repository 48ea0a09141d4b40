import type { LoadedProductKeys, OwnProductKeys, ProductKeys } from '#contract/goods/product-key.schema.ts';
import type { ProductKeyState } from '#contract/goods/product-key.ts';
import type { ApiClient } from '../api/api-client.ts';

/** The keys of something that the signed-in user has bought, whole. `after` is `next` of the page before. */
export function getOwnProductKeys(api: ApiClient, entitlementId: string, after?: string): Promise<OwnProductKeys> {
  const query = after ? `?${new URLSearchParams({ after })}` : '';
  return api.get(`/library/${encodeURIComponent(entitlementId)}/key${query}`, { asUser: true });
}

/** A product of a shop. */
export type OfProduct = { sellerId: string; productId: string };

/** `after` is `next` of the page before. */
export function listProductKeys(
  api: ApiClient,
  product: OfProduct,
  { state, after }: { state?: ProductKeyState; after?: string } = {},
): Promise<ProductKeys> {
  const query = new URLSearchParams({ ...(state && { state }), ...(after && { after }) });
  return api.get(`${keysOf(product)}${query.size > 0 ? `?${query}` : ''}`, { asUser: true });
}

export type KeysToLoad = {
  /** A key on each line, or a list. */
  keys: string | readonly string[];
  /** Of which list they are (ProductKeyList). */
  edition?: string;
  batch?: string;
  /** Nothing is loaded; the answer says what would be. */
  dryRun?: boolean;
};

export function loadProductKeys(
  api: ApiClient,
  product: OfProduct,
  { keys, edition = '', batch = '', dryRun = false }: KeysToLoad,
): Promise<LoadedProductKeys> {
  const query = new URLSearchParams({ edition, batch, dry_run: String(dryRun) });
  const path = `${keysOf(product)}?${query}`;
  return typeof keys === 'string'
    ? api.postFile(path, new Blob([keys], { type: 'text/plain' }))
    : api.post(path, { keys });
}

/** Of those that are free. */
export function removeProductKey(api: ApiClient, product: OfProduct, keyId: string): Promise<void> {
  return api.delete(`${keysOf(product)}/${encodeURIComponent(keyId)}`);
}

function keysOf({ sellerId, productId }: OfProduct): string {
  return `/seller/${encodeURIComponent(sellerId)}/listing/${encodeURIComponent(productId)}/key`;
}
