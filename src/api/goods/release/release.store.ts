import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Goods } from '#contract/goods/goods.ts';
import { requireMoved } from '#platform/state/transitions.rules.ts';
import type { GoodsObjectTable, ReleaseFileTable, ReleaseTable } from '../../schema/goods.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { releaseTransitions } from './release-states.rules.ts';

type Db = Kysely<ApiTables>;

export type StoredRelease = Selectable<ReleaseTable>;
export type StoredFile = Selectable<ReleaseFileTable> &
  Pick<Selectable<GoodsObjectTable>, 'state' | 'scan' | 'scan_note'> & {
    /** All its bytes have come, whether the shop is done with them or not. */
    received: boolean;
  };

/** A release of this seller; null is the operator. With `lock` nobody else changes it until the transaction ends. */
export function findRelease(
  db: Db,
  releaseId: string,
  { sellerId, productId, lock = false }: { sellerId: string | null; productId?: string; lock?: boolean },
): Promise<StoredRelease | undefined> {
  return db
    .selectFrom('api.release')
    .selectAll()
    .where('release_id', '=', releaseId)
    .where('seller_id', sellerId === null ? 'is' : '=', sellerId)
    .$if(productId !== undefined, (query) => query.where('product_id', '=', productId ?? ''))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function listReleases(
  db: Db,
  { sellerId, productId }: { sellerId: string | null; productId: string },
): Promise<Array<StoredRelease & { files: number; size_bytes: number }>> {
  const rows = await db
    .selectFrom('api.release as release')
    .leftJoin('api.release_file as file', 'file.release_id', 'release.release_id')
    .selectAll('release')
    .select([
      sql<number>`count(file.path)::int`.as('files'),
      sql<number>`coalesce(sum(file.size_bytes), 0)::bigint`.as('size_bytes'),
    ])
    .where('release.product_id', '=', productId)
    .where('release.seller_id', sellerId === null ? 'is' : '=', sellerId)
    .groupBy('release.release_id')
    .orderBy('release.created_at', 'desc')
    .orderBy('release.number', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, size_bytes: Number(row.size_bytes) }));
}

/** Undefined where the edition has a release of this version. */
export async function insertRelease(
  db: Db,
  release: Pick<Insertable<ReleaseTable>, 'release_id' | 'product_id' | 'seller_id' | 'edition' | 'version' | 'notes'>,
): Promise<StoredRelease | undefined> {
  const { product_id, edition = '' } = release;
  return db
    .insertInto('api.release')
    .values({
      ...release,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from api.release
        where product_id = ${product_id} and edition = ${edition})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** True if another release of the edition has this version. */
export async function hasVersion(
  db: Db,
  { product_id, edition, release_id }: Pick<StoredRelease, 'product_id' | 'edition' | 'release_id'>,
  version: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('api.release')
    .select('release_id')
    .where('product_id', '=', product_id)
    .where('edition', '=', edition)
    .where('version', '=', version)
    .where('release_id', '<>', release_id)
    .executeTakeFirst();
  return found !== undefined;
}

export async function updateDraft(
  db: Db,
  releaseId: string,
  { version, notes }: { version: string; notes: string },
): Promise<void> {
  await db
    .updateTable('api.release')
    .set({ version, notes })
    .where('release_id', '=', releaseId)
    .where('state', '=', 'draft')
    .execute();
}

export async function deleteDraft(db: Db, releaseId: string): Promise<void> {
  await db.deleteFrom('api.release').where('release_id', '=', releaseId).where('state', '=', 'draft').execute();
}

/** Throws `ForbiddenTransition` where it is complete already. */
export async function setComplete(
  db: Db,
  releaseId: string,
  { manifest, commitSha }: { manifest: object; commitSha: string },
): Promise<void> {
  const { from, to } = releaseTransitions.complete;
  const moved = await db
    .updateTable('api.release')
    .set({
      state: to,
      manifest: JSON.stringify(manifest),
      commit_sha: commitSha,
      completed_at: sql<Date>`now()`,
    })
    .where('release_id', '=', releaseId)
    .where('state', 'in', from)
    .executeTakeFirst();
  requireMoved(moved, `release ${releaseId}`, 'complete');
}

/** By path. */
export function listFiles(db: Db, releaseId: string): Promise<StoredFile[]> {
  return db
    .selectFrom('api.release_file as file')
    .innerJoin('api.goods_object as object', 'object.object_id', 'file.object_id')
    .leftJoin('api.upload as upload', 'upload.object_id', 'file.object_id')
    .selectAll('file')
    .select(['object.state', 'object.scan', 'object.scan_note'])
    .select(sql<boolean>`object.state = 'complete' or upload.received_at is not null`.as('received'))
    .where('file.release_id', '=', releaseId)
    .orderBy('file.path')
    .execute();
}

export function listFilePaths(
  db: Db,
  releaseId: string,
): Promise<Array<Pick<StoredFile, 'path' | 'path_folded' | 'object_id' | 'sample'>>> {
  return db
    .selectFrom('api.release_file')
    .select(['path', 'path_folded', 'object_id', 'sample'])
    .where('release_id', '=', releaseId)
    .execute();
}

export async function insertFile(db: Db, file: Insertable<ReleaseFileTable>): Promise<void> {
  await db.insertInto('api.release_file').values(file).execute();
}

/** True if everybody sees the first rows of the file of this path in the last release of the edition. */
export async function showedRows(
  db: Db,
  { product_id, edition }: Pick<StoredRelease, 'product_id' | 'edition'>,
  path: string,
): Promise<boolean> {
  const last = await db
    .selectFrom('api.release as release')
    .innerJoin('api.release_file as file', (join) =>
      join.onRef('file.release_id', '=', 'release.release_id').on('file.path', '=', path),
    )
    .select('file.sample')
    .where('release.product_id', '=', product_id)
    .where('release.edition', '=', edition)
    .where('release.state', '=', 'complete')
    .orderBy('release.completed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.sample === 'rows';
}

export async function deleteFile(db: Db, releaseId: string, path: string): Promise<void> {
  await db.deleteFrom('api.release_file').where('release_id', '=', releaseId).where('path', '=', path).execute();
}

export async function setSample(
  db: Db,
  releaseId: string,
  path: string,
  sample: StoredFile['sample'],
): Promise<boolean> {
  const changed = await db
    .updateTable('api.release_file')
    .set({ sample })
    .where('release_id', '=', releaseId)
    .where('path', '=', path)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function setFacts(
  db: Db,
  releaseId: string,
  path: string,
  { facts, rows }: { facts: unknown; rows: unknown },
): Promise<void> {
  await db
    .updateTable('api.release_file')
    .set({ facts: facts == null ? null : JSON.stringify(facts), rows: rows == null ? null : JSON.stringify(rows) })
    .where('release_id', '=', releaseId)
    .where('path', '=', path)
    .execute();
}

/** A complete object of this seller; the row cannot be removed until the transaction ends. */
export async function findOwnObject(
  transaction: Db,
  objectId: string,
  sellerId: string | null,
): Promise<Selectable<GoodsObjectTable> | undefined> {
  return transaction
    .selectFrom('api.goods_object')
    .selectAll()
    .where('object_id', '=', objectId)
    .where('seller_id', sellerId === null ? 'is' : '=', sellerId)
    .where('state', '=', 'complete')
    .forUpdate()
    .executeTakeFirst();
}

/** A product of the operator's own. */
export function findOwnProduct(db: Db, productId: string): Promise<{ goods: Goods } | undefined> {
  return db
    .selectFrom('api.product')
    .select('goods')
    .where('product_id', '=', productId)
    .where('seller_id', 'is', null)
    .executeTakeFirst();
}

/** Buyers get this release from now on. */
export async function setGoodsRelease(
  db: Db,
  productId: string,
  { goods, releaseId }: { goods: Goods; releaseId: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('api.product')
      .set({ goods: JSON.stringify(goods) })
      .where('product_id', '=', productId)
      .execute();
    await transaction
      .updateTable('api.release')
      .set({ published_at: sql<Date>`now()` })
      .where('release_id', '=', releaseId)
      .where('state', '=', 'complete')
      .execute();
  });
}
