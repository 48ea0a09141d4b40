import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { Goods } from '#contract/goods/goods.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { HubRelease } from './hub-access.rules.ts';
import { idHash } from './hub-name.rules.ts';

type Db = Kysely<ApiTables>;

export type HubProduct = {
  product_id: string;
  product_name: string;
  product_type: ProductType;
  license: string;
  goods: Goods;
  /** True if it costs nothing. */
  is_free: boolean;
  /** True if it is on sale. */
  listed: boolean;
  seller_id: string | null;
};

export async function findHubProduct(db: Db, productId: string): Promise<HubProduct | null> {
  const row = await db
    .selectFrom('api.product')
    .select(['product_id', 'product_name', 'product_type', 'license', 'goods', 'listed', 'seller_id'])
    .select(sql<boolean>`price_micros = 0`.as('is_free'))
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row ?? null;
}

/** The id, of a product or of what the account has, whose hash this is; only ids that are named by their hash are looked at. */
export async function findIdOfHash(db: Db, hash: string, accountId: string | null): Promise<string | null> {
  const named = sql<SqlBool>`(octet_length(product_id) > 96
    or (octet_length(product_id) > 31 and product_id !~ '^[a-z0-9]+(-[a-z0-9]+)*$'))`;
  const product = await db
    .selectFrom('api.product')
    .select('product_id')
    .where(named)
    .where(sql<SqlBool>`sha256(convert_to(product_id, 'UTF8')) = ${Buffer.from(hash, 'hex')}`)
    .executeTakeFirst();
  if (product || accountId === null) return product?.product_id ?? null;
  const owned = await db
    .selectFrom('api.entitlement')
    .select('product_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where(named)
    .execute();
  return owned.find((row) => idHash(row.product_id) === hash)?.product_id ?? null;
}

/** The address of a shop's page; null: it has none. */
export async function findSellerAddress(db: Db, sellerId: string): Promise<string | null> {
  const row = await db.selectFrom('api.seller').select('address').where('seller_id', '=', sellerId).executeTakeFirst();
  return row?.address ?? null;
}

/** Published ones of a product, of all editions. */
export async function listPublished(db: Db, productId: string): Promise<HubRelease[]> {
  const rows = await db
    .selectFrom('api.release')
    .select(['release_id', 'product_id', 'edition', 'number', 'version', 'commit_sha', 'completed_at', 'published_at'])
    .where('product_id', '=', productId)
    .where('state', '=', 'complete')
    .where('published_at', 'is not', null)
    .execute();
  return rows.flatMap(({ commit_sha, completed_at, ...row }) =>
    commit_sha && completed_at ? [{ ...row, commit_sha, completed_at }] : [],
  );
}

export async function findManifest(db: Db, releaseId: string): Promise<object | null> {
  const row = await db
    .selectFrom('api.release')
    .select('manifest')
    .where('release_id', '=', releaseId)
    .executeTakeFirst();
  return row?.manifest ?? null;
}

/** Those of a complete release, by path; `size` in bytes. */
export async function listReleaseFiles(
  db: Db,
  releaseId: string,
): Promise<Array<{ path: string; size: number; sha256: string }>> {
  return (
    db
      .selectFrom('api.release_file as file')
      .innerJoin('api.goods_object as object', 'object.object_id', 'file.object_id')
      .select(['file.path', 'object.size_bytes as size'])
      .select(sql<string>`object.sha256`.as('sha256'))
      .where('file.release_id', '=', releaseId)
      .where('object.state', '=', 'complete')
      // As api/download sends them.
      .where('object.scan', '<>', 'refused')
      .orderBy('file.path')
      .execute()
  );
}

/** True if everybody may have this file. */
export async function isFreeFile(db: Db, releaseId: string, path: string): Promise<boolean> {
  const row = await db
    .selectFrom('api.release_file')
    .select('sample')
    .where('release_id', '=', releaseId)
    .where('path', '=', path)
    .executeTakeFirst();
  return row?.sample === 'file';
}

/** Nickname of an account in the shop; null: it has no record. */
export async function findNickname(db: Db, accountId: string): Promise<string | null> {
  const row = await db.selectFrom('api.user').select('username').where('account_id', '=', accountId).executeTakeFirst();
  return row?.username ?? null;
}
