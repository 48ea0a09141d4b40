import type { StoredPicture } from '#contract/catalogue/picture.ts';
import type { LoadedProductKeys, OwnKeyLists } from '#contract/goods/product-key.schema.ts';
import type { PlanSale } from '#contract/selling/staff-product/planned-sale.ts';
import type {
  ChangeProduct,
  ChangeStock,
  MakeProduct,
  StaffProduct,
} from '#contract/selling/staff-product/staff-product.ts';
import type { ApiClient } from '../api/api-client.ts';

export function getStaffProduct(api: ApiClient, productId: string): Promise<StaffProduct> {
  return api.get(pathOf(productId), { asUser: true });
}

/** It is paused until it is published. */
export function makeStaffProduct(api: ApiClient, product: MakeProduct): Promise<StaffProduct> {
  return api.post('/admin/product', product);
}

export function changeStaffProduct(api: ApiClient, productId: string, change: ChangeProduct): Promise<StaffProduct> {
  return api.put(pathOf(productId), change);
}

export function changeStock(api: ApiClient, productId: string, change: ChangeStock): Promise<StaffProduct> {
  return api.post(`${pathOf(productId)}/stock`, change);
}

export type ProductStep = 'pause' | 'publish' | 'archive' | 'restore';

export function moveStaffProduct(api: ApiClient, productId: string, step: ProductStep): Promise<StaffProduct> {
  return api.post(`${pathOf(productId)}/${step}`, {});
}

/** A copy of the id `copyId`. */
export function duplicateStaffProduct(api: ApiClient, productId: string, copyId: string): Promise<StaffProduct> {
  return api.post(`${pathOf(productId)}/duplicate`, { product_id: copyId });
}

export function deleteStaffProduct(api: ApiClient, productId: string): Promise<void> {
  return api.delete(pathOf(productId));
}

export function planSale(api: ApiClient, productId: string, sale: PlanSale): Promise<StaffProduct> {
  return api.post(`${pathOf(productId)}/sale`, sale);
}

/** Ends one that runs. */
export function cancelSale(api: ApiClient, productId: string, saleId: string): Promise<StaffProduct> {
  return api.post(`${pathOf(productId)}/sale/${encodeURIComponent(saleId)}/cancel`, {});
}

/** Sends a picture for products of the operator; the answer says where it is. */
export function sendProductPicture(
  api: ApiClient,
  file: Blob,
  init?: { signal?: AbortSignal },
): Promise<StoredPicture> {
  return api.postFile('/admin/product-picture', file, init);
}

export function getOwnKeyLists(api: ApiClient, productId: string): Promise<OwnKeyLists> {
  return api.get(`${pathOf(productId)}/key`, { asUser: true });
}

/** `keys`: one on each line. */
export function loadOwnKeys(
  api: ApiClient,
  productId: string,
  { keys, edition, dryRun }: { keys: string; edition: string; dryRun: boolean },
): Promise<LoadedProductKeys> {
  const query = new URLSearchParams({ edition, dry_run: String(dryRun) });
  return api.postFile(`${pathOf(productId)}/key?${query}`, new Blob([keys], { type: 'text/plain' }));
}

function pathOf(productId: string): string {
  return `/admin/product/${encodeURIComponent(productId)}`;
}
