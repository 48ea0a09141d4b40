// Notes of the staff about an order: added, and for a day taken back by who wrote them or an administrator. What a note said is in no audit entry, so
// that what was taken back is gone; that there was one, and who took it back, stays.
import { randomUUID } from 'node:crypto';
import { orderNoteHours } from '#contract/ordering/staff-order/staff-order-terms.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import { deleteNote, insertNote, lockNote, type StoredNote } from './order-note.store.ts';

/** The account that writes, or null for a command. */
type Writer = { accountId: string | null; name: string; actor: Actor };

/** The order must be one. */
export async function addNote(
  db: Db,
  given: { orderId: string; text: string; writer: Writer; now: Date },
): Promise<void> {
  const { orderId, text, writer, now } = given;
  const { accountId, name, actor } = writer;
  await inTransaction(db, async (transaction) => {
    await insertNote(transaction, {
      note_id: randomUUID(),
      order_id: orderId,
      account_id: accountId,
      written_by: name,
      text,
      written_at: now,
    });
    await recordAudit(transaction, actor, {
      action: 'order.note_added',
      subject: { kind: 'order', id: orderId },
      details: { ...(accountId && { by: accountId }) },
    });
  });
}

type Reader = { accountId: string; isAdmin: boolean };

export function mayTakeBack(note: Pick<StoredNote, 'account_id' | 'written_at'>, reader: Reader, now: Date): boolean {
  const isYoung = now.getTime() - note.written_at.getTime() < orderNoteHours * 60 * 60_000;
  return isYoung && (reader.isAdmin || note.account_id === reader.accountId);
}

/** 'stays': it is somebody else's, or too old. Null: there is no such note. */
export async function takeBackNote(
  db: Db,
  given: { orderId: string; noteId: string; reader: Reader; now: Date },
): Promise<'done' | 'stays' | null> {
  const { orderId, noteId, reader, now } = given;
  return inTransaction(db, async (transaction) => {
    const note = await lockNote(transaction, orderId, noteId);
    if (!note) return null;
    if (!mayTakeBack(note, reader, now)) return 'stays';
    await deleteNote(transaction, noteId);
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: 'order.note_deleted',
        subject: { kind: 'order', id: orderId },
        details: { by: reader.accountId, written_by: note.account_id ?? note.written_by },
      },
    );
    return 'done';
  });
}
