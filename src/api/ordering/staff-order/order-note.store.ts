import type { Insertable, Kysely, Selectable } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.order_note'];

export type StoredNote = Selectable<Table>;

export async function insertNote(db: Db, note: Insertable<Table>): Promise<void> {
  await db.insertInto('api.order_note').values(note).execute();
}

/** Newest first. */
export async function listNotes(db: Db, orderId: string, limit: number): Promise<StoredNote[]> {
  return db
    .selectFrom('api.order_note')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('written_at', 'desc')
    .orderBy('note_id')
    .limit(limit)
    .execute();
}

/** Nobody else takes it back until the transaction ends. */
export async function lockNote(db: Db, orderId: string, noteId: string): Promise<StoredNote | null> {
  const row = await db
    .selectFrom('api.order_note')
    .selectAll()
    .where('note_id', '=', noteId)
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteNote(db: Db, noteId: string): Promise<void> {
  await db.deleteFrom('api.order_note').where('note_id', '=', noteId).execute();
}
