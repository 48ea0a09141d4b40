// Files that go out, and their downloads.
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { KnownRelease } from '../entitlement/entitlement.rules.ts';
import {
  type Door,
  type DownloadsOfLine,
  type FileCount,
  isWhole,
  type StoredDownload,
  withPart,
} from './download.rules.ts';

type Db = Kysely<ApiTables>;

/** A file of a complete release, with its bytes. */
export type ReleaseFile = KnownRelease & {
  seller_id: string | null;
  version: string;
  path: string;
  media_type: string;
  object_id: string;
  size_bytes: number;
  sha256: string;
};

/** Transfers of so long are one download. */
const OPEN_MS = 24 * 60 * 60_000;

/** Null where the release has no such file, is not complete, or the file must not go out. */
export async function findFile(db: Db, releaseId: string, path: string): Promise<ReleaseFile | null> {
  return (await files(db, releaseId).where('file.path', '=', path).executeTakeFirst()) ?? null;
}

/** At most `limit` files of a release, by path. */
export async function listFiles(db: Db, releaseId: string, limit: number): Promise<ReleaseFile[]> {
  return files(db, releaseId).orderBy('file.path').limit(limit).execute();
}

/** The one at this path that everybody may have, of the first of these releases that has one. */
export async function findFreeFile(
  db: Db,
  releaseIds: readonly string[],
  productId: string,
  path: string,
): Promise<ReleaseFile | null> {
  for (const releaseId of releaseIds) {
    const found = await files(db, releaseId)
      .where('file.path', '=', path)
      .where('file.sample', '=', 'file')
      .where('release.product_id', '=', productId)
      .where('release.published_at', 'is not', null)
      .executeTakeFirst();
    if (found) return found;
  }
  return null;
}

/** Goods that visitors are sold now; null where the product is not sold. */
export async function findListedGoods(db: Db, productId: string) {
  const row = await db
    .selectFrom('api.listed_product')
    .select('goods')
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row?.goods ?? null;
}

function files(db: Db, releaseId: string) {
  return db
    .selectFrom('api.release_file as file')
    .innerJoin('api.release as release', 'release.release_id', 'file.release_id')
    .innerJoin('api.goods_object as object', 'object.object_id', 'file.object_id')
    .select([
      'release.release_id',
      'release.product_id',
      'release.seller_id',
      'release.edition',
      'release.number',
      'release.version',
      'release.published_at',
      'file.path',
      'file.media_type',
      'object.object_id',
      'object.size_bytes',
    ])
    .select(sql<string>`object.sha256`.as('sha256'))
    .where('file.release_id', '=', releaseId)
    .where('release.state', '=', 'complete')
    .where('object.state', '=', 'complete')
    .where('object.scan', '<>', 'refused');
}

/** Those of a product that were ever published, of one edition. */
export async function listPublished(db: Db, productId: string, edition: string): Promise<KnownRelease[]> {
  return db
    .selectFrom('api.release')
    .select(['release_id', 'product_id', 'edition', 'number', 'published_at'])
    .where('product_id', '=', productId)
    .where('edition', '=', edition)
    .where('published_at', 'is not', null)
    .execute();
}

/** As the storage dated the bytes of an object when they last had their hash. */
export async function findStoredAt(db: Db, objectId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('api.goods_object')
    .select('stored_at')
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  return row?.stored_at ?? null;
}

/** The bytes were read whole and had their hash; `storedAt` is what `head` of the storage said of them. */
export async function recordStoredAt(db: Db, objectId: string, storedAt: Date): Promise<void> {
  await db.updateTable('api.goods_object').set({ stored_at: storedAt }).where('object_id', '=', objectId).execute();
}

type Begun = {
  door: Door;
  file: Pick<ReleaseFile, 'product_id' | 'seller_id' | 'release_id' | 'path' | 'size_bytes'>;
  entitlement: { entitlement_id: string; account_id: string | null } | null;
  network: string;
  agent: string;
};

/** A transfer begins: of a download of the last day of the same file, or of a new one. Answers its id. */
export async function beginDownload(db: Db, { door, file, entitlement, network, agent }: Begun, at: Date) {
  const { product_id, seller_id, release_id, path, size_bytes } = file;
  const entitlementId = entitlement?.entitlement_id ?? null;
  return db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('api.download')
      .set({ open: false })
      .where('release_id', '=', release_id)
      .where('path', '=', path)
      .where('open', '=', true)
      .where('started_at', '<=', new Date(at.getTime() - OPEN_MS))
      .$if(entitlementId !== null, (query) => query.where('entitlement_id', '=', entitlementId))
      .$if(entitlementId === null, (query) => query.where('entitlement_id', 'is', null).where('network', '=', network))
      .execute();
    const { download_id } = await transaction
      .insertInto('api.download')
      .values({
        download_id: randomUUID(),
        door,
        entitlement_id: entitlementId,
        account_id: entitlement?.account_id ?? null,
        product_id,
        seller_id,
        release_id,
        path,
        size_bytes,
        started_at: at,
        last_at: at,
        network,
        agent,
      })
      .onConflict((conflict) =>
        (entitlementId === null
          ? conflict
              .columns(['release_id', 'path', 'network'])
              .where('open', '=', true)
              .where('entitlement_id', 'is', null)
          : conflict
              .columns(['entitlement_id', 'release_id', 'path'])
              .where('open', '=', true)
              .where('entitlement_id', 'is not', null)
        ).doUpdateSet({ last_at: at }),
      )
      .returning('download_id')
      .executeTakeFirstOrThrow();
    return download_id;
  });
}

/** Records the bytes of one transfer. The first time that it makes the file whole the download is complete. */
export async function recordSent(
  db: Db,
  downloadId: string,
  { first, last, bytes }: { first: number; last: number; bytes: number },
  at: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('api.download')
      .select(['parts', 'size_bytes', 'completed_at'])
      .where('download_id', '=', downloadId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const parts = withPart(row.parts, [first, last]);
    await transaction
      .updateTable('api.download')
      .set({
        parts: JSON.stringify(parts),
        bytes: sql`bytes + ${bytes}`,
        last_at: at,
        completed_at: row.completed_at ?? (isWhole(parts, row.size_bytes) ? at : null),
      })
      .where('download_id', '=', downloadId)
      .execute();
  });
}

/** At most `limit` downloads by one entitlement, newest first. */
export async function listOfEntitlement(
  db: Db,
  entitlementId: string,
  { after, limit }: { after: ListCursor | null; limit: number },
): Promise<Array<StoredDownload & { micros: string }>> {
  return db
    .selectFrom('api.download as download')
    .leftJoin('api.release as release', 'release.release_id', 'download.release_id')
    .select([
      'download.download_id',
      'download.door',
      'download.release_id',
      'release.version',
      'download.path',
      'download.size_bytes',
      'download.started_at',
      'download.completed_at',
      'download.parts',
      'download.network',
      'download.agent',
    ])
    .select(microsOf('download.started_at').as('micros'))
    .where('download.entitlement_id', '=', entitlementId)
    .$if(after !== null, (query) =>
      query.where(olderThan(after as ListCursor, { moment: 'download.started_at', id: 'download.download_id' })),
    )
    .orderBy('download.started_at', 'desc')
    .orderBy('download.download_id')
    .limit(limit)
    .execute();
}

/** Downloads of a product by release and file, the newest release first; nobody is named. */
export async function countOfProduct(db: Db, sellerId: string, productId: string, limit: number): Promise<FileCount[]> {
  return db
    .selectFrom('api.download as download')
    .innerJoin('api.release as release', 'release.release_id', 'download.release_id')
    .select(['download.release_id', 'release.version', 'release.number', 'download.path'])
    .select([
      sql<number>`(count(*) filter (where download.door <> 'free'))::int`.as('started'),
      sql<number>`(count(download.completed_at) filter (where download.door <> 'free'))::int`.as('completed'),
      sql<number>`(count(download.completed_at) filter (where download.door = 'free'))::int`.as('free'),
      sql<Date>`max(download.last_at)`.as('last_at'),
    ])
    .where('download.product_id', '=', productId)
    .where('download.seller_id', '=', sellerId)
    .groupBy(['download.release_id', 'release.version', 'release.number', 'download.path'])
    .orderBy('release.number', 'desc')
    .orderBy('download.release_id')
    .orderBy('download.path')
    .limit(limit)
    .execute();
}

/** Downloads of the lines of these orders that promise files, in their order. */
export async function downloadsOfOrders(db: Db, orderIds: readonly string[]): Promise<DownloadsOfLine[]> {
  if (orderIds.length === 0) return [];
  // Downloads by any machine of the line.
  const had = sql<boolean>`download.entitlement_id in (select one.entitlement_id from api.entitlement as one
    where one.order_id = entitlement.order_id and one.line = entitlement.line)`;
  const { rows } = await sql<DownloadsOfLine>`select entitlement.order_id, entitlement.line,
      coalesce(had.started, 0)::int as started, coalesce(had.completed, 0)::int as completed, had.last_at,
      (select count(*)::int from api.release_file as file where file.release_id in (
        select download.release_id from api.download as download where ${had}
        union select entitlement.goods -> 'files' ->> 'release')) as files
    from api.entitlement as entitlement
    left join lateral (select count(distinct (release_id, path)) as started, max(last_at) as last_at,
        count(distinct (release_id, path)) filter (where completed_at is not null) as completed
      from api.download as download where ${had}) as had on true
    where entitlement.order_id = any(${[...orderIds]}) and entitlement.goods ? 'files' and machine = 1
    order by entitlement.order_id, entitlement.line`.execute(db);
  return rows;
}

/** Downloads of one line; null where it promises no files. */
export async function downloadsOfLine(db: Db, orderId: string, line: number): Promise<DownloadsOfLine | null> {
  return (await downloadsOfOrders(db, [orderId])).find((found) => found.line === line) ?? null;
}
