// Releases of sellers, and the files that they send.
import type { Marketplace, RouteRow } from './marketplace.ts';

/** A draft of the product on sale, with a file that is there. */
async function aRelease({ database, sellerId }: Marketplace, { withFile = true } = {}): Promise<string> {
  const db = database.kysely;
  const release = { release_id: 'release-1', product_id: 'gpu', seller_id: sellerId, number: 1, version: '1.0.0' };
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
const readers = (status: number) => ({ anonymous: 401, owner: status, editor: status, finance: status });
const editors = (status: number) => ({ anonymous: 401, owner: status, editor: status });

/** Whoever may send is asked for the headers of tus, which these requests do not have. */
const asksForTus = editors(412);

export const releaseRoutes: RouteRow[] = [
  {
    route: 'GET /api/seller/{sellerId}/listing/{productId}/release',
    request: (made) => ({ path: of(made) }),
    answers: readers(200),
  },
  {
    route: 'POST /api/seller/{sellerId}/listing/{productId}/release',
    request: (made) => ({ path: of(made), body: { version: '2.0.0' } }),
    answers: editors(201),
  },
  {
    route: 'GET /api/seller/{sellerId}/listing/{productId}/release/{releaseId}',
    request: async (made) => ({ path: `${of(made)}/${await aRelease(made)}` }),
    answers: readers(200),
  },
  {
    route: 'PUT /api/seller/{sellerId}/listing/{productId}/release/{releaseId}',
    request: async (made) => ({ path: `${of(made)}/${await aRelease(made)}`, body: { version: '1.0.1', notes: '' } }),
    answers: editors(200),
  },
  {
    route: 'DELETE /api/seller/{sellerId}/listing/{productId}/release/{releaseId}',
    request: async (made) => ({ path: `${of(made)}/${await aRelease(made)}` }),
    answers: editors(204),
  },
  {
    route: 'PUT /api/seller/{sellerId}/listing/{productId}/release/{releaseId}/file',
    request: async (made) => ({
      path: `${of(made)}/${await aRelease(made)}/file`,
      body: { path: 'a.bin', sample: 'file' },
    }),
    answers: editors(200),
  },
  {
    route: 'DELETE /api/seller/{sellerId}/listing/{productId}/release/{releaseId}/file',
    request: async (made) => ({ path: `${of(made)}/${await aRelease(made)}/file?path=a.bin` }),
    answers: editors(200),
  },
  {
    // Without a file it is refused, to those who may.
    route: 'POST /api/seller/{sellerId}/listing/{productId}/release/{releaseId}/complete',
    request: async (made) => ({ path: `${of(made)}/${await aRelease(made, { withFile: false })}/complete` }),
    answers: editors(409),
  },
  {
    route: 'POST /api/seller/{sellerId}/upload',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/upload` }),
    answers: asksForTus,
  },
  ...(['GET', 'PATCH', 'DELETE'] as const).map(
    (method): RouteRow => ({
      route: `${method} /api/seller/{sellerId}/upload/{objectId}`,
      request: async (made) => {
        await aRelease(made);
        return { path: `/seller/${made.sellerId}/upload/${'a'.repeat(32)}` };
      },
      answers: asksForTus,
    }),
  ),
];
