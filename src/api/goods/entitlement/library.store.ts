// Facts of the library beside the entitlements: the products and shops as they are now, and the versions of files.
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { AcceptedLicense } from '#contract/catalogue/license.ts';
import { countedThings } from '#contract/goods/library/library.schema.ts';
import type { LibraryCounts } from '#contract/goods/library/library.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { ProductNow, PublishedRelease, ShopNow } from './library.rules.ts';

type Db = Kysely<ApiTables>;

/** Counts the newest library items of an account: those that follow are not looked at, however many they are. */
export async function countLibrary(db: Db, accountId: string): Promise<LibraryCounts> {
  const of = (kind: string) => sql`count(*) filter (where goods ? ${kind})::int`;
  const { rows } = await sql<Record<Exclude<keyof LibraryCounts, 'more'>, number>>`
    select count(*)::int as "all", ${of('files')} as files, ${of('keys')} as keys, ${of('access')} as access,
      ${of('hours')} as hours, count(*) filter (where goods = '{}')::int as hand
    from (select goods from api.entitlement where account_id = ${accountId}
      order by granted_at desc, entitlement_id limit ${countedThings + 1}) as newest`.execute(db);
  const [{ all, ...kinds } = { all: 0, files: 0, keys: 0, access: 0, hours: 0, hand: 0 }] = rows;
  return { all: Math.min(all, countedThings), more: all > countedThings, ...kinds };
}

/** The products of these ids that there are, whether they are sold now or not. */
export async function findProductsNow(db: Db, productIds: readonly string[]): Promise<ProductNow[]> {
  if (productIds.length === 0) return [];
  return db
    .selectFrom('api.product')
    .select(['product_id', 'product_type', 'product_img', 'listed'])
    .where('product_id', 'in', [...new Set(productIds)])
    .execute();
}

export async function findShops(db: Db, sellerIds: readonly string[]): Promise<ShopNow[]> {
  if (sellerIds.length === 0) return [];
  return db
    .selectFrom('api.seller')
    .select(['seller_id', 'name', 'address'])
    .where('seller_id', 'in', [...new Set(sellerIds)])
    .execute();
}

/** Every published version of these products, without notes. */
export async function listPublished(db: Db, productIds: readonly string[]): Promise<PublishedRelease[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .selectFrom('api.release')
    .select(['release_id', 'product_id', 'edition', 'number', 'version', 'published_at'])
    .where('product_id', 'in', [...new Set(productIds)])
    .where('published_at', 'is not', null)
    .execute();
  return rows as PublishedRelease[];
}

export async function findNotes(db: Db, releaseIds: readonly string[]): Promise<Map<string, string>> {
  if (releaseIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.release')
    .select(['release_id', 'notes'])
    .where('release_id', 'in', [...new Set(releaseIds)])
    .execute();
  return new Map(rows.map(({ release_id, notes }) => [release_id, notes]));
}

type ReleaseFacts = {
  release_id: string;
  notes: string;
  commit_sha: string | null;
  has_manifest: boolean;
  file_count: number;
  size_bytes: number;
};

/** Facts of these releases where they are shown one by one. */
export async function findReleaseFacts(db: Db, releaseIds: readonly string[]): Promise<Map<string, ReleaseFacts>> {
  if (releaseIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.release as release')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('api.release_file as file')
          .select([
            sql<number>`count(*)::int`.as('file_count'),
            sql<number>`coalesce(sum(file.size_bytes), 0)::float8`.as('size_bytes'),
          ])
          .whereRef('file.release_id', '=', 'release.release_id')
          .as('files'),
      (join) => join.onTrue(),
    )
    .select(['release.release_id', 'release.notes', 'release.commit_sha'])
    .select([
      sql<boolean>`release.manifest is not null`.as('has_manifest'),
      sql<number>`files.file_count`.as('file_count'),
      sql<number>`files.size_bytes`.as('size_bytes'),
    ])
    .where('release.release_id', 'in', [...releaseIds])
    .execute();
  return new Map(rows.map((row) => [row.release_id, row]));
}

export async function findManifest(db: Db, releaseId: string): Promise<object | null> {
  const found = await db
    .selectFrom('api.release')
    .select('manifest')
    .where('release_id', '=', releaseId)
    .executeTakeFirst();
  return found?.manifest ?? null;
}

/** At most `limit` files of a release, by path, from `after` on. */
export async function listFiles(
  db: Db,
  releaseId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Array<{ path: string; size_bytes: number; sha256: string; media_type: string }>> {
  const rows = await db
    .selectFrom('api.release_file')
    .select(['path', 'size_bytes', 'media_type'])
    .select(sql<string>`coalesce(sha256, '')`.as('sha256'))
    .where('release_id', '=', releaseId)
    .$if(after !== null, (query) => query.where('path', '>', after as string))
    .orderBy('path')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, size_bytes: Number(row.size_bytes) }));
}

/** When the last of what was paid for these lines was sent back, by entitlement. */
export async function findRefundTimes(db: Db, entitlementIds: readonly string[]): Promise<Map<string, Date>> {
  if (entitlementIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.entitlement as entitlement')
    .innerJoin('api.refund as refund', 'refund.order_id', 'entitlement.order_id')
    .select('entitlement.entitlement_id')
    .select(sql<Date>`max(refund.created_at)`.as('at'))
    .where('entitlement.entitlement_id', 'in', [...entitlementIds])
    .where('refund.state', '<>', 'failed')
    // Refunds of the line, or of the order as a whole.
    .where(
      sql<SqlBool>`not exists (select from api.refund_line as other where other.refund_id = refund.refund_id)
        or exists (select from api.refund_line as own where own.refund_id = refund.refund_id
          and own.order_id = entitlement.order_id and own.line = entitlement.line)`,
    )
    .groupBy('entitlement.entitlement_id')
    .execute();
  return new Map(rows.map(({ entitlement_id, at }) => [entitlement_id, new Date(at)]));
}

/** The licenses that were accepted with a line. */
export async function findAcceptedLicenses(db: Db, orderId: string, line: number): Promise<AcceptedLicense[]> {
  const found = await db
    .selectFrom('api.order_line')
    .select('license_texts')
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .executeTakeFirst();
  return found?.license_texts ?? [];
}
