import type {
  AlertKind,
  AlertLink,
  MergedSavedProducts,
  SavedBefore,
  SavedIds,
  SavedProduct,
  SavedProducts,
} from '#contract/catalogue/saved-product.ts';
import type { ApiClient } from '../api/api-client.ts';

export function listSavedProducts(api: ApiClient): Promise<SavedProducts> {
  return api.get('/saved-product', { asUser: true });
}

export function listSavedIds(api: ApiClient): Promise<SavedIds> {
  return api.get('/saved-product/ids', { asUser: true });
}

/** Adds what was saved before the sign-in. */
export function mergeSavedProducts(api: ApiClient, productIds: readonly string[]): Promise<MergedSavedProducts> {
  return api.post('/saved-product', { product_ids: productIds });
}

/** Saves it, and asks for these alerts; without `alerts` they stay as they are. With `before` it comes back as it was saved. */
export function saveProduct(
  api: ApiClient,
  id: string,
  wanted: { alerts?: readonly AlertKind[]; before?: SavedBefore } = {},
): Promise<SavedProduct> {
  return api.put(`/saved-product/${encodeURIComponent(id)}`, wanted);
}

export function unsaveProduct(api: ApiClient, id: string): Promise<void> {
  return api.delete(`/saved-product/${encodeURIComponent(id)}`);
}

/** What the link in an alert's mail is about. */
export function getAlertLink(api: ApiClient, token: string, init?: { signal?: AbortSignal }): Promise<AlertLink> {
  return api.get(`/saved-product/alerts/${encodeURIComponent(token)}`, init);
}
