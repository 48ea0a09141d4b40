import type { Insertable, Updateable } from 'kysely';
import { type NumberedPage, newestFirst } from '#platform';
import type { Db, Filter, Refund, RefundTable } from '../schema.ts';

export async function addRefund(db: Db, refund: Insertable<RefundTable>): Promise<Refund> {
  return db.insertInto('payments.refund').values(refund).returningAll().executeTakeFirstOrThrow();
}

export async function findRefund(db: Db, id: string): Promise<Refund | null> {
  const refund = await db.selectFrom('payments.refund').selectAll().where('id', '=', id).executeTakeFirst();
  return refund ?? null;
}

/** Newest first. */
export async function listRefunds(
  db: Db,
  filter: Filter<Refund, 'payment_intent' | 'charge'>,
  page: NumberedPage,
): Promise<Refund[]> {
  const refunds = db
    .selectFrom('payments.refund')
    .selectAll()
    .where((row) => row.and(filter));
  return newestFirst(refunds, page).execute();
}

/** Nobody else changes it until the transaction ends. Taken after the lock of its payment. */
export async function lockRefund(transaction: Db, id: string): Promise<Refund | null> {
  const refund = await transaction
    .selectFrom('payments.refund')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return refund ?? null;
}

export async function updateRefund(transaction: Db, id: string, changes: Updateable<RefundTable>): Promise<Refund> {
  return transaction
    .updateTable('payments.refund')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Refunds whose time to settle has come, `most` of them. */
export async function listDueRefunds(db: Db, now: Date, most: number): Promise<Refund[]> {
  return db
    .selectFrom('payments.refund')
    .selectAll()
    .where('settles_at', '<=', now)
    .orderBy('settles_at')
    .limit(most)
    .execute();
}
