// Keys of products: the shop's list of them, and what a buyer has.
import { createSecrets } from '#platform/secrets.ts';
import { sold } from '../ordering/trade.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

const keysOf = ({ sellerId }: Marketplace) => `/seller/${sellerId}/listing/gpu/key`;

async function aFreeKey({ database, sellerId: seller_id }: Marketplace): Promise<string> {
  const sealed = createSecrets([new Uint8Array(32).fill(5)]).seal('QK-1', 'api.product_key/sealed/k1');
  await database.kysely
    .insertInto('api.product_key')
    .values({ key_id: 'k1', product_id: 'gpu', seller_id, source: 'list', sealed, digest: sealed, state: 'free' })
    .execute();
  return 'k1';
}

export const productKeyRoutes: RouteRow[] = [
  {
    route: 'GET /api/seller/{sellerId}/listing/{productId}/key',
    request: (made) => ({ path: keysOf(made) }),
  },
  {
    route: 'POST /api/seller/{sellerId}/listing/{productId}/key',
    request: (made) => ({ path: keysOf(made), body: { keys: ['QK-7F3A'] } }),
  },
  {
    route: 'DELETE /api/seller/{sellerId}/listing/{productId}/key/{keyId}',
    request: async (made) => ({ path: `${keysOf(made)}/${await aFreeKey(made)}` }),
  },
  {
    route: 'GET /api/goods/revoked-keys/{productId}',
    request: () => ({ path: '/goods/revoked-keys/gpu' }),
  },
  {
    route: 'GET /api/library/{entitlementId}/key',
    request: async (made) => {
      const goods = JSON.stringify({ keys: { source: 'signed' } });
      await made.database.kysely.updateTable('api.product').set({ goods }).where('product_id', '=', 'gpu').execute();
      return { path: `/library/${await sold(made)}-0/key` };
    },
    answers: { anonymous: 401, buyer: 200 },
  },
];
