import type { Insertable, Updateable } from 'kysely';
import type { Db, Refund, RefundTable } from '../schema.ts';

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
  filter: { paymentIntent: string | null; charge: string | null; before: number | null; limit: number },
): Promise<Refund[]> {
  return db
    .selectFrom('payments.refund')
    .selectAll()
    .$if(filter.paymentIntent !== null, (query) => query.where('payment_intent', '=', filter.paymentIntent ?? ''))
    .$if(filter.charge !== null, (query) => query.where('charge', '=', filter.charge ?? ''))
    .$if(filter.before !== null, (query) => query.where('number', '<', filter.before ?? 0))
    .orderBy('number', 'desc')
    .limit(filter.limit)
    .execute();
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

/** Refunds whose time to settle has come, a hundred at most. */
export async function listDueRefunds(db: Db, now: Date): Promise<Refund[]> {
  return db
    .selectFrom('payments.refund')
    .selectAll()
    .where('settles_at', '<=', now)
    .orderBy('settles_at')
    .limit(100)
    .execute();
}
