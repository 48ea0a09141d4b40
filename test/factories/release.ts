// Releases with their files, and who may have them, as they stand in the tables once everything before has been done.
import { createHash, randomUUID } from 'node:crypto';
import type { ApiTables } from '#api/schema/schema.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import type { Database } from '#platform/database/database.ts';
import type { Storage } from '#platform/storage/storage.ts';

type Shop = { database: Pick<Database<ApiTables>, 'kysely'>; storage: Storage };

type Given = {
  product_id: string;
  release_id?: string;
  seller_id?: string | null;
  edition?: string;
  number?: number;
  published?: boolean;
  files: Record<string, Uint8Array | string>;
  /** Paths of files that everybody may have. */
  free?: readonly string[];
  mediaTypes?: Record<string, string>;
};

let made = 0;

/** A complete release; its bytes lie in the storage. Answers the ids of the objects by path. */
export async function storeRelease({ database, storage }: Shop, given: Given) {
  made++;
  const { product_id, release_id = `release-${made}`, seller_id = null, edition = '', number = 1 } = given;
  const { kysely } = database;
  const at = new Date('2026-11-01T12:00:00Z');
  await kysely
    .insertInto('api.release')
    .values({
      release_id,
      product_id,
      seller_id,
      edition,
      number,
      version: `${number}.0.0`,
      state: 'complete',
      commit_sha: createHash('sha1').update(release_id).digest('hex'),
      manifest: '{}',
      completed_at: at,
      published_at: given.published === false ? null : at,
    })
    .execute();
  const objects: Record<string, string> = {};
  for (const [path, content] of Object.entries(given.files)) {
    const bytes = Buffer.from(content);
    const object_id = randomUUID().replaceAll('-', '');
    const { sha256 } = await storage.put(`goods/${object_id}`, bytes);
    await kysely
      .insertInto('api.goods_object')
      .values({
        object_id,
        seller_id,
        size_bytes: bytes.length,
        sha256,
        state: 'complete',
        scan: 'off',
        completed_at: at,
      })
      .execute();
    await kysely
      .insertInto('api.release_file')
      .values({
        release_id,
        path,
        path_folded: path.toLowerCase(),
        object_id,
        size_bytes: bytes.length,
        sha256,
        media_type: given.mediaTypes?.[path] ?? 'application/octet-stream',
        sample: given.free?.includes(path) ? 'file' : 'none',
      })
      .execute();
    objects[path] = object_id;
  }
  return { release_id, objects };
}

/** A gift: it stands for itself, without an order. Answers its id. */
export async function storeGift(
  { database }: Pick<Shop, 'database'>,
  given: { account_id: string; product_id: string; goods: GoodsOfOne; edition?: string },
): Promise<string> {
  made++;
  const entitlement_id = `gift-${made}`;
  const { goods, ...row } = given;
  await database.kysely
    .insertInto('api.entitlement')
    .values({
      ...row,
      entitlement_id,
      product_name: given.product_id,
      seller_id: null,
      quantity: 1,
      goods: JSON.stringify(goods),
      product_version: null,
      because: 'gift',
      order_id: null,
      line: null,
    })
    .execute();
  return entitlement_id;
}
