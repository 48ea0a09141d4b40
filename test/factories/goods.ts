// Goods of buyers, as rows: releases with files, and entitlements. Fields that a test does not care about are filled in.
import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { EntitlementTable, ReleaseTable } from '#api/schema/goods.ts';
import type { ApiTables } from '#api/schema/schema.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import type { Database } from '../../src/platform/database/database.ts';

let made = 0;

export type AFile = { path: string; content?: string; size_bytes?: number; media_type?: string };

type GivenRelease = Partial<Omit<Insertable<ReleaseTable>, 'manifest'>> & { product_id: string; number: number };

/**
 * Stores a complete release with files, published unless `published_at` is null. Answers its id. The bytes themselves lie nowhere: the rows name
 * objects that a test puts into the storage where it needs them (`objectIdOf`).
 */
export async function storeRelease(
  { kysely: db }: Database<ApiTables>,
  given: GivenRelease,
  files: readonly AFile[] = [{ path: 'README.md', content: 'Read me.\n' }],
): Promise<string> {
  const release_id = given.release_id ?? `release-${++made}`;
  const at = given.published_at ?? new Date('2026-11-01T10:00:00Z');
  const isDraft = given.state === 'draft';
  await db
    .insertInto('api.release')
    .values({
      version: `${given.number}.0.0`,
      seller_id: null,
      state: 'complete',
      ...(!isDraft && {
        commit_sha: sha256Of(release_id).slice(0, 40),
        manifest: JSON.stringify({ signed: release_id }),
        completed_at: at,
        published_at: given.published_at === undefined ? at : given.published_at,
      }),
      ...given,
      release_id,
    })
    .execute();
  for (const { path, content = path, media_type = 'application/octet-stream', ...file } of files) {
    const sha256 = sha256Of(content);
    const size_bytes = file.size_bytes ?? Buffer.byteLength(content);
    const object_id = objectIdOf(release_id, path);
    await db
      .insertInto('api.goods_object')
      .values({
        object_id,
        seller_id: given.seller_id ?? null,
        size_bytes,
        sha256,
        state: 'complete',
        scan: 'off',
        completed_at: at,
      })
      .execute();
    await db
      .insertInto('api.release_file')
      .values({ release_id, path, path_folded: path.toLowerCase(), object_id, size_bytes, sha256, media_type })
      .execute();
  }
  return release_id;
}

/** Where the bytes of a file that `storeRelease` has made belong: `goods/OBJECT_ID`. */
export function objectIdOf(releaseId: string, path: string): string {
  return sha256Of(`${releaseId} ${path}`).slice(0, 32);
}

type GivenEntitlement = Partial<Omit<Insertable<EntitlementTable>, 'goods'>> & {
  account_id: string;
  product_id: string;
  goods?: GoodsOfOne;
};

/** A gift, which needs no order, unless it says otherwise. */
export function anEntitlement({ goods = {}, ...given }: GivenEntitlement): Insertable<EntitlementTable> {
  return {
    entitlement_id: `gift-${++made}`,
    product_name: given.product_id,
    seller_id: null,
    quantity: 1,
    goods: JSON.stringify(goods),
    product_version: null,
    because: 'gift',
    order_id: null,
    line: null,
    granted_at: new Date('2026-11-02T10:00:00Z'),
    ...given,
  };
}

/** Answers its id. */
export async function storeEntitlement({ kysely }: Database<ApiTables>, given: GivenEntitlement): Promise<string> {
  const row = anEntitlement(given);
  await kysely.insertInto('api.entitlement').values(row).execute();
  return row.entitlement_id;
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
