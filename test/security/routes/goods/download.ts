// Files that were bought, and those that everybody may have. The address of a file is as good as its owner for some minutes.
import { storeGift, storeRelease } from '../../../factories/release.ts';
import { addressOf } from '../../../factories/seller.ts';
import { type Marketplace, type RouteRow, signedIn } from '../selling/marketplace.ts';

/** The buyer has it; one of its files is free. */
async function bought({ database, shop, sellerId }: Marketplace) {
  const { release_id } = await storeRelease(
    { database, storage: shop.api.storage },
    { product_id: 'gpu', seller_id: sellerId, files: { 'a.csv': 'a', 'free/b.csv': 'b' }, free: ['free/b.csv'] },
  );
  const goods = { files: { release: release_id, updates: 'none' as const } };
  await database.kysely
    .updateTable('api.product')
    .set({ goods: JSON.stringify(goods) })
    .execute();
  const entitlementId = await storeGift({ database }, { account_id: 'buyer', product_id: 'gpu', goods });
  return { release_id, path: `/library/${entitlementId}/download` };
}

async function linked(made: Marketplace): Promise<string> {
  const { release_id, path } = await bought(made);
  const buyer = await made.shop.api.signIn({ email: addressOf('buyer'), nickname: 'buyer' }, { sub: 'buyer' });
  const { body } = await buyer.post(path, { release_id, path: 'a.csv' });
  return new URL(body.links[0].url).pathname.replace('/api', '');
}

const everybody = { ...signedIn(200), anonymous: 200, invalid: 200 };

export const downloadRoutes: RouteRow[] = [
  {
    route: 'POST /api/library/{entitlementId}/download',
    request: async (made) => {
      const { release_id, path } = await bought(made);
      return { path, body: { release_id } };
    },
    answers: { anonymous: 401, buyer: 200 },
  },
  {
    route: 'GET /api/library/{entitlementId}/download',
    request: async (made) => ({ path: (await bought(made)).path }),
    answers: { anonymous: 401, buyer: 200 },
  },
  {
    route: 'GET /api/download/{token}/{name}',
    request: async (made) => ({ path: await linked(made) }),
  },
  {
    route: 'GET /api/product/{productId}/free-file/{path}',
    request: async (made) => {
      await bought(made);
      return { path: '/product/gpu/free-file/free/b.csv' };
    },
    answers: everybody,
  },
  {
    route: 'GET /api/seller/{sellerId}/listing/{productId}/download',
    request: async (made) => {
      await bought(made);
      return { path: `/seller/${made.sellerId}/listing/gpu/download` };
    },
  },
];
