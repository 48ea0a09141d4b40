// Library of a buyer: nobody but its owner finds it.
import { storeEntitlement, storeRelease } from '../../../factories/goods.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

/** Something of the buyer's, with files of the shop. */
async function bought({ database, sellerId }: Marketplace): Promise<{ path: string; releaseId: string }> {
  const releaseId = await storeRelease(database, { product_id: 'gpu', number: 1, seller_id: sellerId });
  const goods = { files: { release: releaseId, updates: 'free' } } as const;
  const id = await storeEntitlement(database, { account_id: 'buyer', product_id: 'gpu', seller_id: sellerId, goods });
  return { path: `/library/${id}`, releaseId };
}

export const libraryRoutes: RouteRow[] = [
  { route: 'GET /api/library', request: () => ({ path: '/library' }) },
  {
    route: 'GET /api/library/state',
    request: () => ({ path: '/library/state?of=nothing' }),
  },
  {
    route: 'GET /api/library/owned',
    request: () => ({ path: '/library/owned?id=nothing' }),
  },
  {
    route: 'GET /api/library/{entitlementId}',
    request: async (made) => ({ path: (await bought(made)).path }),
    answers: { anonymous: 401, buyer: 200 },
  },
  {
    route: 'GET /api/library/{entitlementId}/release/{releaseId}',
    request: async (made) => {
      const { path, releaseId } = await bought(made);
      return { path: `${path}/release/${releaseId}` };
    },
    answers: { anonymous: 401, buyer: 200 },
  },
  {
    route: 'GET /api/library/{entitlementId}/release/{releaseId}/manifest',
    request: async (made) => {
      const { path, releaseId } = await bought(made);
      return { path: `${path}/release/${releaseId}/manifest` };
    },
    answers: { anonymous: 401, buyer: 200 },
  },
];
