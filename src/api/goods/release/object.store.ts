// Bytes in the storage that the database knows, and the work with them that waits.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { GrowthState } from '#platform/storage/growing-files.ts';
import type { GoodsObjectTable } from '../../schema/goods.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

type StoredObject = Selectable<GoodsObjectTable>;

export function findObject(db: Db, objectId: string): Promise<StoredObject | undefined> {
  return db.selectFrom('api.goods_object').selectAll().where('object_id', '=', objectId).executeTakeFirst();
}

export async function insertCompleteObject(
  db: Db,
  object: { objectId: string; sellerId: string | null; size: number; sha256: string; isScanned: boolean },
): Promise<void> {
  await db
    .insertInto('api.goods_object')
    .values({
      object_id: object.objectId,
      seller_id: object.sellerId,
      size_bytes: object.size,
      sha256: object.sha256,
      state: 'complete',
      completed_at: sql<Date>`now()`,
      scan: object.isScanned ? 'waiting' : 'off',
    })
    .execute();
}

/** An object that has all its bytes and is not complete, or not scanned. */
export type ObjectAtWork = StoredObject & { growth: GrowthState | null };

/** Work that is due: `growth` is that of an upload whose bytes have all come. */
const isDue = sql<boolean>`(object.state = 'uploading' and object.scan <> 'refused' and upload.received_at is not null)
  or (object.state = 'complete' and object.scan = 'waiting')`;

export async function listWaiting(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ object_id: string }>`select object.object_id from api.goods_object as object
    left join api.upload as upload using (object_id)
    where object.work_at <= now() and (object.state = 'uploading' or object.scan = 'waiting') and (${isDue})
    order by object.work_at limit ${limit}`.execute(db);
  return rows.map(({ object_id }) => object_id);
}

/** Null where there is nothing to do with it, or somebody is at it. Nobody else takes it for so many seconds. */
export async function takeObject(db: Db, objectId: string, seconds: number): Promise<ObjectAtWork | null> {
  const { rows } = await sql<ObjectAtWork>`with due as (
      select object.object_id, upload.growth from api.goods_object as object left join api.upload as upload using (object_id)
      where object.object_id = ${objectId} and object.work_at <= now() and (${isDue}) for update of object skip locked)
    update api.goods_object as object set work_at = now() + make_interval(secs => ${seconds}), work_attempts = work_attempts + 1
    from due where due.object_id = object.object_id returning object.*, due.growth`.execute(db);
  const [row] = rows;
  return row ? { ...row, size_bytes: Number(row.size_bytes) } : null;
}

/** When it is looked at next; what is worked on is kept from others by this too. */
export async function delayWork(db: Db, objectId: string, seconds: number): Promise<void> {
  await db
    .updateTable('api.goods_object')
    .set({ work_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('object_id', '=', objectId)
    .execute();
}

export async function completeObject(
  db: Db,
  objectId: string,
  { sha256, isScanned }: { sha256: string; isScanned: boolean },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('api.goods_object')
      .set({
        state: 'complete',
        sha256,
        completed_at: sql<Date>`now()`,
        scan: isScanned ? 'waiting' : 'off',
        work_attempts: 0,
        work_at: sql<Date>`now()`,
      })
      .where('object_id', '=', objectId)
      .where('state', '=', 'uploading')
      .execute();
    await transaction.updateTable('api.release_file').set({ sha256 }).where('object_id', '=', objectId).execute();
    await transaction.deleteFrom('api.upload').where('object_id', '=', objectId).execute();
  });
}

export async function recordScan(
  db: Db,
  objectId: string,
  { scan, note = '' }: { scan: 'off' | 'clean' | 'refused'; note?: string },
): Promise<void> {
  await db.updateTable('api.goods_object').set({ scan, scan_note: note }).where('object_id', '=', objectId).execute();
}

/** Queues objects that were not scanned, because there was no scanner then. Answers how many these are. */
export async function queueUnscanned(db: Db, objectIds: readonly string[]): Promise<number> {
  if (objectIds.length === 0) return 0;
  const queued = await db
    .updateTable('api.goods_object')
    .set({ scan: 'waiting', work_at: sql<Date>`now()`, work_attempts: 0 })
    .where('object_id', 'in', [...objectIds])
    .where('scan', '=', 'off')
    .executeTakeFirst();
  return Number(queued.numUpdatedRows);
}

const isUsed = sql<boolean>`(exists (select 1 from api.release_file as file where file.object_id = object.object_id)
  or exists (select 1 from api.upload where upload.object_id = object.object_id))`;

/** Says of every object since when nothing has it. */
export async function markUnused(db: Db): Promise<void> {
  await sql`update api.goods_object as object set unused_since = case when ${isUsed} then null else now() end
    where (unused_since is null) <> ${isUsed}`.execute(db);
}

export async function listUnused(db: Db, { before, limit }: { before: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('api.goods_object')
    .select('object_id')
    .where('unused_since', '<', before)
    .orderBy('unused_since')
    .limit(limit)
    .execute();
  return rows.map(({ object_id }) => object_id);
}

/** Answers whether nothing had it still: it is gone then, for whoever would take it over too. */
export async function deleteUnused(db: Db, objectId: string): Promise<boolean> {
  const { rows } = await sql`delete from api.goods_object as object where object_id = ${objectId} and not ${isUsed}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Objects by their ids, a page at a time. */
export function listObjects(db: Db, after: string, limit: number): Promise<StoredObject[]> {
  return db
    .selectFrom('api.goods_object')
    .selectAll()
    .where('object_id', '>', after)
    .orderBy('object_id')
    .limit(limit)
    .execute();
}

/** Those of the ids that have a row; `uploads`: those of them that are on their way. */
export async function knownObjects(
  db: Db,
  objectIds: readonly string[],
): Promise<{ objects: Set<string>; uploads: Set<string> }> {
  if (objectIds.length === 0) return { objects: new Set(), uploads: new Set() };
  const rows = await db
    .selectFrom('api.goods_object as object')
    .leftJoin('api.upload as upload', 'upload.object_id', 'object.object_id')
    .select(['object.object_id', 'upload.object_id as upload_id'])
    .where('object.object_id', 'in', [...objectIds])
    .execute();
  return {
    objects: new Set(rows.map(({ object_id }) => object_id)),
    uploads: new Set(rows.flatMap(({ upload_id }) => upload_id ?? [])),
  };
}
