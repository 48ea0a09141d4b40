// Releases of sellers, and the files that they send.
import { aProduct } from '../../../factories/product.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

/** A draft of the product on sale, with a file that is there. */
async function aRelease(
  { database, sellerId: own }: Marketplace,
  { withFile = true, sellerId = own }: { withFile?: boolean; sellerId?: string | null } = {},
): Promise<string> {
  const db = database.kysely;
  const product_id = sellerId === null ? 'own-files' : 'gpu';
  if (sellerId === null) await db.insertInto('api.product').values(aProduct({ product_id })).execute();
  const release = { release_id: 'release-1', product_id, seller_id: sellerId, number: 1, version: '1.0.0' };
  await db.insertInto('api.release').values(release).execute();
  if (!withFile) return release.release_id;
  const file = { object_id: 'a'.repeat(32), size_bytes: 1, sha256: 'a'.repeat(64) };
  await db
    .insertInto('api.goods_object')
    .values({ ...file, seller_id: sellerId, state: 'complete', completed_at: new Date(), scan: 'off' })
    .execute();
  await db
    .insertInto('api.release_file')
    .values({ ...file, release_id: release.release_id, path: 'a.bin', path_folded: 'a.bin' })
    .execute();
  return release.release_id;
}

const of = ({ sellerId }: Marketplace) => `/seller/${sellerId}/listing/gpu/release`;

export const releaseRoutes: RouteRow[] = [
  {
    route: 'GET /api/seller/{sellerId}/listing/{productId}/release',
    request: (made) => ({ path: of(made) }),
  },
  {
    route: 'POST /api/seller/{sellerId}/listing/{productId}/release',
    request: (made) => ({ path: of(made), body: { version: '2.0.0' } }),
  },
  {
    route: 'GET /api/seller/{sellerId}/listing/{productId}/release/{releaseId}',
    request: async (made) => ({ path: `${of(made)}/${await aRelease(made)}` }),
  },
  {
    route: 'PUT /api/seller/{sellerId}/listing/{productId}/release/{releaseId}',
    request: async (made) => ({ path: `${of(made)}/${await aRelease(made)}`, body: { version: '1.0.1', notes: '' } }),
  },
  {
    route: 'DELETE /api/seller/{sellerId}/listing/{productId}/release/{releaseId}',
    request: async (made) => ({ path: `${of(made)}/${await aRelease(made)}` }),
  },
  {
    route: 'PUT /api/seller/{sellerId}/listing/{productId}/release/{releaseId}/file',
    request: async (made) => ({
      path: `${of(made)}/${await aRelease(made)}/file`,
      body: { path: 'a.bin', sample: 'file' },
    }),
  },
  {
    route: 'DELETE /api/seller/{sellerId}/listing/{productId}/release/{releaseId}/file',
    request: async (made) => ({ path: `${of(made)}/${await aRelease(made)}/file?path=a.bin` }),
  },
  {
    // Without a file it is refused, to those who may.
    route: 'POST /api/seller/{sellerId}/listing/{productId}/release/{releaseId}/complete',
    request: async (made) => ({ path: `${of(made)}/${await aRelease(made, { withFile: false })}/complete` }),
    passed: 409,
  },
  {
    route: 'POST /api/seller/{sellerId}/upload',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/upload` }),
    passed: 412,
  },
  ...(['HEAD', 'PATCH', 'DELETE'] as const).map(
    (method): RouteRow => ({
      route: `${method} /api/seller/{sellerId}/upload/{objectId}`,
      request: async (made) => {
        await aRelease(made);
        return { path: `/seller/${made.sellerId}/upload/${'a'.repeat(32)}` };
      },
      passed: 412,
    }),
  ),
  ...ownReleaseRoutes(),
];

/** The staff keep those of the operator's own products; with these headers, or without a file, whoever may is refused. */
function ownReleaseRoutes(): RouteRow[] {
  const base = 'POST /api/admin/product/{productId}/release';
  const one = '/api/admin/product/{productId}/release/{releaseId}';
  const path = '/admin/product/own-files/release';
  const made = async (shop: Marketplace, withFile = true) =>
    `${path}/${await aRelease(shop, { sellerId: null, withFile })}`;
  return [
    {
      route: base,
      request: async (shop) => {
        await aRelease(shop, { sellerId: null });
        return { path, body: { version: '2.0.0' } };
      },
    },
    {
      route: 'GET /api/admin/product/{productId}/release',
      request: async (shop) => {
        await aRelease(shop, { sellerId: null });
        return { path };
      },
    },
    { route: `GET ${one}`, request: async (shop) => ({ path: await made(shop) }) },
    {
      route: `PUT ${one}`,
      request: async (shop) => ({ path: await made(shop), body: { version: '1.0.1', notes: '' } }),
    },
    { route: `DELETE ${one}`, request: async (shop) => ({ path: await made(shop) }) },
    {
      route: `PUT ${one}/file`,
      request: async (shop) => ({ path: `${await made(shop)}/file`, body: { path: 'a.bin', sample: 'file' } }),
    },
    {
      route: `DELETE ${one}/file`,
      request: async (shop) => ({ path: `${await made(shop)}/file?path=a.bin` }),
    },
    {
      route: `POST ${one}/complete`,
      request: async (shop) => ({ path: `${await made(shop, false)}/complete` }),
      passed: 409,
    },
    { route: 'POST /api/admin/upload', request: () => ({ path: '/admin/upload' }), passed: 412 },
    ...(['HEAD', 'PATCH', 'DELETE'] as const).map(
      (method): RouteRow => ({
        route: `${method} /api/admin/upload/{objectId}`,
        request: async (shop) => {
          await made(shop);
          return { path: `/admin/upload/${'a'.repeat(32)}` };
        },
        passed: 412,
      }),
    ),
  ];
}
