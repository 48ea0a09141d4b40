import type { MySellers } from '#contract/seller.schema.ts';
import type { ApiClient } from './api-client.ts';

/** The shops that the signed-in user belongs to. */
export function listMySellers(api: ApiClient): Promise<MySellers> {
  return api.get('/seller/mine', { asUser: true });
}
