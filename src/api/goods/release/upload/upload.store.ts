// Files that are on their way: their rows, and who may write to them.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { GrowthState } from '#platform/storage/growing-files.ts';
import type { UploadTable } from '../../../schema/goods.ts';
import type { ApiTables } from '../../../schema/schema.ts';

type Db = Kysely<ApiTables>;

export type StoredUpload = Selectable<UploadTable> & { size_bytes: number };

export async function findUpload(db: Db, objectId: string): Promise<StoredUpload | undefined> {
  return db
    .selectFrom('api.upload as upload')
    .innerJoin('api.goods_object as object', 'object.object_id', 'upload.object_id')
    .selectAll('upload')
    .select('object.size_bytes')
    .where('upload.object_id', '=', objectId)
    .executeTakeFirst();
}

/** Files that a shop has sent and is sending; null: the staff. */
export async function sumOfShop(db: Db, sellerId: string | null): Promise<{ bytes: number; open: number }> {
  const own = sellerId === null ? sql`seller_id is null` : sql`seller_id = ${sellerId}`;
  const { rows } = await sql<{ bytes: number; open: number }>`select
    (select coalesce(sum(size_bytes), 0)::bigint from api.goods_object where ${own}) as bytes,
    (select count(*)::int from api.upload where ${own} and received_at is null and expires_at > now()) as open`.execute(
    db,
  );
  return { bytes: Number(rows[0]?.bytes ?? 0), open: rows[0]?.open ?? 0 };
}

/** Locks uploads of the staff: of two that begin at the same moment the second counts the first. */
export async function lockOwnUploads(transaction: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('uploads of the staff', 0))`.execute(transaction);
}

export async function insertUpload(
  transaction: Db,
  upload: {
    objectId: string;
    sellerId: string | null;
    size: number;
    metadata: Record<string, string | null>;
    expiresAt: Date;
  },
): Promise<void> {
  const { objectId: object_id, sellerId: seller_id, size, metadata, expiresAt } = upload;
  await transaction.insertInto('api.goods_object').values({ object_id, seller_id, size_bytes: size }).execute();
  await transaction
    .insertInto('api.upload')
    .values({ object_id, seller_id, metadata: JSON.stringify(metadata), expires_at: expiresAt })
    .execute();
}

/** Kept where it is still this holder's to write; false: it is not. Without a holder it is kept as long as nobody has the lock. */
export async function saveGrowth(
  db: Db,
  objectId: string,
  holder: string | null,
  growth: GrowthState,
): Promise<boolean> {
  const saved = await db
    .updateTable('api.upload')
    .set({ growth: JSON.stringify(growth) })
    .where('object_id', '=', objectId)
    .where('lock_holder', holder === null ? 'is' : '=', holder)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

export async function markReceived(db: Db, objectId: string): Promise<void> {
  await db
    .updateTable('api.upload')
    .set({ received_at: sql<Date>`coalesce(received_at, now())` })
    .where('object_id', '=', objectId)
    .execute();
}

/** Somebody goes on with it: its time begins anew, if it is not over. */
export async function extendUpload(db: Db, objectId: string, seconds: number): Promise<void> {
  await db
    .updateTable('api.upload')
    .set({ expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('object_id', '=', objectId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}

/** Its upload goes on no more, and is removed by the job. */
export async function expireUploads(db: Db, objectIds: readonly string[]): Promise<void> {
  if (objectIds.length === 0) return;
  await db
    .updateTable('api.upload')
    .set({ expires_at: sql<Date>`now()` })
    .where('object_id', 'in', [...objectIds])
    .execute();
}

/** Those that nobody has gone on with in time, the oldest first. */
export async function listExpired(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.upload')
    .select('object_id')
    .where('received_at', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ object_id }) => object_id);
}

/** With the file that it was to be, if it still was; not where the object is complete. */
export async function deleteUpload(db: Db, objectId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('api.upload').where('object_id', '=', objectId).execute();
    const { rows } = await sql`select 1 from api.goods_object where object_id = ${objectId} and state = 'uploading'
      for update`.execute(transaction);
    if (rows.length === 0) return;
    await transaction.deleteFrom('api.release_file').where('object_id', '=', objectId).execute();
    await transaction.deleteFrom('api.goods_object').where('object_id', '=', objectId).execute();
  });
}

/** Ends the upload of an object that stays as it is: nobody goes on with it. */
export async function endUpload(db: Db, objectId: string): Promise<void> {
  await db.deleteFrom('api.upload').where('object_id', '=', objectId).execute();
}

type LockAnswer = 'taken' | 'held' | 'no upload';

/** Takes the lock where it is free or its holder's time is over; where it is held, the holder is told that somebody waits. */
export async function takeLock(
  db: Db,
  objectId: string,
  { holder, seconds }: { holder: string; seconds: number },
): Promise<LockAnswer> {
  const { rows } = await sql<{ lock_holder: string }>`update api.upload set
      lock_wanted = not (lock_holder is null or locked_until <= now()),
      lock_holder = case when lock_holder is null or locked_until <= now() then ${holder} else lock_holder end,
      locked_until = case when lock_holder is null or locked_until <= now()
        then now() + make_interval(secs => ${seconds}) else locked_until end
    where object_id = ${objectId} returning lock_holder`.execute(db);
  const [row] = rows;
  if (!row) return 'no upload';
  return row.lock_holder === holder ? 'taken' : 'held';
}

/** The holder's time begins anew; null: it is the holder's no more. */
export async function renewLock(
  db: Db,
  objectId: string,
  { holder, seconds }: { holder: string; seconds: number },
): Promise<{ wanted: boolean } | null> {
  const { rows } = await sql<{ wanted: boolean }>`update api.upload set
      locked_until = now() + make_interval(secs => ${seconds})
    where object_id = ${objectId} and lock_holder = ${holder} returning lock_wanted as wanted`.execute(db);
  return rows[0] ?? null;
}

/** Frees it, and tells whoever waits for it in any process. */
export async function releaseLock(db: Db, objectId: string, holder: string): Promise<void> {
  await sql`with freed as (
      update api.upload set lock_holder = null, locked_until = null, lock_wanted = false
      where object_id = ${objectId} and lock_holder = ${holder} returning object_id)
    select pg_notify(${lockChannel}, 'free ' || object_id) from freed`.execute(db);
}

/** Asks the holder, in whichever process it is. */
export async function askToLetGo(db: Db, objectId: string): Promise<void> {
  await sql`select pg_notify(${lockChannel}, ${`wanted ${objectId}`})`.execute(db);
}

/** Notices of locks: 'wanted' or 'free', and the upload. */
export const lockChannel = 'api_upload_lock';
