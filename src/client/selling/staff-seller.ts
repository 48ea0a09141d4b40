import type { Adoption, OpenSeller } from '#contract/selling/staff-seller.schema.ts';
import type { ApiClient } from '../api/api-client.ts';

export function openSeller(api: ApiClient, seller: OpenSeller): Promise<{ seller_id: string }> {
  return api.post('/admin/seller', seller);
}

/** What handing these products over would do. */
export function previewAdoption(api: ApiClient, sellerId: string, productIds: string[]): Promise<Adoption> {
  return api.post(`${pathOf(sellerId)}/preview`, { product_ids: productIds });
}

export function adoptProducts(api: ApiClient, sellerId: string, productIds: string[]): Promise<Adoption> {
  return api.post(pathOf(sellerId), { product_ids: productIds });
}

function pathOf(sellerId: string): string {
  return `/admin/seller/${encodeURIComponent(sellerId)}/adopt`;
}
